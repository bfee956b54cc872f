import type { Rgb } from './colour.ts'
import { clamp01 } from './math.ts'

/** A layer while it is painted at setup: straight alpha, colours 0..1, placed on the canvas by `left` and `top`. */
export interface Sheet {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly r: Float32Array
  readonly g: Float32Array
  readonly b: Float32Array
  readonly a: Float32Array
}

/** Even positions and sizes keep the chroma planes aligned with the luma plane. */
export function newSheet(left: number, top: number, right: number, bottom: number): Sheet {
  const x = 2 * Math.floor(left / 2)
  const y = 2 * Math.floor(top / 2)
  const width = 2 * Math.ceil((right - x) / 2)
  const height = 2 * Math.ceil((bottom - y) / 2)
  const plane = () => new Float32Array(width * height)
  return { width, height, left: x, top: y, r: plane(), g: plane(), b: plane(), a: plane() }
}

/** Blends a colour over one pixel, in canvas coordinates. */
export function blend(sheet: Sheet, x: number, y: number, colour: Rgb, alpha: number) {
  const column = x - sheet.left
  const row = y - sheet.top
  if (column < 0 || row < 0 || column >= sheet.width || row >= sheet.height || alpha <= 0) return
  const at = row * sheet.width + column
  const over = clamp01(alpha)
  const under = (sheet.a[at] as number) * (1 - over)
  const total = over + under
  sheet.r[at] = (colour[0] * over + (sheet.r[at] as number) * under) / total
  sheet.g[at] = (colour[1] * over + (sheet.g[at] as number) * under) / total
  sheet.b[at] = (colour[2] * over + (sheet.b[at] as number) * under) / total
  sheet.a[at] = total
}

/** Adds light to painted pixels; changes nothing where the sheet is transparent. */
export function addLight(sheet: Sheet, x: number, y: number, colour: Rgb, amount: number) {
  const column = x - sheet.left
  const row = y - sheet.top
  if (column < 0 || row < 0 || column >= sheet.width || row >= sheet.height) return
  const at = row * sheet.width + column
  sheet.r[at] = Math.min(1, (sheet.r[at] as number) + colour[0] * amount)
  sheet.g[at] = Math.min(1, (sheet.g[at] as number) + colour[1] * amount)
  sheet.b[at] = Math.min(1, (sheet.b[at] as number) + colour[2] * amount)
}
