import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, lumaOf, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { clamp01, mix, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'

/** Luma pixels per cell of the mask. */
const CELL = 8
/** Share of the dissolve in which one pixel changes from nothing to all: a longer dissolve may be softer. */
const SOFT = { short: 0.55, long: 0.9 } as const
/** Maximum light at the edge of the mask: 1024 in units of 2^-13, an eighth. */
const SHINE = 13

/** Blends one field over another through a cloud mask that opens as `share` rises from 0 (nothing) to 1 (all of it). */
export type Dissolve = (under: Field, over: Field, share: number) => void

/**
 * @param label seeds the mask of one transition
 * @param frames its length
 */
export function newDissolve(painting: Painting, label: string, frames: number): Dissolve {
  const { width, height } = painting.scene
  const columns = Math.ceil(width / CELL) + 2
  const rows = Math.ceil(height / CELL) + 2
  const order = orderOf(painting, label, columns, rows)
  const cover = new Float32Array(columns * rows)
  const line = new Int32Array(width)
  const { glow } = painting.palette
  const light = { y: lumaOf(...glow) * FRACTION, u: blueOf(...glow) * FRACTION, v: redOf(...glow) * FRACTION }
  const half = width / 2
  const soft = mix(SOFT.short, SOFT.long, clamp01((frames - 12) / 48))
  return (under, over, share) => {
    for (let i = 0; i < cover.length; i++) {
      cover[i] = smoothstep(0, 1, (share * (1 + soft) - (order[i] as number)) / soft)
    }
    for (let row = 0; row < height; row++) {
      spread(cover, columns, row, line, 1)
      blend(under.y, over.y, row * width, line, width, light.y)
      if ((row & 1) !== 0) continue
      spread(cover, columns, row, line, 2)
      blend(under.u, over.u, (row >> 1) * half, line, half, light.u)
      blend(under.v, over.v, (row >> 1) * half, line, half, light.v)
    }
  }
}

/** When each pixel opens, 0 first … 1 last: clouds with a bias to one side. Evenly distributed, so that the speed is constant. */
function orderOf(painting: Painting, label: string, columns: number, rows: number): Float32Array {
  const random = painting.random(`dissolve ${label}`)
  const x = random.range(0, 512)
  const y = random.range(0, 512)
  const lean = random.range(0.25, 0.5) * (random.chance(0.5) ? 1 : -1)
  const tilt = random.range(-0.2, 0.2)
  const step = (CELL / painting.scene.unit) * 110
  const order = Float32Array.from({ length: columns * rows }, (_, i) => {
    const column = i % columns
    const row = Math.floor(i / columns)
    const cloud = sample(painting.broad, x + column * step, y + row * step)
    return cloud + lean * (column / columns) + tilt * (row / rows)
  })
  const ranks = order.toSorted()
  const rank = (value: number) => {
    let low = 0
    let high = ranks.length
    while (low < high) {
      const middle = (low + high) >> 1
      if ((ranks[middle] as number) < value) low = middle + 1
      else high = middle
    }
    return low / ranks.length
  }
  return order.map(rank)
}

/** One row of the mask in 4096ths, smooth in both directions. */
function spread(cover: Float32Array, columns: number, row: number, into: Int32Array, every: number) {
  const top = Math.floor(row / CELL)
  const weight = (row - top * CELL) / CELL
  const size = CELL / every
  const upper = top * columns
  const lower = upper + columns
  const at = (i: number) => 4096 * ((cover[upper + i] as number) * (1 - weight) + (cover[lower + i] as number) * weight)
  let from = at(0)
  for (let i = 0, x = 0; x < into.length / every; i++) {
    const to = at(i + 1)
    const step = (to - from) / size
    for (let k = 0; k < size; k++, x++) into[x] = from + step * k
    from = to
  }
}

function blend(under: Uint16Array, over: Uint16Array, start: number, cover: Int32Array, count: number, light: number) {
  for (let x = 0, at = start; x < count; x++, at++) {
    const share = cover[x] as number
    if (share === 0) continue
    const a = under[at] as number
    const mixed = a + ((((over[at] as number) - a) * share) >> 12)
    const edge = (share * (4096 - share)) >> 12
    under[at] = mixed + (((light - mixed) * edge) >> SHINE)
  }
}
