import { type Box, boxIn, fieldAt, type Table, tableOf } from './boxes.ts'
import type { FileBytes } from './bytes.ts'

/** A track's samples: video or audio frames, their durations and their positions (ISO 14496-12 8.6, 8.7). */
export interface SampleTable {
  /** Number of samples according to the table of their sizes. */
  readonly count: number
  /** Bytes of each sample, 0 if they differ. */
  readonly bytes: number
  bytesOf(sample: number): number
  readonly durations: Table
  readonly offsets: Table
  /** Chunks of adjacent samples: how many samples each has. */
  readonly runs: Table
  readonly chunks: number
  chunkAt(chunk: number): number
}

export function readSampleTable({ read, window }: FileBytes, stbl: Box): SampleTable {
  const box = (type: string) => boxIn(read, stbl, type)
  const long = box('co64')
  const chunks = long ? tableOf(long, 8, window) : tableOf(box('stco'), 4, window)
  return {
    ...readSizes({ read, window }, box('stsz'), box('stz2')),
    durations: tableOf(box('stts'), 8, window),
    offsets: tableOf(box('ctts'), 8, window),
    runs: tableOf(box('stsc'), 12, window),
    chunks: chunks.count,
    chunkAt: (chunk) => (long ? chunks.entry(chunk) * 2 ** 32 + chunks.entry(chunk, 1) : chunks.entry(chunk)),
  }
}

type Sizes = Pick<SampleTable, 'count' | 'bytes' | 'bytesOf'>

const NONE: Sizes = { count: 0, bytes: 0, bytesOf: () => 0 }

function readSizes(
  { read, window }: Pick<FileBytes, 'read' | 'window'>,
  plain: Box | null,
  compact: Box | null,
): Sizes {
  const bytes = plain ? fieldAt(read, plain.start + 4) : 0
  if (plain && bytes > 0) return { count: fieldAt(read, plain.start + 8), bytes, bytesOf: () => bytes }
  if (plain) {
    const sizes = tableOf(plain, 4, window, 8)
    return { count: sizes.count, bytes: 0, bytesOf: (sample) => sizes.entry(sample) }
  }
  if (!compact) return NONE
  const bits = fieldAt(read, compact.start + 4) & 255
  if (![4, 8, 16].includes(bits)) return NONE
  const packed = tableOf(compact, bits / 8, window, 8)
  const bytesOf = (sample: number) => {
    const [at, rest] = [Math.floor((sample * bits) / 32), (sample * bits) % 32]
    return (packed.entry(0, at) << rest) >>> (32 - bits)
  }
  return { count: packed.count, bytes: 0, bytesOf }
}

/**
 * Counts the samples whose bytes are in the file. Null if bytes of one are missing, as in a truncated file. Takes as long as
 * the tables, whatever they claim.
 */
export function samplesWithin(table: SampleTable, fileBytes: number): number | null {
  let sample = 0
  let run = 0
  for (let chunk = 0; chunk < table.chunks && sample < table.count; chunk++) {
    // Chunks are counted from 1; the last run continues to the end.
    while (run + 1 < table.runs.count && table.runs.entry(run + 1) <= chunk + 1) run++
    const last = sample + Math.min(table.runs.count > 0 ? table.runs.entry(run, 1) : 0, table.count - sample)
    let end = table.chunkAt(chunk) + table.bytes * (last - sample)
    for (; table.bytes === 0 && sample < last; sample++) end += table.bytesOf(sample)
    if (end > fileBytes) return null
    sample = last
  }
  return sample
}
