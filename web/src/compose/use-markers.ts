import { type KeyboardEvent, useState } from 'react'
import { type Item, markerOf } from './item.ts'

/** An `@` being written, up to the caret. */
const OPEN_MARKER = /@[\p{L}\d]{0,4}$/u

export interface Markers {
  /** Completions of the `@` at the caret; empty if there is none. */
  readonly offered: readonly Item[]
  readonly active: number
  readonly choose: (item: Item) => void
  /** Position of the caret after typing; null if it is outside. */
  readonly follow: (caret: number | null) => void
  /** @returns whether the key was for the list */
  readonly press: (event: KeyboardEvent) => boolean
}

/**
 * Completes an `@` to the marker of a reference.
 * @param write receives the text with the marker, and the new position of the caret
 */
export function useMarkers(
  text: string,
  items: readonly Item[],
  write: (text: string, caret: number) => void,
): Markers {
  const [caret, setCaret] = useState<number | null>(null)
  const [active, setActive] = useState(0)
  const open = caret === null ? null : OPEN_MARKER.exec(text.slice(0, caret))
  const offered = open ? items.filter((item) => markerOf(items, item).startsWith(open[0])) : []

  const choose = (item: Item) => {
    if (!open || caret === null) return
    const before = text.slice(0, open.index) + markerOf(items, item)
    write(before + text.slice(caret), before.length)
    setCaret(null)
  }

  const press = ({ key }: KeyboardEvent) => {
    const chosen = offered[active]
    if (!chosen) return false
    const step = { ArrowDown: 1, ArrowUp: -1 }[key]
    if (step) setActive((active + step + offered.length) % offered.length)
    else if (key === 'Enter' || key === 'Tab') choose(chosen)
    else if (key === 'Escape') setCaret(null)
    else return false
    return true
  }

  return {
    offered,
    active,
    choose,
    follow(place) {
      setCaret(place)
      setActive(0)
    },
    press,
  }
}
