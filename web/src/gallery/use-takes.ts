import { useRef, useSyncExternalStore } from 'react'
import type { Work } from './works.ts'
import { useWorks } from './works-context.ts'

/** Works by their ids as they are now; the same array until one of them changes. */
export function useTakes(ids: readonly string[]): readonly Work[] {
  const works = useWorks()
  const last = useRef<readonly Work[]>([])
  return useSyncExternalStore(works.subscribe, () => {
    const found = ids.flatMap((id) => works.find(id) ?? [])
    const isSame = found.length === last.current.length && found.every((work, at) => work === last.current[at])
    if (!isSame) last.current = found
    return last.current
  })
}
