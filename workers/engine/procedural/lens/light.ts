import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, lumaOf, type Rgb, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { sine, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'

/** Luma pixels per cell of the veil. */
const CELL = 16

/** The scene's light and air over a frame without own light; strength 0 changes nothing. */
export type Light = (field: Field, seconds: number, strength: number) => void

/** Each sample becomes itself × keep + add. */
interface Veil {
  readonly columns: number
  readonly keep: Float32Array
  readonly add: Float32Array
  readonly pale: Float32Array
  readonly blue: Float32Array
  readonly red: Float32Array
}

interface Source {
  readonly y: number
  readonly u: number
  readonly v: number
}

/** A pulsing glow from the sun's side of the scene, passing cloud shadows and drifting haze. */
export function newLight(painting: Painting): Light {
  const { scene } = painting
  const { width, height } = scene
  const columns = Math.ceil(width / CELL) + 2
  const rows = Math.ceil(height / CELL) + 2
  const plane = () => new Float32Array(columns * rows)
  const veil: Veil = { columns, keep: plane(), add: plane(), pale: plane(), blue: plane(), red: plane() }
  const aim = aimOf(painting, veil, columns, rows)
  const half = width / 2
  const scratch = { keep: new Float32Array(columns), add: new Float32Array(columns) }
  return (field, seconds, strength) => {
    if (strength === 0) return
    aim(seconds, strength)
    for (let row = 0; row < height; row++) {
      lay(veil, veil.keep, veil.add, row, scratch, field.y, row * width, width, 1)
      if ((row & 1) !== 0) continue
      lay(veil, veil.pale, veil.blue, row, scratch, field.u, (row >> 1) * half, half, 2)
      lay(veil, veil.pale, veil.red, row, scratch, field.v, (row >> 1) * half, half, 2)
    }
  }
}

function aimOf(
  painting: Painting,
  veil: Veil,
  columns: number,
  rows: number,
): (seconds: number, strength: number) => void {
  const { scene, palette, broad } = painting
  const { unit } = scene
  const random = painting.random('light')
  const [px, py, phase] = [random.range(0, 512), random.range(0, 512), random.next()]
  const night = scene.sun.moon
  const misty = scene.weather.includes('mist')
  const side = scene.sun.x > scene.width / 2 ? scene.width * 1.04 : scene.width * -0.04
  const top = -0.12 * unit
  const glow = sourceOf(palette.glow)
  const haze = sourceOf(palette.haze)
  const strong = night ? 0.13 : scene.mood === 'sunset' || scene.mood === 'dawn' ? 0.34 : 0.22
  const way = scene.clouds.speed > 0 ? 1 : -1
  const step = CELL / unit
  return (seconds, strength) => {
    const breath = strong * (0.86 + 0.14 * sine(seconds * 0.13 + phase))
    for (let row = 0, at = 0; row < rows; row++) {
      const low = smoothstep(0.15, 0.95, row / rows)
      for (let column = 0; column < columns; column++, at++) {
        const dx = (column * CELL - side) / unit
        const dy = (row * CELL - top) / unit
        const shadow = sample(broad, px + column * step * 42 + seconds * 5 * way, py + row * step * 60)
        const drift = sample(broad, py + column * step * 55 - seconds * 3 * way, px + row * step * 95 + seconds * 0.8)
        const lit = (strength * breath) / (1 + (dx * dx + dy * dy) * 1.5)
        const air = strength * smoothstep(0.3, 0.8, drift) * (misty ? 0.34 * (0.35 + 0.65 * low) : 0.07 * low)
        const dim = 1 - strength * 0.12 * smoothstep(0.35, 0.75, shadow)
        const keep = (1 - lit) * (1 - air)
        veil.keep[at] = dim * keep
        veil.add[at] = 1024 * (1 - dim) * keep + glow.y * lit * (1 - air) + haze.y * air
        veil.pale[at] = keep
        veil.blue[at] = glow.u * lit * (1 - air) + haze.u * air
        veil.red[at] = glow.v * lit * (1 - air) + haze.v * air
      }
    }
  }
}

function sourceOf(colour: Rgb): Source {
  return { y: lumaOf(...colour) * FRACTION, u: blueOf(...colour) * FRACTION, v: redOf(...colour) * FRACTION }
}

/** One row of one plane. */
function lay(
  { columns }: Veil,
  keeps: Float32Array,
  adds: Float32Array,
  row: number,
  scratch: { readonly keep: Float32Array; readonly add: Float32Array },
  plane: Uint16Array,
  start: number,
  count: number,
  every: number,
) {
  const top = Math.floor(row / CELL)
  const weight = row / CELL - top
  const { keep, add } = scratch
  for (let i = 0, upper = top * columns; i < columns; i++, upper++) {
    keep[i] = (keeps[upper] as number) + ((keeps[upper + columns] as number) - (keeps[upper] as number)) * weight
    add[i] = (adds[upper] as number) + ((adds[upper + columns] as number) - (adds[upper] as number)) * weight
  }
  const size = CELL / every
  for (let x = 0, i = 0, to = start; x < count; i++) {
    let share = keep[i] as number
    let more = add[i] as number
    const less = ((keep[i + 1] as number) - share) / size
    const step = ((add[i + 1] as number) - more) / size
    for (const end = Math.min(count, x + size); x < end; x++, to++) {
      plane[to] = (plane[to] as number) * share + more
      share += less
      more += step
    }
  }
}
