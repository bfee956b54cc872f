import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, lumaOf, mixRgb, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { noiseField } from '../pixels/noise.ts'

/** Side of the ripple map; a power of two. */
const SIZE = 512

/** Paints the rows below the horizon from the rows above it. */
export function waterOf(painting: Painting): (field: Field, seconds: number) => void {
  const { scene, palette } = painting
  const depth = scene.height - scene.horizon
  const stretch = Math.max(0, Math.min(0.55, scene.horizon / depth - 1))
  const swell =
    (scene.terrain === 'sea' ? 1.7 : scene.terrain === 'city' ? 1.2 : 1) * (scene.mood === 'storm' ? 1.7 : 1)
  const slopes = rippleMap(painting, scene.terrain === 'sea' ? 12 : 20)
  const deep = mixRgb(palette.water, palette.lower, 0.12)
  const body = { y: lumaOf(...deep) * FRACTION, u: blueOf(...deep) * FRACTION, v: redOf(...deep) * FRACTION }
  const spark = {
    y: lumaOf(...palette.sun) * FRACTION,
    u: blueOf(...palette.glow) * FRACTION,
    v: redOf(...palette.glow) * FRACTION,
  }
  const shine = scene.mood === 'storm' || scene.terrain === 'city' ? 0.15 : scene.sun.moon ? 0.75 : 1
  // Decline of the sun's glitter away from its middle.
  const path = Float32Array.from({ length: 257 }, (_, i) => (1 - i / 256) * (1 - i / 256))
  const ripples = new Float32Array(scene.width)
  return (field, seconds) => {
    for (let row = scene.horizon; row < scene.height; row++) {
      const near = (row - scene.horizon) / depth
      rippleRow(ripples, slopes, scene.width, near, seconds, swell, scene.unit)
      const reach = (1.2 + 17 * near) * (scene.unit / 768) * swell
      const clear = 0.9 - 0.42 * near
      // Stretched towards the viewer, so that the water also reflects the upper part of the sky.
      const mirror = Math.max(0, Math.round(scene.horizon - 1 - (row - scene.horizon) * (1 + stretch * near)))
      const wide = scene.unit * (0.035 + 0.16 * near)
      const glint = { x: scene.sun.x, wide, path, strength: shine * (0.9 - 0.3 * near), shift: 0.34 - 0.1 * near }
      reflect(field.y, field.width, 1, row, mirror, scene.horizon, ripples, reach, clear, body.y, spark.y, glint)
      if ((row & 1) === 0) {
        const half = field.width / 2
        const args = [2, row >> 1, mirror >> 1, scene.horizon >> 1, ripples, reach / 2, clear] as const
        reflect(field.u, half, ...args, body.u, spark.u, glint)
        reflect(field.v, half, ...args, body.v, spark.v, glint)
      }
    }
  }
}

interface Glint {
  readonly x: number
  readonly wide: number
  readonly path: Float32Array
  readonly strength: number
  /** Slope from which a ripple reflects the sun. */
  readonly shift: number
}

function reflect(
  plane: Uint16Array,
  width: number,
  step: number,
  row: number,
  mirror: number,
  horizon: number,
  ripples: Float32Array,
  reach: number,
  clear: number,
  body: number,
  spark: number,
  glint: Glint,
) {
  const start = row * width
  const lean = step * (256 / (glint.wide * 3))
  for (let x = 0; x < width; x++) {
    const slope = ripples[x * step] as number
    let source = (mirror + slope * reach) | 0
    if (source < 0) source = 0
    else if (source >= horizon) source = horizon - 1
    // A ripple that faces the viewer shows more of the water itself.
    const share = clear - slope * 0.16
    let value = body + ((plane[source * width + x] as number) - body) * share
    const off = (x - glint.x / step) * lean
    const away = off < 0 ? -off : off
    if (away < 256 && slope > glint.shift) {
      const light = (slope - glint.shift) * 2.6 * (glint.path[away | 0] as number) * glint.strength
      value += (spark - value) * Math.min(light, 0.92)
    }
    plane[start + x] = value
  }
}

/** Slopes −1…1 of one row: two sets of ripples that move in different directions, in perspective. */
function rippleRow(
  into: Float32Array,
  map: Float32Array,
  width: number,
  near: number,
  seconds: number,
  swell: number,
  unit: number,
) {
  const far = 1 / (near + 0.12)
  const mask = SIZE - 1
  const step = ((0.5 * 768) / unit) * (0.3 + far * 0.22) * (1 / swell)
  const v1 = far * 330 + seconds * 20
  const v2 = far * 540 - seconds * 14
  const row1 = ((Math.floor(v1) & mask) * SIZE) | 0
  const next1 = (((Math.floor(v1) + 1) & mask) * SIZE) | 0
  const w1 = v1 - Math.floor(v1)
  const row2 = ((Math.floor(v2) & mask) * SIZE) | 0
  let u1 = -(width / 2) * step + seconds * 9 + 8192
  let u2 = -(width / 2) * step * 1.7 - seconds * 13 + 16384
  for (let x = 0; x < width; x++, u1 += step, u2 += step * 1.7) {
    const i = u1 | 0
    const f = u1 - i
    const a = map[row1 + (i & mask)] as number
    const b = map[row1 + ((i + 1) & mask)] as number
    const c = map[next1 + (i & mask)] as number
    into[x] = (a + (b - a) * f + (c - a) * w1) * 0.62 + (map[row2 + (u2 & mask)] as number) * 0.38
  }
}

function rippleMap(painting: Painting, period: number): Float32Array {
  const { data } = noiseField(painting.random('ripples'), SIZE, period, 3, 0.55)
  const slopes = new Float32Array(SIZE * SIZE)
  const wrap = slopes.length - 1
  let most = 0
  for (let i = 0; i < slopes.length; i++) {
    const below = data[(i + SIZE) & wrap] as number
    const above = data[(i - SIZE) & wrap] as number
    slopes[i] = below - above
    most = Math.max(most, Math.abs(below - above))
  }
  return slopes.map((slope) => Math.max(-1, Math.min(1, (slope / most) * 1.5)))
}
