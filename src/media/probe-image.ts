import type { Metadata, Sharp } from 'sharp'
import { MEDIA_MAX_PIXELS } from '../limits.ts'
import type { Sniffed } from './kinds.ts'
import { PROBE_MS } from './limits.ts'
import type { Media } from './media.ts'
import { assertFewPixels, unreadable } from './refusals.ts'

/**
 * Reads an image's header, and decodes the image to check that it is complete. Of an animation the first frame counts.
 * @throws DomainError 400 image_too_large, media_unreadable
 */
export async function probeImage(path: string, { contentType }: Sniffed): Promise<Media> {
  const open = await openSharp()
  // No limit for the header: libvips would report too many pixels in the same way as damage.
  const header = await open(path, false).metadata().catch(toNull)
  if (!header) throw unreadable('image')
  const { width, height } = header.autoOrient
  assertFewPixels('image', width * height)
  if (isDecodable(header) && !(await decode(open(path, MEDIA_MAX_PIXELS.image)).catch(toNull)))
    throw unreadable('image')
  return { kind: 'image', contentType, width, height, durationMs: null, hasAudio: false }
}

const toNull = () => null

/** Loaded with the first image only: it costs 35 MB and a fifth of a second. V8's heap limit does not include its memory. */
async function openSharp(): Promise<(path: string, pixels: number | false) => Sharp> {
  const { openImage, sparing } = await import('./open-image.ts')
  sparing()
  return (path, pixels) => openImage(path, pixels, { sequentialRead: true })
}

/**
 * A plain JPEG or PNG is decoded row by row: 48 megapixels took 7 and 13 MB, 0.1 and 0.5 s of CPU time. A progressive JPEG, an
 * interlaced PNG or a WebP is decoded all at once, 3 to 8 bytes a pixel: of larger ones only the header is checked.
 */
const DECODED_AT_ONCE_MAX = 16_000_000

function isDecodable({ format, isProgressive, width, height }: Metadata): boolean {
  return (format !== 'webp' && !isProgressive) || width * height <= DECODED_AT_ONCE_MAX
}

/** Shrinks the image to a few pixels, which decodes all its bytes. */
function decode(image: Sharp): Promise<Buffer> {
  const timeout = { seconds: PROBE_MS / 1000 }
  return image.timeout(timeout).resize(8, 8, { fit: 'fill', kernel: 'nearest' }).raw().toBuffer()
}
