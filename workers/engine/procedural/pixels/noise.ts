import type { Random } from './random.ts'

/** A square field that tiles in both directions; values 0..1, mean near 0.5. */
export interface NoiseField {
  /** A power of two. */
  readonly size: number
  readonly data: Float32Array
}

/** Gradient noise summed over octaves, stretched to 0..1. `period` is the number of cells of the coarsest octave. */
export function noiseField(random: Random, size: number, period: number, octaves: number, gain = 0.5): NoiseField {
  const data = new Float32Array(size * size)
  let amplitude = 1
  for (let octave = 0, cells = period; octave < octaves && cells <= size / 2; octave++, cells *= 2) {
    addOctave(data, size, cells, amplitude, random)
    amplitude *= gain
  }
  stretch(data)
  return { size, data }
}

function addOctave(data: Float32Array, size: number, cells: number, amplitude: number, random: Random) {
  const gx = new Float32Array(cells * cells)
  const gy = new Float32Array(cells * cells)
  for (let i = 0; i < gx.length; i++) {
    const x = random.range(-1, 1)
    const y = random.range(-1, 1)
    const length = Math.sqrt(x * x + y * y) + 0.001
    gx[i] = x / length
    gy[i] = y / length
  }
  // The field is square: positions in their cells, and weights, are the same for columns and rows.
  const step = cells / size
  const within = Float64Array.from({ length: size }, (_, i) => i * step - Math.floor(i * step))
  const weights = within.map((f) => f * f * f * (f * (f * 6 - 15) + 10))
  for (let y = 0, at = 0; y < size; y++) {
    const row = Math.floor(y * step)
    const fy = within[y] as number
    const sy = weights[y] as number
    const top = row * cells
    const bottom = ((row + 1) % cells) * cells
    for (let x = 0; x < size; x++, at++) {
      const column = Math.floor(x * step)
      const next = column + 1 === cells ? 0 : column + 1
      const fx = within[x] as number
      const sx = weights[x] as number
      const a = (gx[top + column] as number) * fx + (gy[top + column] as number) * fy
      const b = (gx[top + next] as number) * (fx - 1) + (gy[top + next] as number) * fy
      const c = (gx[bottom + column] as number) * fx + (gy[bottom + column] as number) * (fy - 1)
      const d = (gx[bottom + next] as number) * (fx - 1) + (gy[bottom + next] as number) * (fy - 1)
      const upper = a + (b - a) * sx
      const lower = c + (d - c) * sx
      data[at] = (data[at] as number) + (upper + (lower - upper) * sy) * amplitude
    }
  }
}

function stretch(data: Float32Array) {
  let low = Number.POSITIVE_INFINITY
  let high = Number.NEGATIVE_INFINITY
  for (const value of data) {
    if (value < low) low = value
    if (value > high) high = value
  }
  const scale = 1 / (high - low)
  for (let i = 0; i < data.length; i++) data[i] = ((data[i] ?? 0) - low) * scale
}

/** Bilinear, wrapping; x and y in cells of the field's own grid. */
export function sample(field: NoiseField, x: number, y: number): number {
  const { data, size } = field
  const mask = size - 1
  const x0 = Math.floor(x)
  const y0 = Math.floor(y)
  const fx = x - x0
  const fy = y - y0
  const left = x0 & mask
  const right = (x0 + 1) & mask
  const top = (y0 & mask) * size
  const bottom = ((y0 + 1) & mask) * size
  const a = data[top + left] as number
  const b = data[top + right] as number
  const c = data[bottom + left] as number
  const d = data[bottom + right] as number
  const upper = a + (b - a) * fx
  return upper + (c + (d - c) * fx - upper) * fy
}

/** Creases at 1: the noise folded at its middle. */
export function ridged(field: NoiseField, x: number, y: number): number {
  const folded = 2 * sample(field, x, y) - 1
  return 1 - (folded < 0 ? -folded : folded)
}
