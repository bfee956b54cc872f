import { useEffect, useEffectEvent } from 'react'
import { useSession } from './session.ts'

/** Acts when the connection is back after a break, for what was asked meanwhile was asked in vain. */
export function useWhenBack(act: () => void): void {
  const { link } = useSession().api
  const back = useEffectEvent(act)
  useEffect(() => {
    let wasBroken = false
    return link.subscribe(() => {
      if (link.get() === 'live' && wasBroken) back()
      wasBroken = link.get() === 'broken'
    })
  }, [link])
}
