import { type Stroke, strokesOf } from './glyphs.ts'

/** Height of the letters in parts of the shorter side; at most this part of the width. */
const HEIGHT = 0.022
const WIDEST = 0.45
/** In parts of the letters' height: half of a line's width, the dark edge around it, and the distance to the frame's edge. */
const LINE = 0.075
const EDGE = 0.3
const MARGIN = 1.3
const OPACITY = 0.9
const DARKNESS = 0.62

/** A text in the lower right corner of I420 frames, light with a dark edge: legible on light and dark. */
export function stampOf(text: string, width: number, height: number): (picture: Uint8Array) => void {
  const { strokes, width: wide } = strokesOf(text)
  const size = Math.min(HEIGHT * Math.min(width, height), (WIDEST * width) / wide)
  const even = (value: number) => Math.max(0, 2 * Math.floor(value / 2))
  const pad = (LINE + EDGE) * size + 1
  const [x0, y0] = [width - (MARGIN + wide) * size, height - (MARGIN + 1) * size]
  const [left, top] = [even(x0 - pad), even(y0 - pad)]
  const [right, bottom] = [even(Math.min(width, x0 + wide * size + pad)), even(Math.min(height, y0 + 1.2 * size + pad))]
  const columns = right - left
  const ink = new Float32Array(columns * (bottom - top))
  const dark = new Float32Array(ink.length)
  for (let i = 0; i < ink.length; i++) {
    const [x, y] = [left + (i % columns) + 0.5, top + Math.floor(i / columns) + 0.5]
    const away = distance(strokes, (x - x0) / size, (y - y0) / size) * size - LINE * size
    ink[i] = OPACITY * Math.min(1, Math.max(0, 0.5 - away))
    dark[i] = DARKNESS * Math.min(1, Math.max(0, 1 - away / (EDGE * size))) ** 2
  }
  return (picture) => {
    for (let i = 0; i < ink.length; i++) {
      const at = (top + Math.floor(i / columns)) * width + left + (i % columns)
      const shaded = (picture[at] as number) * (1 - (dark[i] as number)) + 16 * (dark[i] as number)
      picture[at] = Math.round(shaded + (235 - shaded) * (ink[i] as number))
    }
    for (let plane = 0, start = width * height; plane < 2; plane++, start += (width * height) / 4) {
      for (let y = top; y < bottom; y += 2) {
        for (let x = left; x < right; x += 2) {
          const i = (y - top) * columns + (x - left)
          const at = start + (y / 2) * (width / 2) + x / 2
          const keep = (1 - (dark[i] as number)) * (1 - (ink[i] as number))
          picture[at] = Math.round(128 + ((picture[at] as number) - 128) * keep)
        }
      }
    }
  }
}

/** From a point to the nearest line. */
function distance(strokes: readonly Stroke[], x: number, y: number): number {
  let least = Number.POSITIVE_INFINITY
  for (const [x0, y0, x1, y1] of strokes) {
    const [dx, dy] = [x1 - x0, y1 - y0]
    const length = dx * dx + dy * dy
    const t = length === 0 ? 0 : Math.min(1, Math.max(0, ((x - x0) * dx + (y - y0) * dy) / length))
    const away = (x - x0 - t * dx) ** 2 + (y - y0 - t * dy) ** 2
    if (away < least) least = away
  }
  return Math.sqrt(least)
}
