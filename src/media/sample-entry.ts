import { type Box, boxesIn, boxIn } from './boxes.ts'
import type { Read } from './bytes.ts'

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
}

export function readSampleEntries(read: Read, stsd: Box): SampleEntries | null {
  const entries: Box[] = []
  for (const entry of boxesIn(read, stsd.start + 8, stsd.end)) {
    if (entries.push(entry) === ENTRIES_MAX) break
  }
  const [first] = entries
  if (!first) return null
  const isEncrypted = entries.some(({ type }) => ENCRYPTED.test(type))
  return { first, isEncrypted, isStills: STILLS.test(first.type) || STILL_OBJECTS.includes(objectType(read, first)) }
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
