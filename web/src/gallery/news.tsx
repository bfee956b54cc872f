import { createContext, type ReactNode, use, useEffect, useEffectEvent, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useToast } from '../parts/toasts.tsx'
import { goTo, usePlace } from '../route.ts'
import { notify } from './notify.ts'
import type { Work, Works } from './works.ts'
import { useWorks } from './works-context.ts'

/** How many videos have ended where nobody looked. */
const NewsContext = createContext(0)

const LONGEST = 40

function brief(prompt: string): string {
  const letters = [...prompt]
  return letters.length > LONGEST ? `${letters.slice(0, LONGEST).join('')}…` : prompt
}

/** Says that a video is done: in the title, in a message, in a count at Studio, and as a notification if that is wanted. */
export function NewsProvider({ children }: { readonly children: ReactNode }) {
  const { t } = useTranslation()
  const works = useWorks()
  const toast = useToast()
  const { page, workId } = usePlace()
  const [unseen, setUnseen] = useState(0)
  const [last, setLast] = useState<Work | null>(null)
  const isVisible = useSyncExternalStore(watchVisibility, () => !document.hidden)

  const announce = useEffectEvent((work: Work) => {
    const text = `${t(`status.${work.status}`)}: ${brief(work.prompt)}`
    const open = () => goTo(`/?work=${work.id}`)
    if (page !== '/' || document.hidden) setUnseen((count) => count + 1)
    if (work.status === 'SUCCEEDED') setLast(work)
    if (document.hidden) notify(text, open)
    if (workId !== work.id && work.status !== 'CANCELLED')
      toast({ id: 'ended', text, action: t('toast.open'), onAction: open })
  })
  useEffect(() => works.onEnded((work) => announce(work)), [works])

  useEffect(() => {
    if (isVisible && page === '/') setUnseen(0)
  }, [isVisible, page])
  useEffect(() => {
    if (isVisible) return () => setLast(null)
    return
  }, [isVisible])

  const progress = useSyncExternalStore(works.subscribe, () => progressOf(works))
  const done = last ? `✓ ${brief(last.prompt)}` : null
  useEffect(() => {
    document.title = progress ?? done ?? 'vidgate'
  }, [progress, done])
  return <NewsContext value={unseen}>{children}</NewsContext>
}

/** The newest video that is being made; null if there is none. */
function progressOf(works: Works): string | null {
  const [work] = works.atWork()
  return work ? `(${Math.round(work.progress * 100)} %) ${brief(work.prompt)}` : null
}

export function useUnseen(): number {
  return use(NewsContext)
}

function watchVisibility(listener: () => void): () => void {
  document.addEventListener('visibilitychange', listener)
  return () => document.removeEventListener('visibilitychange', listener)
}
