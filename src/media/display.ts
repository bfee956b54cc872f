import { type Box, boxIn, fieldAt } from './boxes.ts'
import type { Read } from './bytes.ts'
import type { Size } from './canvas.ts'
import { codedSize } from './sample-entry.ts'

/** The part of a matrix that turns and scales: a, b, c, d, of ISO 14496-12 6.2.2. */
export type Matrix = readonly [a: number, b: number, c: number, d: number]

export function readMatrix(read: Read, at: number): Matrix {
  const part = (index: number) => (fieldAt(read, at + index * 4) | 0) / 0x10000
  return [part(0), part(1), part(3), part(4)]
}

/** Bytes of a video sample entry before its boxes. */
const ENTRY_BYTES = 78

/**
 * Size of a track's frames in square pixels, upright. `pasp` has the pixels' shape; without it the header's size decides, as in
 * QuickTime and FFmpeg. Null if there are no pixels.
 * @param matrixAt position in the track header; width and height follow
 */
export function displaySize(read: Read, entry: Box, matrixAt: number, movie: Matrix): Size | null {
  const coded = codedSize(read, entry)
  if (coded.width === 0 || coded.height === 0) return null
  const pasp = boxIn(read, { start: entry.start + ENTRY_BYTES, end: entry.end }, 'pasp')
  const shape = pasp
    ? { width: fieldAt(read, pasp.start), height: fieldAt(read, pasp.start + 4) }
    : shapeOf(coded, { width: fieldAt(read, matrixAt + 36) / 0x10000, height: fieldAt(read, matrixAt + 40) / 0x10000 })
  const { width, height } = square(coded, shape)
  return isLying(readMatrix(read, matrixAt), movie) ? { width: height, height: width } : { width, height }
}

/** Pixel shape of a frame whose display size differs from its coded size. */
function shapeOf(coded: Size, shown: Size): Size {
  return { width: shown.width * coded.height, height: shown.height * coded.width }
}

/** Maximum pixel aspect: a shape of 64:1 or more is noise. */
const SHAPE_MAX = 64

/** Stretches the longer side, so that no pixel is lost. */
function square({ width, height }: Size, shape: Size): Size {
  const ratio = shape.width / shape.height
  if (!(ratio > 1 / SHAPE_MAX && ratio < SHAPE_MAX)) return { width, height }
  return ratio > 1 ? { width: Math.round(width * ratio), height } : { width, height: Math.round(height / ratio) }
}

/** Whether the two matrices together rotate a frame by 90 degrees. */
function isLying([a, b, c, d]: Matrix, [e, f, g, h]: Matrix): boolean {
  const product = [a * e + b * g, a * f + b * h, c * e + d * g, c * f + d * h].map(Math.abs)
  const [straight, across] = [(product[0] ?? 0) + (product[3] ?? 0), (product[1] ?? 0) + (product[2] ?? 0)]
  return across > straight
}
