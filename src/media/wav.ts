import type { FileBytes, Read } from './bytes.ts'
import { mp3Seconds } from './mp3.ts'
import { unsupportedCodec } from './refusals.ts'

/** Tags of `fmt ` (RFC 2361, mmreg.h). */
const TAG = { pcm: 1, msAdpcm: 2, float: 3, aLaw: 6, muLaw: 7, imaAdpcm: 0x11, gsm610: 0x31, mp3: 0x55 } as const
const EXTENSIBLE = 0xfffe

interface Format {
  readonly tag: number
  readonly channels: number
  readonly rate: number
  readonly blockBytes: number
  readonly bits: number
}

interface Part {
  readonly start: number
  readonly end: number
}

interface Chunks {
  format: Format | null
  /** Length of `data` in RF64, whose own length field is 0xFFFFFFFF. */
  dataBytes: number | null
  sound: Part | null
}

/**
 * Seconds of sound in a RIFF or RF64 file, by the bytes that exist; null if they cannot be determined. Our own reader: every
 * tested library fails on size fields that recorders and pipes leave at 0 or 0xFFFFFFFF, or on an odd chunk without padding.
 * @throws DomainError 415 unsupported_media_type for a codec that is not accepted
 */
export function wavSeconds(file: FileBytes): number | null {
  const { format, sound } = readChunks(file)
  if (!format || !sound || format.channels === 0 || format.rate === 0) return null
  const bytes = sound.end - sound.start
  if (bytes <= 0) return null
  if (format.tag === TAG.mp3) return mp3Seconds(file, sound.start, sound.end)
  const samples = samplesIn(format, bytes)
  return samples === null ? null : samples / format.rate
}

/** Samples in this many bytes, by the codec's own sample size; the header fields for it may be wrong. */
function samplesIn({ tag, channels, blockBytes, bits }: Format, bytes: number): number | null {
  const blocks = (size: number, samples: number) =>
    size > 0 && samples > 0 ? Math.floor(bytes / size) * samples : null
  switch (tag) {
    case TAG.pcm:
    case TAG.float:
      return blocks(bits > 0 ? sampleBytes(bits, blockBytes / channels) * channels : blockBytes, 1)
    case TAG.aLaw:
    case TAG.muLaw:
      return Math.floor(bytes / channels)
    case TAG.msAdpcm:
      return blocks(blockBytes, Math.floor(((blockBytes - 7 * channels) * 2) / channels) + 2)
    case TAG.imaAdpcm:
      return blocks(blockBytes, Math.floor(((blockBytes - 4 * channels) * 2) / channels) + 1)
    case TAG.gsm610:
      return blocks(65, 320)
    default:
      throw unsupportedCodec('audio')
  }
}

/** As in players, the container size counts only for 24 bits in four bytes. */
function sampleBytes(bits: number, container: number): number {
  const bytes = Math.ceil(bits / 8)
  return bytes === 3 && container === 4 ? container : bytes
}

const HEADER_BYTES = 12
const CHUNK_BYTES = 8
/** Normal files have a dozen; a file of empty chunks could have millions. */
const CHUNKS_MAX = 10_000

function readChunks(file: FileBytes): Chunks {
  const { read, size } = file
  const chunks: Chunks = { format: null, dataBytes: null, sound: null }
  let at = HEADER_BYTES
  for (let count = 0; count < CHUNKS_MAX && !chunks.sound && at + CHUNK_BYTES <= size; count++) {
    const header = read(at, CHUNK_BYTES)
    const id = header.toString('latin1', 0, 4)
    const length = header.readUInt32LE(4)
    const start = at + CHUNK_BYTES
    const end = id === 'data' ? endOfData(read, start, length, size, chunks.dataBytes) : start + length
    take(chunks, id, read(start, 40), { start, end: Math.min(end, size) })
    at = nextChunk(read, end)
  }
  return chunks
}

function take(chunks: Chunks, id: string, content: Buffer, part: Part): void {
  const room = Math.min(content.length, part.end - part.start)
  if (id === 'fmt ' && room >= 14) chunks.format ??= readFormat(content.subarray(0, room))
  else if (id === 'ds64' && room >= 16) chunks.dataBytes = Number(content.readBigUInt64LE(8))
  else if (id === 'data') chunks.sound = part
}

function readFormat(content: Buffer): Format {
  const tag = content.readUInt16LE(0)
  return {
    // In an extensible format the tag is at the beginning of the GUID.
    tag: tag === EXTENSIBLE && content.length >= 26 ? content.readUInt16LE(24) : tag,
    channels: content.readUInt16LE(2),
    rate: content.readUInt32LE(4),
    blockBytes: content.readUInt16LE(12),
    bits: content.length >= 16 ? content.readUInt16LE(14) : 0,
  }
}

/** Writers that cannot seek back leave 0 or 0xFFFFFFFF. The sound then extends to the end of the file, unless chunks follow. */
function endOfData(read: Read, start: number, length: number, size: number, dataBytes: number | null): number {
  if (length === 0xffff_ffff) return dataBytes === null ? size : start + dataBytes
  if (length === 0) return isChunk(read, start) ? start : size
  return start + length
}

const KNOWN = /^(LIST|INFO|id3 |ID3 |JUNK|PAD |bext|cue |smpl|inst|fact|PEAK|iXML|_PMX|acid|data|fmt )$/

function isChunk(read: Read, at: number): boolean {
  return KNOWN.test(read(at, 4).toString('latin1'))
}

/** Chunks are padded to even lengths; some writers omit the padding. */
function nextChunk(read: Read, end: number): number {
  return end % 2 === 1 && !isChunk(read, end) ? end + 1 : end
}
