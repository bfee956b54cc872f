import type { FileBytes } from './bytes.ts'
import { crc16, FLAC_HEADER_BYTES, type FlacFrame, flacFrameAt } from './flac-frame.ts'

interface StreamInfo {
  readonly rate: number
  /** 0 if the encoder did not know. */
  readonly samples: number
  /** Where the frames begin. */
  readonly framesAt: number
}

/**
 * Seconds of sound: the longer of STREAMINFO's value and the sum of the frames. The first may be 0, and the second lacks
 * damaged frames. Null if there are no frames.
 * @param start position of `fLaC`
 */
export function flacSeconds(file: FileBytes, start: number): number | null {
  const stream = readStreamInfo(file, start)
  const held = stream && secondsOfFrames(file, stream)
  if (!stream || !held) return null
  return Math.max(held, stream.rate > 0 ? stream.samples / stream.rate : 0)
}

const STREAMINFO = 0
const STREAMINFO_BYTES = 34

function readStreamInfo({ read }: FileBytes, start: number): StreamInfo | null {
  let at = start + 4
  let found: Omit<StreamInfo, 'framesAt'> | null = null
  for (;;) {
    const header = read(at, 4)
    if (header.length < 4) return null
    const [first, length] = [header.readUInt8(0), header.readUIntBE(1, 3)]
    if ((first & 127) === STREAMINFO && length >= STREAMINFO_BYTES) {
      const content = read(at + 4, STREAMINFO_BYTES)
      if (content.length < STREAMINFO_BYTES) return null
      found = {
        rate: content.readUIntBE(10, 3) >>> 4,
        samples: (content.readUInt8(13) & 15) * 2 ** 32 + content.readUInt32BE(14),
      }
    }
    at += 4 + length
    if (first > 127) return found && { ...found, framesAt: at }
  }
}

/** Bytes that are scanned at a time. */
const STEP = 32 * 1024

/** A header, and the running checksum of the bytes from its position. */
interface Begun {
  readonly frame: FlacFrame
  crc: number
}

/**
 * Counts frames. A frame ends where its checksum matches and the next header begins, or, if it is damaged, where a header has
 * the next number. A header alone may be chance, so after damage two consecutive headers must match.
 */
function secondsOfFrames({ read }: FileBytes, { framesAt, rate }: StreamInfo): number {
  let seconds = 0
  let known: Begun | null = null
  let likely: Begun | null = null
  const count = ({ samples, rate: own }: FlacFrame) => {
    seconds += samples / (own || rate || Number.POSITIVE_INFINITY)
  }
  for (let at = framesAt; ; at += STEP) {
    const bytes = read(at, STEP + FLAC_HEADER_BYTES)
    const end = Math.min(STEP, bytes.length)
    let summed = 0
    const sumTo = (position: number) => {
      for (const begun of [known, likely]) if (begun) begun.crc = crc16(begun.crc, bytes, summed, position)
      summed = position
    }
    for (let i = bytes.indexOf(0xff); i >= 0 && i < end; i = bytes.indexOf(0xff, i + 1)) {
      const frame = flacFrameAt(bytes, i)
      if (!frame) continue
      sumTo(i)
      const isLikely: boolean = likely !== null && isEndOf(likely, frame)
      if (known && !isEndOf(known, frame) && !isLikely) {
        likely = { frame, crc: 0 }
        continue
      }
      if (likely && isLikely) count(likely.frame)
      count(frame)
      known = { frame, crc: 0 }
      likely = null
    }
    if (end < STEP) return seconds
    sumTo(end)
  }
}

/** Whether a frame ends where `next` begins. */
function isEndOf({ frame, crc }: Begun, next: FlacFrame): boolean {
  return crc === 0 || next.number - frame.number === (frame.countsSamples ? frame.samples : 1)
}
