import type { Field } from '../pixels/compose.ts'

/** Overall light and colour of a frame, in steps with FRACTION. */
export interface Tint {
  readonly light: number
  /** Mean distance of its luma from `light`. */
  readonly spread: number
  readonly blue: number
  readonly red: number
}

/** From every sixteenth pixel. */
export function tintOf({ width, height, y, u, v }: Field): Tint {
  let light = 0
  let blue = 0
  let red = 0
  let count = 0
  for (let row = 0; row < height; row += 4) {
    for (let x = 0; x < width; x += 4, count++) {
      const at = ((row >> 1) * width) / 2 + (x >> 1)
      light += y[row * width + x] as number
      blue += u[at] as number
      red += v[at] as number
    }
  }
  light /= count
  let spread = 0
  for (let row = 0; row < height; row += 4) {
    for (let x = 0; x < width; x += 4) spread += Math.abs((y[row * width + x] as number) - light)
  }
  return { light, spread: spread / count, blue: blue / count, red: red / count }
}

/** Maximum shift of luma and chroma by a match: more would wash out a night scene or overexpose it. */
const FARTHEST = { light: 40 * 64, colour: 18 * 64 } as const

/** Moves a field's light and colour from its own tint towards another; strength 0 … 1. Black stays black. */
export function match(field: Field, from: Tint, to: Tint, strength: number) {
  const { width, height, y, u, v } = field
  const ratio = Math.max(0.75, Math.min(1.25, to.spread / Math.max(1, from.spread)))
  const gain = 1 + (ratio - 1) * strength
  const shift = within(to.light - from.light, FARTHEST.light) * strength
  const blue = within(to.blue - from.blue, FARTHEST.colour) * strength
  const red = within(to.red - from.red, FARTHEST.colour) * strength
  const half = width / 2
  for (let row = 0; row < height / 2; row++) {
    for (let x = 0, at = row * half; x < half; x++, at++) {
      const share = Math.min(1, Math.max(0, ((y[row * 2 * width + x * 2] as number) - 1024) / FULL))
      u[at] = (u[at] as number) + blue * share
      v[at] = (v[at] as number) + red * share
    }
  }
  for (let at = 0; at < y.length; at++) {
    const value = from.light + ((y[at] as number) - from.light) * gain + shift
    y[at] = value < 1024 ? 1024 : Math.min(value, 15040)
  }
}

/** Luma above black from which colour moves fully: dark pixels have little colour. */
const FULL = 110 * 64

function within(value: number, most: number): number {
  return Math.max(-most, Math.min(most, value))
}
