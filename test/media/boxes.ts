/** Builds mp4 files from boxes, so that each can be wrong in one part. */

export function u32(...values: readonly number[]): Buffer {
  const bytes = Buffer.alloc(values.length * 4)
  for (const [index, value] of values.entries()) bytes.writeUInt32BE(value >>> 0, index * 4)
  return bytes
}

export function text(latin1: string): Buffer {
  return Buffer.from(latin1, 'latin1')
}

export function box(type: string, ...content: readonly Uint8Array[]): Buffer {
  const bytes = Buffer.concat(content)
  return Buffer.concat([u32(bytes.length + 8), text(type), bytes])
}

/** A box with a version, flags and fields of 32 bits. */
export function fullBox(type: string, flags: number, ...fields: readonly number[]): Buffer {
  return box(type, u32(flags, ...fields))
}

export function ftyp(major: string, ...others: readonly string[]): Buffer {
  return box('ftyp', text(major), u32(0x200), ...others.map(text))
}

export const UPRIGHT = [0x10000, 0, 0, 0, 0x10000, 0, 0, 0, 0x40000000]
export const TURNED = [0, 0x10000, 0, -0x10000, 0, 0, 0, 0, 0x40000000]

/** Parts of a track; omitted parts are those of a valid file of one second. */
export interface TrackShape {
  readonly id?: number
  readonly handler?: string
  readonly format?: string
  readonly enabled?: boolean
  readonly timescale?: number
  /** Pairs of (samples, duration). */
  readonly durations?: readonly number[]
  readonly offsets?: readonly number[]
  readonly samples?: number
  /** Of each sample. */
  readonly bytes?: number
  /** Offset of the first sample. */
  readonly at?: number
  readonly size?: readonly [width: number, height: number]
  readonly shown?: readonly [width: number, height: number]
  readonly pasp?: readonly [width: number, height: number]
  readonly matrix?: readonly number[]
  /** Pairs of (length in ms, from). */
  readonly edits?: readonly number[]
  readonly chapters?: number
}

const MOVIE_SCALE = 1000

export function trak(shape: TrackShape = {}): Buffer {
  const { id = 1, handler = 'vide', enabled = true, timescale = 24_000, size = [320, 240] } = shape
  const { shown = size, matrix = UPRIGHT, edits, chapters, pasp } = shape
  const { samples = 24, durations = [samples, 1000], offsets, bytes = 10, at = 0 } = shape
  const format = shape.format ?? (handler === 'vide' ? 'avc1' : 'mp4a')
  const [width, height] = size
  const entry =
    handler === 'vide'
      ? box(
          format,
          Buffer.alloc(24),
          u32(width * 0x10000 + height),
          Buffer.alloc(50),
          pasp ? box('pasp', u32(...pasp)) : u32(),
        )
      : box(format, Buffer.alloc(28))
  const pairs = (type: string, values: readonly number[]) => fullBox(type, 0, values.length / 2, ...values)
  const table = [
    pairs('stts', durations),
    ...(offsets ? [pairs('ctts', offsets)] : []),
    fullBox('stsc', 0, 1, 1, samples, 1),
    fullBox('stsz', 0, bytes, samples),
    fullBox('stco', 0, 1, at),
  ]
  const stsd = box('stsd', u32(0, 1), entry)
  const lists = edits?.flatMap((value, index) => (index % 2 === 0 ? [value] : [value, 0x10000]))
  return box(
    'trak',
    fullBox('tkhd', enabled ? 3 : 2, 0, 0, id, 0, 0, 0, 0, 0, 0, ...matrix, shown[0] * 0x10000, shown[1] * 0x10000),
    ...(lists ? [box('edts', fullBox('elst', 0, lists.length / 3, ...lists))] : []),
    ...(chapters ? [box('tref', box('chap', u32(chapters)))] : []),
    box(
      'mdia',
      fullBox('mdhd', 0, 0, 0, timescale, 0, 0),
      box('hdlr', u32(0, 0), text(handler), u32(0, 0, 0), text('\0')),
      box('minf', box('stbl', stsd, ...table)),
    ),
  )
}

export function moov(...content: readonly Uint8Array[]): Buffer {
  return box(
    'moov',
    fullBox('mvhd', 0, 0, 0, MOVIE_SCALE, 0, 0x10000, 0, 0, 0, ...UPRIGHT, 0, 0, 0, 0, 0, 0, 2),
    ...content,
  )
}

/** Bytes for samples: those of a track begin at 0, in the box before, which no reader checks. */
export const mdat = box('mdat', Buffer.alloc(1000))

export const mp4 = ftyp('isom', 'isom', 'mp42')
export const mov = ftyp('qt  ', 'qt  ')
export const m4a = ftyp('M4A ', 'M4A ', 'isom')
