import { AUDIO_MAX_BYTES, IMAGE_MAX_BYTES, VIDEO_MAX_BYTES } from '../limits.ts'
import { MEDIA_HEAD_BYTES } from './limits.ts'
import type { Media, MediaKind } from './media.ts'
import { isMp3RunAt } from './mp3-frame.ts'
import { skipTags, TAG_HEADER_BYTES } from './tag.ts'

/** Number of first bytes that identify a file's kind. */
export const HEAD_BYTES = MEDIA_HEAD_BYTES

const CAPS: Readonly<Record<MediaKind, number>> = {
  image: IMAGE_MAX_BYTES,
  audio: AUDIO_MAX_BYTES,
  video: VIDEO_MAX_BYTES,
}

/** Maximum bytes of a file by kind (docs/rules/files.md#upload). */
export function capOf(kind: MediaKind): number {
  return CAPS[kind]
}

/**
 * Kind of a file by its first bytes. Only the whole file shows that an mp4 has no frames, or that sound follows a tag longer
 * than the head.
 */
export type Sniffed = Pick<Media, 'kind' | 'contentType'>

const IMAGE = {
  png: { kind: 'image', contentType: 'image/png' },
  jpeg: { kind: 'image', contentType: 'image/jpeg' },
  webp: { kind: 'image', contentType: 'image/webp' },
} as const
const VIDEO = {
  mp4: { kind: 'video', contentType: 'video/mp4' },
  mov: { kind: 'video', contentType: 'video/quicktime' },
} as const
export const AUDIO = {
  mp3: { kind: 'audio', contentType: 'audio/mpeg' },
  wav: { kind: 'audio', contentType: 'audio/wav' },
  m4a: { kind: 'audio', contentType: 'audio/mp4' },
  flac: { kind: 'audio', contentType: 'audio/flac' },
} as const

const PNG = '\x89PNG\r\n\x1a\n'
const JPEG = '\xff\xd8\xff'

/**
 * The whitelist of spec 4.10, by content (docs/rules/files.md#content-type); null for everything else. Our own code: general
 * type detectors do not recognise mp3 without a tag, RF64 or sound in an mp4, and report every file with mp4's boxes as mp4.
 * @param head the first `HEAD_BYTES`, or all of a shorter file
 */
export function sniff(head: Buffer): Sniffed | null {
  const word = (at: number, length = 4) => head.toString('latin1', at, at + length)
  if (word(0, 8) === PNG) return IMAGE.png
  if (word(0, 3) === JPEG) return IMAGE.jpeg
  if (word(0) === 'RIFF' && word(8) === 'WEBP' && /^VP8[ LX]$/.test(word(12))) return IMAGE.webp
  if (/^(RIFF|RF64|BW64)$/.test(word(0)) && word(8) === 'WAVE') return AUDIO.wav
  if (word(0) === 'fLaC') return AUDIO.flac
  if (word(4) === 'ftyp') return ofBrands(head)
  if (isQuickTime(head)) return VIDEO.mov
  return ofSound(head)
}

const SOUND_BRANDS = /^M4[AB] $/
/** Other kinds with the same boxes: HEIF, AVIF, JPEG 2000, raw photos, 3GPP. */
const OTHER_BRANDS = /^(he[iv][cxms]|mif[12]|msf1|avi[fso]|miaf|j(p2|px|pm|ph|xl) |mj2s|mjp2|crx |3g[a-z0-9]{2})$/
const VIDEO_BRANDS =
  /^(iso[0-9a-z]|mp4[0-9]|mp71|avc[0-9]|M4V[HP ]|qt {2}|dash|cmf[c2s]|hvc1|hev1|av01|MSNV|isml|piff)$/
const BRANDS_MAX = 32

/** Kind by the major brand; if that is unknown, by the compatible brands. */
function ofBrands(head: Buffer): Sniffed | null {
  const end = Math.min(head.readUInt32BE(0), head.length, 16 + BRANDS_MAX * 4)
  const major = head.toString('latin1', 8, 12)
  const others = []
  for (let at = 16; at + 4 <= end; at += 4) others.push(head.toString('latin1', at, at + 4))
  if (SOUND_BRANDS.test(major)) return AUDIO.m4a
  if (major === 'qt  ') return VIDEO.mov
  if (OTHER_BRANDS.test(major)) return null
  return [major, ...others].some((brand) => VIDEO_BRANDS.test(brand)) ? VIDEO.mp4 : null
}

/** The oldest files have no brand: they begin with one of a few atoms. */
function isQuickTime(head: Buffer): boolean {
  if (!/^(moov|mdat|wide|free|skip|pnot)$/.test(head.toString('latin1', 4, 8))) return false
  const size = head.readUInt32BE(0)
  // 0: until the end of the file; 1: the size follows. In a text file these bytes would mean a size above the limit.
  return size <= 1 || (size >= 8 && size <= VIDEO_MAX_BYTES)
}

/** If fewer bytes follow a tag, they may not include its first frame. */
const ENOUGH_BYTES = 8192
/** A cut recording begins with the rest of a frame, of at most this many bytes. */
const REST_BYTES = 1500
/** Text and formats with a signature in letters; boxes. */
const MARKED = /^([ -~]{4}|.{4}[a-z]{4})/s
/** Matroska and MPEG program streams: both can contain adjacent mp3 frames. */
const CONTAINERS = ['\x1aE\xdf\xa3', '\x00\x00\x01\xba']

function ofSound(head: Buffer): Sniffed | null {
  const start = skipTags((at) => head.subarray(at, at + TAG_HEADER_BYTES))
  if (start > 0 && head.toString('latin1', start, start + 4) === 'fLaC') return AUDIO.flac
  const first = head.toString('latin1', 0, 8)
  if (start === 0 && head[0] !== 0xff && (MARKED.test(first) || CONTAINERS.includes(first.slice(0, 4)))) return null
  const isWhole = head.length < HEAD_BYTES
  const until = start === 0 ? REST_BYTES : head.length
  for (let at = head.indexOf(0xff, start); at >= 0 && at < until; at = head.indexOf(0xff, at + 1)) {
    if (isMp3RunAt(head, at, isWhole)) return AUDIO.mp3
  }
  return start > 0 && head.length - start < ENOUGH_BYTES ? AUDIO.mp3 : null
}
