import { type Box, boxIn, fieldAt, wordAt } from './boxes.ts'
import type { FileBytes, Read } from './bytes.ts'
import type { Size } from './canvas.ts'
import { displaySize, type Matrix } from './display.ts'
import { type Edit, readEdits } from './edits.ts'
import { MP4_TRACKS_MAX } from './limits.ts'
import { readSampleEntries } from './sample-entry.ts'
import { readSampleTable, type SampleTable } from './sample-table.ts'

/** A video or audio track (ISO 14496-12 8.3). */
export interface Track {
  readonly id: number
  readonly kind: 'video' | 'audio'
  readonly isEnabled: boolean
  readonly isEncrypted: boolean
  /** Whether its codec is one for still images. */
  readonly isStills: boolean
  /** Whether all its samples have accepted codecs. */
  readonly isTaken: boolean
  /** Coded size of its frames, and pixels of the largest; 0 for sound. */
  readonly coded: Size
  readonly pixels: number
  /** Units per second. */
  readonly timescale: number
  readonly edits: readonly Edit[]
  /** Upright, in square pixels; null for sound. */
  readonly size: Size | null
  /** Tracks with this one's chapters. */
  readonly chapters: readonly number[]
  readonly samples: SampleTable
}

const KINDS: Readonly<Record<string, Track['kind']>> = { vide: 'video', soun: 'audio' }

/** Null if it is neither video nor audio, or lacks a required box. */
export function readTrack(file: FileBytes, trak: Box, movie: Matrix): Track | null {
  const { read } = file
  const header = boxIn(read, trak, 'tkhd')
  const media = boxIn(read, trak, 'mdia')
  const handler = media && boxIn(read, media, 'hdlr')
  const times = media && boxIn(read, media, 'mdhd')
  const stbl = media && boxIn(read, media, 'minf', 'stbl')
  const stsd = stbl && boxIn(read, stbl, 'stsd')
  const kind = handler && KINDS[wordAt(read, handler.start + 8)]
  const entries = stsd && kind ? readSampleEntries(read, stsd, kind) : null
  if (!header || !times || !stbl || !entries || !kind) return null
  const timescale = fieldAt(read, times.start + (isLong(file, times) ? 20 : 12))
  if (timescale === 0) return null
  const [idAt, matrixAt] = isLong(file, header) ? [20, 52] : [12, 40]
  const { first, ...samplesAre } = entries
  return {
    id: fieldAt(read, header.start + idAt),
    kind,
    isEnabled: (fieldAt(read, header.start) & 1) === 1,
    ...samplesAre,
    timescale,
    edits: readEdits(file, boxIn(read, trak, 'edts', 'elst')),
    size: kind === 'video' ? displaySize(read, first, header.start + matrixAt, movie) : null,
    chapters: readIds(read, boxIn(read, trak, 'tref', 'chap')),
    samples: readSampleTable(file, stbl),
  }
}

/** Whether a full box has 64-bit times. */
export function isLong({ read }: Pick<FileBytes, 'read'>, box: Box): boolean {
  return read(box.start, 1)[0] === 1
}

function readIds(read: Read, box: Box | null): number[] {
  if (!box) return []
  const count = Math.min(Math.floor((box.end - box.start) / 4), MP4_TRACKS_MAX)
  return Array.from({ length: count }, (_, index) => fieldAt(read, box.start + index * 4))
}
