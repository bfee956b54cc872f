import { createContext, useState } from 'react'
import type { Listed } from './works.ts'

/** The works that are selected, while the gallery selects. */
export interface Selection {
  readonly ids: ReadonlySet<string>
  /** Selects one or leaves it out; with `isRange` all from the one before to it. */
  readonly pick: (id: string, isRange: boolean) => void
  readonly set: (ids: readonly string[]) => void
}

/** Null while the gallery does not select. */
export const SelectionContext = createContext<Selection | null>(null)

interface Picked {
  readonly ids: ReadonlySet<string>
  readonly last: string | null
}

/** @returns the selection of some works, and a function that begins or ends it */
export function useSelection(works: readonly Listed[]): [Selection | null, (isOn: boolean) => void] {
  const [picked, setPicked] = useState<Picked | null>(null)
  const turn = (isOn: boolean) => setPicked(isOn ? { ids: new Set(), last: null } : null)
  if (!picked) return [null, turn]
  const pick = (id: string, isRange: boolean) => {
    const isOn = !picked.ids.has(id)
    const ids = new Set(picked.ids)
    for (const each of isRange ? between(works, picked.last ?? id, id) : [id]) {
      if (isOn) ids.add(each)
      else ids.delete(each)
    }
    setPicked({ ids, last: id })
  }
  // A work that the gallery no longer shows is not selected.
  const ids = new Set(works.flatMap(({ id }) => (picked.ids.has(id) ? id : [])))
  return [{ ids, pick, set: (next) => setPicked({ ids: new Set(next), last: null }) }, turn]
}

function between(works: readonly Listed[], one: string, other: string): readonly string[] {
  const places = [one, other].map((id) => works.findIndex((work) => work.id === id))
  if (places.includes(-1)) return [other]
  return works.slice(Math.min(...places), Math.max(...places) + 1).map(({ id }) => id)
}
