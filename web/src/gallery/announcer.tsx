import { useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useWorks } from './works-context.ts'

/** Announces to screen readers that a video has ended, and how. Progress is not announced. */
export function Announcer() {
  const { t } = useTranslation()
  const { onEnded } = useWorks()
  const [announcement, setAnnouncement] = useState('')
  useEffect(() => onEnded(({ status, prompt }) => setAnnouncement(`${t(`status.${status}`)}: ${prompt}`)), [onEnded, t])
  return (
    <p role="status" className="unseen">
      {announcement}
    </p>
  )
}
