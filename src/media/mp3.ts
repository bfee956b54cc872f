import type { FileBytes, Read } from './bytes.ts'
import { areOfOneStream, isMp3RunAt, MP3_HEADER_BYTES, MP3_RUN_BYTES, type Mp3Frame, mp3FrameAt } from './mp3-frame.ts'

/**
 * Seconds of sound between two positions, counted frame by frame: neither the total in a header nor the bit rate is trusted. As
 * in players, samples that the encoder added at both ends are subtracted. Null if there is no sound.
 *
 * Mediabunny counts the same, but takes 55 ms a megabyte, keeps an object for each frame, and skips every frame that contains
 * `Xing`, not only the first.
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
    // The previous frame may be a byte shorter than its padding bit says.
    at = nextRun(read, at - 1, end)
    last = (at === null ? null : frameAt(read, at, end)) ?? last
  }
  return seconds > 0 ? seconds : null
}

/** A complete frame. */
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

/** Position of the tag in a first frame, by the length of its side information. */
const XING_AT = { stereo1: 36, mono1: 21, stereo2: 21, mono2: 13 } as const
const VBRI_AT = 36
/** Relative to the tag's first byte: its flags, and the optional fields by their bit. */
const FLAGS_AT = 4
const FIELD_BYTES = [4, 4, 100, 4]
const ENCODERS = ['LAME', 'Lavf', 'Lavc']
/** Relative to the encoder's name. */
const DELAYS_AT = 21
const ENCODER_TAG_BYTES = 256

/**
 * Samples that the encoder added before and after the sound, if the first frame contains only the encoder's tag; null if it
 * contains sound. Both values have twelve bits: at most a sixth of a second at 48 kHz.
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
