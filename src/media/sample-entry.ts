import { type Box, boxesIn, boxIn, fieldAt } from './boxes.ts'
import type { Read } from './bytes.ts'
import type { Size } from './canvas.ts'
import { isTaken } from './codecs.ts'

/** Codecs of still images: artwork, or the images of chapters, unless there are many. */
const STILLS = /^(jpeg|png |tiff|gif |MJPG|mjp[2a]?)$/i
/** Object types of MPEG-4 for JPEG and PNG. */
const STILL_OBJECTS = [0x6c, 0x6d]
/** Encrypted entries: common encryption, and Apple's. */
const ENCRYPTED = /^(encv|enca|drmi|drms|enct)$/

const ENTRIES_MAX = 16

/** The codecs and sizes of a track's samples (ISO 14496-12 8.5.2). */
export interface SampleEntries {
  readonly first: Box
  readonly isEncrypted: boolean
  readonly isStills: boolean
  /** Whether every entry has an accepted codec. */
  readonly isTaken: boolean
  /** Frame size of the first entry, and pixels of the largest; 0 for sound. */
  readonly coded: Size
  readonly pixels: number
}

/** Reads all entries, because a decoder may receive any of them. */
export function readSampleEntries(read: Read, stsd: Box, kind: 'video' | 'audio'): SampleEntries | null {
  const entries: Box[] = []
  for (const entry of boxesIn(read, stsd.start + 8, stsd.end)) {
    if (entries.push(entry) === ENTRIES_MAX) break
  }
  const [first] = entries
  if (!first) return null
  const sizes = kind === 'video' ? entries.map((entry) => codedSize(read, entry)) : []
  const isEncrypted = entries.some(({ type }) => ENCRYPTED.test(type))
  return {
    first,
    isEncrypted,
    isStills: STILLS.test(first.type) || STILL_OBJECTS.includes(objectType(read, first)),
    isTaken: entries.every((entry) => isTaken(kind, entry.type, objectType(read, entry))),
    coded: sizes[0] ?? NONE,
    pixels: Math.max(0, ...sizes.map(({ width, height }) => width * height)),
  }
}

const NONE: Size = { width: 0, height: 0 }

/** Coded size of the frames that an entry describes. */
export function codedSize(read: Read, entry: Box): Size {
  const pixels = fieldAt(read, entry.start + 24)
  return { width: pixels >>> 16, height: pixels & 0xffff }
}

/** Object type of an `mp4v` entry, from the descriptors in its `esds` (ISO 14496-1 7.2.6); 0 if it has none. */
function objectType(read: Read, entry: Box): number {
  const esds = entry.type === 'mp4v' ? boxIn(read, { start: entry.start + 78, end: entry.end }, 'esds') : null
  if (!esds) return 0
  const bytes = read(esds.start + 4, 32)
  const descriptor = (at: number) => {
    let next = at + 1
    while ((bytes[next] ?? 0) > 127) next++
    return next + 1
  }
  // An elementary stream's number and flags. Flags that announce further fields are not used in mp4.
  const decoder = descriptor(0) + 3
  return bytes[decoder] === 4 ? (bytes[descriptor(decoder)] ?? 0) : 0
}
