/** The header of a FLAC frame (RFC 9639 9.1). */
export interface FlacFrame {
  readonly samples: number
  /** Samples per second; 0 if only STREAMINFO has the rate. */
  readonly rate: number
  /** Number of the frame, or of its first sample if frames differ in length. */
  readonly number: number
  readonly countsSamples: boolean
}

/** Maximum length of a header: four bytes, a number of seven, two of samples, two of rate, a checksum. */
export const FLAC_HEADER_BYTES = 16
const SHORTEST_BYTES = 6

const RATES = [0, 88_200, 176_400, 192_000, 8000, 16_000, 22_050, 24_000, 32_000, 44_100, 48_000, 96_000]

/** Null if there is none. In other data one in eight million positions looks like a header. */
export function flacFrameAt(bytes: Buffer, at: number): FlacFrame | null {
  if (at + SHORTEST_BYTES > bytes.length) return null
  const header = bytes.readUInt32BE(at)
  const [sizeCode, rateCode] = [(header >>> 12) & 15, (header >>> 8) & 15]
  const isSync = header >>> 17 === 0x7ffc
  const isReserved = sizeCode === 0 || rateCode === 15 || ((header >>> 4) & 15) > 10 || ((header >>> 1) & 7) === 3
  if (!isSync || isReserved || (header & 1) !== 0) return null
  const coded = codedNumber(bytes, at + 4)
  if (!coded) return null
  let next = at + 4 + coded.bytes
  const samples = blockSamples(sizeCode, bytes, next)
  next += sizeCode === 6 ? 1 : sizeCode === 7 ? 2 : 0
  const rate = blockRate(rateCode, bytes, next)
  next += rateCode === 12 ? 1 : rateCode > 12 ? 2 : 0
  if (crc8(bytes, at, next) !== bytes[next]) return null
  return { samples, rate, number: coded.number, countsSamples: ((header >>> 16) & 1) === 1 }
}

/** Encoded as in UTF-8, up to 36 bits. */
function codedNumber(bytes: Buffer, at: number): { readonly number: number; readonly bytes: number } | null {
  const first = byteAt(bytes, at)
  const ones = Math.clz32(~(first << 24))
  if (ones === 0) return { number: first, bytes: 1 }
  if (ones === 1 || ones > 7) return null
  let number = first & (0x7f >> ones)
  for (let i = 1; i < ones; i++) {
    const byte = byteAt(bytes, at + i)
    if (byte >>> 6 !== 2) return null
    number = number * 64 + (byte & 63)
  }
  return { number, bytes: ones }
}

function blockSamples(code: number, bytes: Buffer, at: number): number {
  if (code === 1) return 192
  if (code <= 5) return 144 << code
  if (code === 6) return byteAt(bytes, at) + 1
  if (code === 7) return wordAt(bytes, at) + 1
  return 1 << code
}

function blockRate(code: number, bytes: Buffer, at: number): number {
  if (code === 12) return byteAt(bytes, at) * 1000
  if (code === 13) return wordAt(bytes, at)
  if (code === 14) return wordAt(bytes, at) * 10
  return RATES[code] ?? 0
}

function byteAt(bytes: Buffer, at: number): number {
  return bytes[at] ?? 0
}

function wordAt(bytes: Buffer, at: number): number {
  return byteAt(bytes, at) * 256 + byteAt(bytes, at + 1)
}

const CRC8 = Uint8Array.from({ length: 256 }, (_, byte) => remainder(byte, 8, 0x07))
const CRC16 = Uint16Array.from({ length: 256 }, (_, byte) => remainder(byte << 8, 16, 0x8005))

function remainder(value: number, bits: number, polynomial: number): number {
  let rest = value
  for (let i = 0; i < 8; i++) rest = rest & (1 << (bits - 1)) ? (rest << 1) ^ polynomial : rest << 1
  return rest & ((1 << bits) - 1)
}

function crc8(bytes: Buffer, start: number, end: number): number {
  let crc = 0
  for (let i = start; i < end; i++) crc = CRC8[crc ^ byteAt(bytes, i)] ?? 0
  return crc
}

/** Continues a frame's checksum; 0 after the last byte of an intact frame. */
export function crc16(crc: number, bytes: Buffer, start: number, end: number): number {
  let sum = crc
  for (let i = start; i < end; i++) sum = ((sum << 8) & 0xffff) ^ (CRC16[(sum >>> 8) ^ byteAt(bytes, i)] ?? 0)
  return sum
}
