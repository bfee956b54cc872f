import { type Box, tableOf } from './boxes.ts'
import type { FileBytes } from './bytes.ts'
import type { Extent } from './extent.ts'

/** A stretch of a track's media that is shown (ISO 14496-12 8.6.6). */
export interface Edit {
  /** In units of the movie; 0: to the end. */
  readonly length: number
  /** In units of the track; negative: nothing is shown for so long. */
  readonly from: number
}

/** An edit list is as long as somebody cut; an endless one is not read. */
const EDITS_MAX = 10_000

export function readEdits({ read, window }: FileBytes, elst: Box | null): Edit[] {
  if (!elst) return []
  const isLong = read(elst.start, 1)[0] === 1
  const table = tableOf(elst, isLong ? 20 : 12, window)
  const long = (index: number, field: number) => table.entry(index, field) * 2 ** 32 + table.entry(index, field + 1)
  const edit = (index: number): Edit =>
    isLong
      ? { length: long(index, 0), from: (table.entry(index, 2) | 0) * 2 ** 32 + table.entry(index, 3) }
      : { length: table.entry(index), from: table.entry(index, 1) | 0 }
  return Array.from({ length: Math.min(table.count, EDITS_MAX) }, (_, index) => edit(index))
}

/** Units a second. */
export interface Timescales {
  readonly track: number
  readonly movie: number
}

/**
 * Seconds that are shown of what a track holds, from the first moment to the last: what a decoder gives that follows edits.
 * A phone's cut clip keeps the pictures before its cut, and a coder's first samples are not to be heard.
 */
export function secondsShown({ start, end }: Extent, edits: readonly Edit[], { track, movie }: Timescales): number {
  let shown = 0
  let pause = 0
  for (const { length, from } of edits) {
    const seconds = movie > 0 ? length / movie : 0
    if (from < 0) {
      // What comes first begins late; only a pause between two stretches is part of the whole.
      if (shown > 0) pause += seconds
      continue
    }
    const until = length > 0 ? from + seconds * track : end
    const overlap = (Math.min(end, until) - Math.max(start, from)) / track
    if (overlap <= 0) continue
    shown += pause + overlap
    pause = 0
  }
  // Edits that show nothing are a mistake, and not followed.
  return shown > 0 ? shown : (end - start) / track
}

/** The same for a track in fragments: its edits were written before its length was known. */
export function secondsShownOfFragments({ start, end }: Extent, edits: readonly Edit[], timescale: number): number {
  const from = edits.find((edit) => edit.from >= 0)?.from ?? start
  return (end - Math.min(Math.max(start, from), end)) / timescale
}
