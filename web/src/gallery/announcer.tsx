import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEnded } from './status.ts'
import { useWorks, useWorksState } from './works-context.ts'

/** Announces to screen readers that a video has ended, and how. Progress is not announced. */
export function Announcer() {
  const { t } = useTranslation()
  const { works } = useWorksState()
  const { find } = useWorks()
  const working = useRef<ReadonlySet<string>>(new Set())
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => {
    // A filter may have removed an ended one.
    const ended = [...working.current].flatMap((id) => find(id) ?? []).filter(({ status }) => hasEnded(status))
    working.current = new Set(works.filter(({ status }) => !hasEnded(status)).map(({ id }) => id))
    if (ended.length > 0)
      setAnnouncement(ended.map(({ status, prompt }) => `${t(`status.${status}`)}: ${prompt}`).join('. '))
  }, [works, find, t])
  return (
    <p role="status" className="unseen">
      {announcement}
    </p>
  )
}
