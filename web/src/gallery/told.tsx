import { useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { hasEnded } from './status.ts'
import { useWorks, useWorksState } from './works-context.ts'

/** Tells those who do not see the gallery that a video has ended, and how; nothing of the way there. */
export function Told() {
  const { t } = useTranslation()
  const { works } = useWorksState()
  const { find } = useWorks()
  const working = useRef<ReadonlySet<string>>(new Set())
  const [told, setTold] = useState('')
  useEffect(() => {
    // A filter may have let an ended one go.
    const ended = [...working.current].flatMap((id) => find(id) ?? []).filter(({ status }) => hasEnded(status))
    working.current = new Set(works.filter(({ status }) => !hasEnded(status)).map(({ id }) => id))
    if (ended.length > 0) setTold(ended.map(({ status, prompt }) => `${t(`status.${status}`)}: ${prompt}`).join('. '))
  }, [works, find, t])
  return (
    <p role="status" className="unseen">
      {told}
    </p>
  )
}
