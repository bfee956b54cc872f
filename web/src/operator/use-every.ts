import { useEffect, useEffectEvent } from 'react'

/** Calls a function repeatedly while the page is visible. */
export function useEvery(milliseconds: number, act: () => void): void {
  const tick = useEffectEvent(() => {
    if (document.visibilityState === 'visible') act()
  })
  useEffect(() => {
    const timer = setInterval(() => tick(), milliseconds)
    return () => clearInterval(timer)
  }, [milliseconds])
}
