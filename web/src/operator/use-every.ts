import { useEffect, useEffectEvent } from 'react'

/** Acts again and again for as long as the page is looked at. */
export function useEvery(milliseconds: number, act: () => void): void {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}
