import { type KeyboardEvent, useState } from 'react'
import { type Item, markerOf } from './item.ts'

/** An `@` being written, up to the caret. */
const OPEN_MARKER = /(?<![A-Za-z0-9])@[^\s@]{0,40}$/u

/** What a kind is called where the keyboard has Latin letters. */
const LATIN = { IMAGE: ['image', 'picture'], VIDEO: ['video'], AUDIO: ['audio', 'sound'] } as const

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

/** Whether what is written after an `@` is the start of a marker or of its Latin name, or a part of the file's name. */
function isMeant(written: string, marker: string, { kind, name }: Item): boolean {
  const sought = written.slice(1).toLowerCase()
  const number = /\d+$/.exec(marker)?.[0] ?? ''
  const latin = LATIN[kind].some((word) => `${word}${number}`.startsWith(sought))
  return marker.startsWith(written) || latin || name.toLowerCase().includes(sought)
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
  const offered = open ? items.filter((item) => !item.isGap && isMeant(open[0], markerOf(items, item), item)) : []

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
