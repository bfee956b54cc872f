import { useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useClient } from 'urql'
import { useMay } from '../api/session.ts'
import { CancelWorkDocument } from '../generated/graphql.ts'
import { Button } from '../parts/button.tsx'
import { failureOf } from '../parts/refusal.ts'
import { useToast } from '../parts/toasts.tsx'
import styles from './strip.module.css'
import type { Work } from './works.ts'
import { useWorks } from './works-context.ts'

const isWaiting = ({ status, queue, waiting }: Work) => status === 'QUEUED' || queue !== null || waiting !== null

/** A line on all unfinished works: how many are at work and wait, when the last may be done, and a way to cancel those that wait. */
export function Strip() {
  const { t } = useTranslation()
  const works = useWorks()
  const client = useClient()
  const toast = useToast()
  const mayChange = useMay('VIDEOS_WRITE')
  const unfinished = useSyncExternalStore(works.subscribe, works.atWork)
  // One or two say it themselves.
  if (unfinished.length < 3) return null

  const waiting = unfinished.filter(isWaiting)
  const rendering = unfinished.length - waiting.length
  const eta = waiting.reduce((latest, { queue }) => Math.max(latest, queue?.etaSeconds ?? 0), 0)
  const cancel = async () => {
    // Those that began meanwhile go on, because they cost something now.
    for (const { id } of works.atWork().filter((work) => work.status === 'QUEUED' && isWaiting(work))) {
      const { data, error } = await client.mutation(CancelWorkDocument, { id }).toPromise()
      if (data?.taskCancel?.task) works.put([data.taskCancel.task])
      const problem = failureOf(t, error, data?.taskCancel?.userErrors)
      if (problem) {
        toast({ id: 'cancel', text: problem })
        return
      }
    }
  }
  const queued = waiting.filter(({ status }) => status === 'QUEUED').length
  return (
    <p className={styles.strip}>
      {rendering > 0 ? <b>{t('strip.rendering', { count: rendering })}</b> : null}
      {waiting.length > 0 ? <span>{t('strip.waiting', { count: waiting.length })}</span> : null}
      {eta > 0 ? <span>{t('strip.about', { time: clockIn(eta) })}</span> : null}
      {mayChange && queued > 0 ? (
        <Button
          look="link"
          onClick={() =>
            toast({
              id: 'cancel',
              text: t('strip.cancelling', { count: queued }),
              action: t('toast.undo'),
              onGone: () => void cancel(),
            })
          }
        >
          {t('strip.cancel')}
        </Button>
      ) : null}
    </p>
  )
}

/** To the minute, so that it does not flicker. */
function clockIn(seconds: number): string {
  return new Date(Date.now() + seconds * 1000).toLocaleTimeString([], { hour: '2-digit', minute: '2-digit' })
}
