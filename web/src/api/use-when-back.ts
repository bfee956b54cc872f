import { use, useEffect, useEffectEvent } from 'react'
import { SessionContext } from './session.ts'

/** Runs when a session has reconnected after a break, because requests made meanwhile have failed. */
export function useWhenBack(act: () => void): void {
  const link = use(SessionContext)?.api.link
  const back = useEffectEvent(act)
  useEffect(() => {
    if (!link) return
    let wasBroken = false
    return link.subscribe(() => {
      if (link.get() === 'live' && wasBroken) back()
      wasBroken = link.get() === 'broken'
    })
  }, [link])
}
