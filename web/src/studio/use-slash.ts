import { useEffect } from 'react'

/** `/` goes to the prompt, unless somebody is writing. */
export function useSlash(isOn: boolean, act: () => void): void {
  useEffect(() => {
    if (!isOn) return
    const press = (event: KeyboardEvent) => {
      const isWriting = (event.target as Element).closest('input:not([type=radio], [type=checkbox]), textarea, select')
      if (event.key !== '/' || isWriting || event.metaKey || event.ctrlKey || event.altKey) return
      event.preventDefault()
      act()
    }
    addEventListener('keydown', press)
    return () => removeEventListener('keydown', press)
  }, [isOn, act])
}
