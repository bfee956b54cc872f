import type { Read } from './bytes.ts'
import { MP4_BOXES_MAX } from './limits.ts'

/** A box of an ISO base media file, or an atom of a QuickTime one (ISO 14496-12 4.2). */
export interface Box {
  readonly type: string
  /** Where its header begins. */
  readonly at: number
  /** Start and end of its content; never beyond its parent. */
  readonly start: number
  readonly end: number
  /** Whether its size reaches beyond the end of the file or of its parent. */
  readonly isCut: boolean
}

/** Adjacent boxes, as far as their headers can be read. */
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
    // Size 0 means until the end of the file. In a nested box it ends a QuickTime list, with the same effect.
    const end = size === 0 ? until : at + size
    if (end < start) return
    yield { type, at, start, end: Math.min(end, until), isCut: end > until }
    at = end
  }
}

/** The first box at a path of types. */
export function boxIn(read: Read, from: Pick<Box, 'start' | 'end'>, ...path: readonly string[]): Box | null {
  const [type, ...rest] = path
  for (const box of boxesIn(read, from.start, from.end)) {
    if (box.type === type) return rest.length === 0 ? box : boxIn(read, box, ...rest)
  }
  return null
}

/** A 32-bit field, 0 beyond the end of the file. */
export function fieldAt(read: Read, at: number): number {
  const bytes = read(at, 4)
  return bytes.length === 4 ? bytes.readUInt32BE(0) : 0
}

export function wordAt(read: Read, at: number): string {
  return read(at, 4).toString('latin1')
}

/** Entries of equal length after a count. */
export interface Table {
  readonly count: number
  /** A 32-bit field of an entry. */
  entry(index: number, field?: number): number
}

/**
 * A table of a full box, with at most as many entries as the box has room for.
 * @param width bytes of an entry
 * @param window a separate window, because tables are read alternately
 * @param countAt position of the count in the content
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
