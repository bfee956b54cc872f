import { isTrailingTag } from './tag.ts'

/** The header of a frame of MPEG audio layer III (ISO 11172-3 2.4.1.3, ISO 13818-3). */
export interface Mp3Frame {
  /** Length including the header. */
  readonly bytes: number
  readonly samples: number
  /** Samples per second. */
  readonly rate: number
  readonly isMono: boolean
}

const LAYER_III = 1
const MPEG_1 = 3
const MPEG_2 = 2
const RESERVED = 1
/** Kilobits a second by index. 0, the free format, is left out, because no decoder of ours reads it. */
const BITRATES_1 = [0, 32, 40, 48, 56, 64, 80, 96, 112, 128, 160, 192, 224, 256, 320]
const BITRATES_2 = [0, 8, 16, 24, 32, 40, 48, 56, 64, 80, 96, 112, 128, 144, 160]
const RATES = [44_100, 48_000, 32_000]

export const MP3_HEADER_BYTES = 4

/** Null for everything except layer III, also for layers I and II and for ADTS. */
export function mp3FrameAt(bytes: Buffer, at: number): Mp3Frame | null {
  if (at + MP3_HEADER_BYTES > bytes.length) return null
  const header = bytes.readUInt32BE(at)
  if (header >>> 21 !== 0x7ff) return null
  const version = (header >>> 19) & 3
  const layer = (header >>> 17) & 3
  const emphasis = header & 3
  if (version === RESERVED || layer !== LAYER_III || emphasis === 2) return null
  const kilobits = (version === MPEG_1 ? BITRATES_1 : BITRATES_2)[(header >>> 12) & 15]
  const base = RATES[(header >>> 10) & 3]
  if (!kilobits || !base) return null
  const rate = version === MPEG_1 ? base : version === MPEG_2 ? base / 2 : base / 4
  const samples = version === MPEG_1 ? 1152 : 576
  const padding = (header >>> 9) & 1
  const bytesOfFrame = Math.floor(((samples / 8) * kilobits * 1000) / rate) + padding
  return { bytes: bytesOfFrame, samples, rate, isMono: ((header >>> 6) & 3) === 3 }
}

/** Whether two frames can belong to one stream. */
export function areOfOneStream(one: Mp3Frame, other: Mp3Frame): boolean {
  return one.rate === other.rate && one.samples === other.samples
}

const RUN_FRAMES = 3
const FRAME_BYTES_MAX = 1441
/** Bytes that `isMp3RunAt` reads. */
export const MP3_RUN_BYTES = RUN_FRAMES * FRAME_BYTES_MAX + 8

/**
 * Whether sound begins at a position: three frames in a row, or two at the end of the file. Any data contains a single one by
 * chance every few kilobytes, and no decoder accepts it.
 * @param isEnd whether the sound ends with the bytes
 */
export function isMp3RunAt(bytes: Buffer, at: number, isEnd: boolean): boolean {
  const first = mp3FrameAt(bytes, at)
  if (!first) return false
  let next = at + first.bytes
  for (let count = 1; count < RUN_FRAMES; count++) {
    if (count > 1 && ((isEnd && next === bytes.length) || isTrailingTag(bytes, next))) return true
    const frame = mp3FrameAt(bytes, next)
    if (!frame || !areOfOneStream(first, frame)) return false
    next += frame.bytes
  }
  return true
}
