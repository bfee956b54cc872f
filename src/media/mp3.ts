import type { FileBytes, Read } from './bytes.ts'
import { areOfOneStream, isMp3RunAt, MP3_HEADER_BYTES, MP3_RUN_BYTES, type Mp3Frame, mp3FrameAt } from './mp3-frame.ts'

/**
 * Seconds of sound between two positions, counted frame by frame: what a header claims of the whole, or its bit rate
 * suggests, is not believed. Less what the encoder says it added at both ends, as players do. Null where there is no sound.
 *
 * Mediabunny's walk counts the same; it takes 55 ms a megabyte, keeps an object a frame, and passes over every frame that has
 * `Xing` in it, not only the first.
 */
export function mp3Seconds({ read }: Pick<FileBytes, 'read'>, start: number, end: number): number | null {
  let at = nextRun(read, start, end)
  let last = at === null ? null : frameAt(read, at, end)
  if (at === null || !last) return null
  const added = addedSamples(read(at, ENCODER_TAG_BYTES), last)
  if (added !== null) at += last.bytes
  let seconds = -(added ?? 0) / last.rate
  while (at !== null) {
    const frame = frameAt(read, at, end)
    if (frame && areOfOneStream(frame, last)) {
      seconds += frame.samples / frame.rate
      at += frame.bytes
      continue
    }
    // The frame before may be a byte short of what its padding bit says.
    at = nextRun(read, at - 1, end)
    last = (at === null ? null : frameAt(read, at, end)) ?? last
  }
  return seconds > 0 ? seconds : null
}

/** A frame that is all there. */
function frameAt(read: Read, at: number, end: number): Mp3Frame | null {
  const frame = mp3FrameAt(read(at, MP3_HEADER_BYTES), 0)
  return frame && at + frame.bytes <= end ? frame : null
}

const STEP = 4096

function nextRun(read: Read, from: number, end: number): number | null {
  for (let at = from; at < end; at += STEP) {
    const bytes = read(at, Math.min(STEP + MP3_RUN_BYTES, end - at))
    if (bytes.length === 0) return null
    const isEnd = at + bytes.length === end
    for (let i = bytes.indexOf(0xff); i >= 0 && i < STEP; i = bytes.indexOf(0xff, i + 1)) {
      if (isMp3RunAt(bytes, i, isEnd)) return at + i
    }
  }
  return null
}

/** Where the tag of a first frame can stand, by what the frame has beside its sound. */
const XING_AT = { stereo1: 36, mono1: 21, stereo2: 21, mono2: 13 } as const
const VBRI_AT = 36
/** From the tag's first byte: its flags, and the optional fields by their bit. */
const FLAGS_AT = 4
const FIELD_BYTES = [4, 4, 100, 4]
const ENCODERS = ['LAME', 'Lavf', 'Lavc']
/** From the encoder's name on. */
const DELAYS_AT = 21
const ENCODER_TAG_BYTES = 256

/**
 * Samples that the encoder added before and behind the sound, if a first frame holds no sound but a tag of the encoder's;
 * null if it is sound. Both are of twelve bits: at most a sixth of a second at 48 kHz.
 */
function addedSamples(bytes: Buffer, frame: Mp3Frame): number | null {
  const word = (at: number, length = 4) => bytes.toString('latin1', at, at + length)
  if (word(VBRI_AT) === 'VBRI') return 0
  const at = XING_AT[`${frame.isMono ? 'mono' : 'stereo'}${frame.samples === 1152 ? 1 : 2}`]
  if (word(at) !== 'Xing' && word(at) !== 'Info') return null
  if (at + FLAGS_AT + 4 > bytes.length) return 0
  const flags = bytes.readUInt32BE(at + FLAGS_AT)
  const fields = FIELD_BYTES.reduce((sum, length, bit) => sum + (flags & (1 << bit) ? length : 0), 0)
  const encoder = at + FLAGS_AT + 4 + fields
  if (!ENCODERS.includes(word(encoder)) || encoder + DELAYS_AT + 3 > bytes.length) return 0
  const delays = bytes.readUIntBE(encoder + DELAYS_AT, 3)
  return (delays >> 12) + (delays & 0xfff)
}
