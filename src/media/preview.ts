import { stat } from 'node:fs/promises'
import { THUMBNAIL_PIXELS } from './limits.ts'
import { openImage } from './open-image.ts'
import { generated } from './provenance.ts'

/** Longest side of a preview. */
const SIDE = 320
const QUALITY = 72
const BYTES_MAX = 64 * 1024

/**
 * Makes a small WebP picture of a frame that an engine rendered.
 * @param marks whether it says that it is generated (docs/decisions/media.md#provenance)
 * @throws Error if it is not an image, or more than 64 KB
 */
export async function makePreview(frame: string, to: string, marks: boolean): Promise<void> {
  const small = openImage(frame, THUMBNAIL_PIXELS).resize(SIDE, SIDE, { fit: 'inside', withoutEnlargement: true })
  await (marks ? generated(small) : small).webp({ quality: QUALITY }).toFile(to)
  const { size } = await stat(to)
  if (size > BYTES_MAX) throw new Error(`the preview has ${size} bytes`)
}
