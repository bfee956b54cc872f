import { useKeys } from '../parts/use-keys.ts'

/** `/` goes to the prompt, unless somebody is writing. */
export function useSlash(isOn: boolean, act: () => void): void {
  useKeys((event) => {
    if (!isOn || event.key !== '/') return
    event.preventDefault()
    act()
  })
}
