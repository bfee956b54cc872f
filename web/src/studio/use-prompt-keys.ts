import { hasFilters, useWorks } from '../gallery/works-context.ts'
import { useKeys } from '../parts/use-keys.ts'

/** `n` goes to the prompt, and so does `/` where there is nothing to search, unless somebody is writing. */
export function usePromptKeys(isOn: boolean, act: () => void): void {
  const works = useWorks()
  useKeys((event) => {
    if (!isOn || !(event.key === 'n' || (event.key === '/' && !hasFilters(works.get())))) return
    event.preventDefault()
    act()
  })
}
