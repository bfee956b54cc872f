import { useEffect, useEffectEvent } from 'react'

/** Keys of the whole page while it is shown, unless they belong to a field or come with a modifier. */
export function useKeys(press: (event: KeyboardEvent) => void): void {
  const act = useEffectEvent((event: KeyboardEvent) => {
    const field = 'input:not([type=radio], [type=checkbox]), textarea, select, video, [role=menu]'
    const isTaken = event.target instanceof Element && event.target.closest(field)
    if (!isTaken && !event.metaKey && !event.ctrlKey && !event.altKey) press(event)
  })
  useEffect(() => {
    const listen = (event: KeyboardEvent) => act(event)
    addEventListener('keydown', listen)
    return () => removeEventListener('keydown', listen)
  }, [])
}
