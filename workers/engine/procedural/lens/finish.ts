import type { Field } from '../pixels/compose.ts'
import { randomFrom } from '../pixels/random.ts'
import type { Planes } from '../sky/particles.ts'

/** Side of the dither tile. */
const TILE = 128

/** Thresholds 0..63 for the six fractional bits: whole values pass unchanged. */
function ditherOf(): Uint8Array {
  const random = randomFrom('dither')
  return Uint8Array.from({ length: TILE * TILE }, () => random.below(32) + random.below(33))
}

/** Share of the light that stays towards the corners, for each column and row, in 1024ths. */
interface Shade {
  readonly across: Int32Array
  readonly down: Int32Array
}

function shadeOf(width: number, height: number): Shade {
  const fall = (length: number, strength: number) =>
    Int32Array.from({ length }, (_, i) => {
      const away = (i / length) * 2 - 1
      return Math.round(1024 * (1 - strength * away * away * away * away))
    })
  return { across: fall(width, 0.15), down: fall(height, 0.13) }
}

/** Darker corners, then six fractional bits dithered to eight whole ones against banding. */
export function finishOf(width: number, height: number): (field: Field, planes: Planes) => void {
  const dither = ditherOf()
  const { across, down } = shadeOf(width, height)
  return (field, planes) => {
    const { y } = field
    const into = planes.y
    for (let row = 0; row < height; row++) {
      const dark = down[row] as number
      const tile = (row & (TILE - 1)) * TILE
      const start = row * width
      for (let x = 0; x < width; x++) {
        const shade = ((across[x] as number) * dark) >> 10
        const light = ((y[start + x] as number) - 1024) * shade
        into[start + x] = (light + ((dither[tile + (x & (TILE - 1))] as number) << 10) + 1048576) >> 16
      }
    }
    shrink(field.u, planes.u, width / 2, dither)
    shrink(field.v, planes.v, width / 2, dither)
  }
}

/** The darker corners alone, for a frame that is processed further. */
export function shadingOf(width: number, height: number): (field: Field) => void {
  const { across, down } = shadeOf(width, height)
  return ({ y }) => {
    for (let row = 0; row < height; row++) {
      const dark = down[row] as number
      const start = row * width
      for (let x = 0; x < width; x++) {
        const shade = ((across[x] as number) * dark) >> 10
        y[start + x] = 1024 + ((((y[start + x] as number) - 1024) * shade) >> 10)
      }
    }
  }
}

/** The dithering alone. */
export function settlingOf(width: number): (field: Field, planes: Planes) => void {
  const dither = ditherOf()
  return (field, planes) => {
    shrink(field.y, planes.y, width, dither)
    shrink(field.u, planes.u, width / 2, dither)
    shrink(field.v, planes.v, width / 2, dither)
  }
}

function shrink(from: Uint16Array, into: Uint8Array, width: number, dither: Uint8Array) {
  for (let start = 0, row = 0; start < from.length; start += width, row++) {
    const tile = (row & (TILE - 1)) * TILE
    for (let x = 0; x < width; x++) {
      into[start + x] = ((from[start + x] as number) + (dither[tile + (x & (TILE - 1))] as number)) >> 6
    }
  }
}
