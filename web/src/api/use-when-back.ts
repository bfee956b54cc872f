import { use, useEffect, useEffectEvent } from 'react'
import { SessionContext } from './session.ts'

/** Acts when a session's connection is back after a break, for what was asked meanwhile was asked in vain. */
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
