import type { Read } from './bytes.ts'
import { MP4_BOXES_MAX } from './limits.ts'

/** A box of an ISO base media file, or an atom of a QuickTime one (ISO 14496-12 4.2). */
export interface Box {
  readonly type: string
  /** Where its header begins. */
  readonly at: number
  /** Where its content begins, and ends; never beyond what it lies in. */
  readonly start: number
  readonly end: number
  /** Whether it would go on where the file, or the box around it, ends. */
  readonly isCut: boolean
}

/** Boxes side by side, as far as they can be made out. */
export function* boxesIn(read: Read, from: number, until: number): Generator<Box, void, undefined> {
  let at = from
  for (let count = 0; count < MP4_BOXES_MAX && at + 8 <= until; count++) {
    const header = read(at, 16)
    if (header.length < 8) return
    const type = header.toString('latin1', 4, 8)
    const short = header.readUInt32BE(0)
    const isLong = short === 1
    if (isLong && header.length < 16) return
    const size = isLong ? Number(header.readBigUInt64BE(8)) : short
    const start = at + (isLong ? 16 : 8)
    // Size 0 reaches to the end of the file; deeper it is how QuickTime ends a list, which comes to the same.
    const end = size === 0 ? until : at + size
    if (end < start) return
    yield { type, at, start, end: Math.min(end, until), isCut: end > until }
    at = end
  }
}

/** The first box of a path of types. */
export function boxIn(read: Read, from: Pick<Box, 'start' | 'end'>, ...path: readonly string[]): Box | null {
  const [type, ...rest] = path
  for (const box of boxesIn(read, from.start, from.end)) {
    if (box.type === type) return rest.length === 0 ? box : boxIn(read, box, ...rest)
  }
  return null
}

/** A 32-bit field, 0 behind the end of the file. */
export function fieldAt(read: Read, at: number): number {
  const bytes = read(at, 4)
  return bytes.length === 4 ? bytes.readUInt32BE(0) : 0
}

export function wordAt(read: Read, at: number): string {
  return read(at, 4).toString('latin1')
}

/** Entries of equal length behind a count. */
export interface Table {
  readonly count: number
  /** A 32-bit field of an entry. */
  entry(index: number, field?: number): number
}

/**
 * A table of a full box, never more entries than the box has room for.
 * @param width bytes of an entry
 * @param window a window of its own, as tables are read in turn
 * @param countAt where the count stands in the content
 * @param between bytes between the count and the entries
 */
export function tableOf(box: Box | null, width: number, window: () => Read, countAt = 4, between = 0): Table {
  if (!box) return { count: 0, entry: () => 0 }
  const read = window()
  const first = box.start + countAt + 4 + between
  const room = Math.max(0, Math.floor((box.end - first) / width))
  return {
    count: Math.min(fieldAt(read, box.start + countAt), room),
    entry: (index, field = 0) => fieldAt(read, first + index * width + field * 4),
  }
}
