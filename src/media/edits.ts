import { type Box, tableOf } from './boxes.ts'
import type { FileBytes } from './bytes.ts'
import type { Extent } from './extent.ts'

/** A section of a track's media that is shown (ISO 14496-12 8.6.6). */
export interface Edit {
  /** In units of the movie; 0: until the end. */
  readonly length: number
  /** In units of the track; negative: nothing is shown for this length. */
  readonly from: number
}

/** Maximum number of edits; longer lists are not read. */
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

/** Units per second. */
export interface Timescales {
  readonly track: number
  readonly movie: number
}

/**
 * Seconds of a track that are shown, from first to last: the output of a decoder that follows edits. A trimmed clip from a
 * phone still contains the frames before its start, and the first samples of an encoder must not be played.
 */
export function secondsShown({ start, end }: Extent, edits: readonly Edit[], { track, movie }: Timescales): number {
  let shown = 0
  let pause = 0
  for (const { length, from } of edits) {
    const seconds = movie > 0 ? length / movie : 0
    if (from < 0) {
      // A pause before the first section is a late start; only a pause between two sections counts.
      if (shown > 0) pause += seconds
      continue
    }
    const until = length > 0 ? from + seconds * track : end
    const overlap = (Math.min(end, until) - Math.max(start, from)) / track
    if (overlap <= 0) continue
    shown += pause + overlap
    pause = 0
  }
  // Edits that show nothing are a mistake and are ignored.
  return shown > 0 ? shown : (end - start) / track
}

/** The same for a fragmented track, whose edits were written before its length was known. */
export function secondsShownOfFragments({ start, end }: Extent, edits: readonly Edit[], timescale: number): number {
  const from = edits.find((edit) => edit.from >= 0)?.from ?? start
  return (end - Math.min(Math.max(start, from), end)) / timescale
}
