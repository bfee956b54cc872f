import { Trash2, X } from 'lucide-react'
import { useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useMay } from '../api/session.ts'
import { usePoster } from '../gallery/use-poster.ts'
import { useRemove } from '../gallery/use-remove.ts'
import { useTakes } from '../gallery/use-takes.ts'
import { useVideo } from '../gallery/use-video.ts'
import type { Work } from '../gallery/works.ts'
import { ASPECTS } from '../parts/aspect.ts'
import { Button } from '../parts/button.tsx'
import { IconButton } from '../parts/icon-button.tsx'
import { Modal } from '../parts/modal.tsx'
import { yuan } from '../parts/money.ts'
import { useKeys } from '../parts/use-keys.ts'
import styles from './takes-dialog.module.css'
import { UpscaleButton } from './upscale-button.tsx'

interface TakesDialogProps {
  readonly ids: readonly string[]
  readonly onClose: () => void
}

/** Seconds that takes may be apart before they are put in step again. */
const APART_S = 0.12

/** The takes of one create beside each other, playing in step: one is chosen, the rest can go. */
export function TakesDialog({ ids, onClose }: TakesDialogProps) {
  const { t } = useTranslation()
  const takes = useTakes(ids)
  const mayChange = useMay('VIDEOS_WRITE')
  const remove = useRemove()
  const stage = useRef<HTMLDivElement>(null)
  const [chosenId, choose] = useState(ids[0])
  const chosen = takes.find(({ id }) => id === chosenId)
  const rest = takes.filter((each) => each !== chosen)
  const total = takes.reduce((sum, { usage }) => sum + BigInt(usage?.amountMicro ?? 0), 0n)
  const numberOf = (work: Work) => (work.nIndex ?? 0) + 1

  useKeys(({ key }) => {
    const take = takes.find((work) => String(numberOf(work)) === key)
    if (take) choose(take.id)
  })
  /** The first sets the pace. */
  const keepStep = () => {
    const [first, ...others] = stage.current?.querySelectorAll('video') ?? []
    for (const film of others) {
      if (first && Math.abs(film.currentTime - first.currentTime) > APART_S) film.currentTime = first.currentTime
    }
  }
  return (
    <Modal label={t('takes.title')} className={styles.takes} onClose={onClose} hasFocus>
      <div className={styles.page}>
        <header className={styles.head}>
          <h2>{takes[0]?.prompt}</h2>
          <IconButton icon={X} label={t('close')} onClick={onClose} />
        </header>
        <div ref={stage} className={styles.stage} onTimeUpdate={keepStep}>
          {takes.map((work) => (
            <button
              key={work.id}
              type="button"
              className={styles.tile}
              aria-pressed={work === chosen}
              onClick={() => choose(work.id)}
            >
              <TakeFilm work={work} />
              <span className={styles.name}>
                <kbd>{numberOf(work)}</kbd> {t('card.take', { number: numberOf(work) })}
                {work.usage ? <span>{yuan(work.usage.amountMicro)}</span> : null}
              </span>
            </button>
          ))}
        </div>
        <footer className={styles.foot}>
          <p>{t('takes.total', { total: yuan(String(total)), count: takes.length })}</p>
          {chosen && mayChange ? <UpscaleButton key={chosen.id} work={chosen} /> : null}
          {chosen && mayChange && rest.length > 0 ? (
            <Button
              onClick={() => {
                remove(rest.map(({ id }) => id))
                onClose()
              }}
            >
              <Trash2 size={15} aria-hidden />
              {t('takes.keep', { number: numberOf(chosen) })}
            </Button>
          ) : null}
        </footer>
      </div>
    </Modal>
  )
}

function TakeFilm({ work }: { readonly work: Work }) {
  const { width, height } = ASPECTS[work.aspectRatio]
  const poster = usePoster(work.id, work.output?.videoUri != null)
  const { address } = useVideo(work)
  // Chosen once: the new link of each answer does not stop playback.
  const [source] = useState(address)
  return (
    <video
      src={source ?? undefined}
      poster={poster ?? undefined}
      style={{ aspectRatio: `${width} / ${height}` }}
      autoPlay
      muted
      loop
      playsInline
    />
  )
}
