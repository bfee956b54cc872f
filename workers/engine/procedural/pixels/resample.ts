import { FRACTION } from './colour.ts'

/** RGB bytes, interleaved. */
export interface Pixels {
  readonly width: number
  readonly height: number
  readonly data: Uint8Array
}

/** A part of an image; edges may be between pixels. */
export interface Region {
  readonly left: number
  readonly top: number
  readonly width: number
  readonly height: number
}

/** The source samples of each output sample, and their weights; a row of `count` weights for each. */
interface Taps {
  readonly count: number
  readonly first: Int32Array
  readonly weights: Int32Array
}

/** Weights add up to this. */
const ONE = 1 << 14

/**
 * Scales a region to a size, as RGB with FRACTION. It uses integers only, because the SIMD code of image libraries rounds
 * differently on different machines. Catmull-Rom, widened when it shrinks; at the same size it copies exactly.
 */
export function resample(pixels: Pixels, region: Region, width: number, height: number): Int16Array {
  const across = tapsOf(region.left, region.width, pixels.width, width)
  const down = tapsOf(region.top, region.height, pixels.height, height)
  const length = width * 3
  const out = new Int16Array(length * height)
  const ring = Array.from({ length: down.count }, () => new Int16Array(length))
  const sums = new Int32Array(length)
  let ready = down.first[0] as number
  for (let row = 0; row < height; row++) {
    const first = down.first[row] as number
    for (; ready < first + down.count; ready++) scaleRow(pixels, ready, across, ring[ready % down.count] as Int16Array)
    sums.fill(ONE >> 1)
    for (let tap = 0; tap < down.count; tap++) {
      const weight = down.weights[row * down.count + tap] as number
      if (weight === 0) continue
      const source = ring[(first + tap) % down.count] as Int16Array
      for (let i = 0; i < length; i++) sums[i] = (sums[i] as number) + (source[i] as number) * weight
    }
    for (let i = 0, to = row * length; i < length; i++, to++) out[to] = clamp((sums[i] as number) >> 14)
  }
  return out
}

function clamp(value: number): number {
  return value < 0 ? 0 : Math.min(value, 255 * FRACTION)
}

function scaleRow(pixels: Pixels, row: number, taps: Taps, into: Int16Array) {
  const { data } = pixels
  const { count, first, weights } = taps
  const start = row * pixels.width * 3
  for (let x = 0, to = 0, w = 0; x < first.length; x++, to += 3) {
    let r = 128
    let g = 128
    let b = 128
    let at = start + (first[x] as number) * 3
    for (let tap = 0; tap < count; tap++, w++, at += 3) {
      const weight = weights[w] as number
      r += (data[at] as number) * weight
      g += (data[at + 1] as number) * weight
      b += (data[at + 2] as number) * weight
    }
    into[to] = r >> 8
    into[to + 1] = g >> 8
    into[to + 2] = b >> 8
  }
}

function tapsOf(from: number, length: number, limit: number, count: number): Taps {
  const step = length / count
  const spread = Math.max(1, step)
  const size = Math.min(limit, 2 * Math.ceil(2 * spread) + 1)
  const first = new Int32Array(count)
  const weights = new Int32Array(count * size)
  const shares = new Float64Array(size)
  for (let i = 0; i < count; i++) {
    const centre = from + (i + 0.5) * step - 0.5
    const low = Math.ceil(centre - 2 * spread)
    const start = Math.max(0, Math.min(limit - size, low))
    first[i] = start
    shares.fill(0)
    let total = 0
    for (let source = low; source <= centre + 2 * spread; source++) {
      const share = catmullRom((source - centre) / spread)
      // Beyond the edge the outermost sample is repeated.
      const at = Math.max(0, Math.min(limit - 1, source)) - start
      shares[at] = (shares[at] as number) + share
      total += share
    }
    settle(shares, total, weights, i * size)
  }
  return { count: size, first, weights }
}

/** Whole weights that add up to ONE exactly: the largest receives the rounding error. */
function settle(shares: Float64Array, total: number, weights: Int32Array, start: number) {
  let rest = ONE
  let most = 0
  for (let i = 0; i < shares.length; i++) {
    const weight = Math.round(((shares[i] as number) / total) * ONE)
    weights[start + i] = weight
    rest -= weight
    if ((shares[i] as number) > (shares[most] as number)) most = i
  }
  weights[start + most] = (weights[start + most] as number) + rest
}

function catmullRom(distance: number): number {
  const x = Math.abs(distance)
  if (x >= 2) return 0
  return x < 1 ? 1 + x * x * (1.5 * x - 2.5) : 2 + x * (-4 + x * (2.5 - 0.5 * x))
}
