import { type Box, boxesIn, boxIn, fieldAt } from './boxes.ts'
import type { Read } from './bytes.ts'
import type { Size } from './canvas.ts'
import { isTaken } from './codecs.ts'

/** Codecs of single pictures: artwork, or the pictures of chapters, unless there are many. */
const STILLS = /^(jpeg|png |tiff|gif |MJPG|mjp[2a]?)$/i
/** Object types of MPEG-4 for JPEG and PNG. */
const STILL_OBJECTS = [0x6c, 0x6d]
/** Common encryption, and Apple's. */
const ENCRYPTED = /^(encv|enca|drmi|drms|enct)$/

const ENTRIES_MAX = 16

/** What a track's samples are of (ISO 14496-12 8.5.2). */
export interface SampleEntries {
  readonly first: Box
  readonly isEncrypted: boolean
  readonly isStills: boolean
  /** Whether each is of a codec that is taken. */
  readonly isTaken: boolean
  /** Size of the first one's pictures, and pixels of the largest; 0 for sound. */
  readonly coded: Size
  readonly pixels: number
}

/** Description of pictures and sound: a decoder may be given any of them, so all are judged. */
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

/** Of the pictures that an entry describes, as they are coded. */
export function codedSize(read: Read, entry: Box): Size {
  const pixels = fieldAt(read, entry.start + 24)
  return { width: pixels >>> 16, height: pixels & 0xffff }
}

/** Object type of an `mp4v` entry, from the descriptors in its `esds` (ISO 14496-1 7.2.6); 0 where it has none. */
function objectType(read: Read, entry: Box): number {
  const esds = entry.type === 'mp4v' ? boxIn(read, { start: entry.start + 78, end: entry.end }, 'esds') : null
  if (!esds) return 0
  const bytes = read(esds.start + 4, 32)
  const descriptor = (at: number) => {
    let next = at + 1
    while ((bytes[next] ?? 0) > 127) next++
    return next + 1
  }
  // An elementary stream's number and flags; of the flags, only those of no further field are in use.
  const decoder = descriptor(0) + 3
  return bytes[decoder] === 4 ? (bytes[descriptor(decoder)] ?? 0) : 0
}
