import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, lumaOf, mixRgb, type Rgb, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { clamp01, sine, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import { auroraOf } from './aurora.ts'
import { lightsOf } from './stars.ts'

/** The sky is computed for every frame at a quarter of the size and interpolated. */
const CELL = 4

export interface Sky {
  /** Computes the sky of a moment (seconds). */
  aim(seconds: number): void
  /** Writes one row of the frame. */
  row(field: Field, row: number): void
}

interface Grid {
  readonly width: number
  readonly height: number
  /** Without clouds: red, green, blue interleaved. */
  readonly base: Float32Array
  /** Strength of the sun's glow, 0..1. */
  readonly glow: Float32Array
  readonly y: Float32Array
  readonly u: Float32Array
  readonly v: Float32Array
  /** Share that clouds cover. */
  readonly cover: Float32Array
}

export function newSky(painting: Painting, rows: number): Sky {
  const { scene } = painting
  const width = Math.ceil(scene.width / CELL) + 2
  const height = Math.ceil(rows / CELL) + 2
  const plane = () => new Float32Array(width * height)
  const grid: Grid = {
    width,
    height,
    base: new Float32Array(width * height * 3),
    glow: plane(),
    y: plane(),
    u: plane(),
    v: plane(),
    cover: plane(),
  }
  paintBase(painting, grid)
  const clouds = cloudsOf(painting, grid)
  const aurora = scene.mood === 'aurora' ? auroraOf(painting, CELL) : null
  const lights = lightsOf(painting)
  const scratch = new Float32Array(width)
  let moment = 0
  const aim = (seconds: number) => {
    moment = seconds
    clouds(seconds)
    if (aurora) aurora(grid, seconds)
  }
  const row = (field: Field, at: number) => {
    spread(grid.y, grid, at / CELL, field.y, at * field.width, field.width, 1 / CELL, scratch)
    lights(field, at, moment, (x) => coverAt(grid, x, at))
    if ((at & 1) !== 0) return
    const half = field.width / 2
    spread(grid.u, grid, at / CELL, field.u, (at >> 1) * half, half, 2 / CELL, scratch)
    spread(grid.v, grid, at / CELL, field.v, (at >> 1) * half, half, 2 / CELL, scratch)
    lights.tint(field, at, (x) => coverAt(grid, x, at))
  }
  return { aim, row }
}

function coverAt(grid: Grid, x: number, y: number): number {
  return grid.cover[Math.round(y / CELL) * grid.width + Math.round(x / CELL)] ?? 0
}

/** Four stops from zenith to horizon, the glow of the sun and a brighter band beneath it. */
function paintBase(painting: Painting, grid: Grid) {
  const { palette, scene } = painting
  const night = scene.sun.moon
  const stops: [number, Rgb][] = [
    [0, palette.zenith],
    [0.42, palette.upper],
    [0.78, palette.lower],
    [1, palette.horizon],
  ]
  const unit = scene.unit
  for (let j = 0; j < grid.height; j++) {
    const y = j * CELL
    const sky = gradient(stops, Math.min(1, y / scene.horizon))
    for (let i = 0; i < grid.width; i++) {
      const dx = (i * CELL - scene.sun.x) / unit
      const dy = (y - scene.sun.y) / unit
      const near = dx * dx + dy * dy
      const tight = 1 / (1 + near * 90)
      const wide = 1 / (1 + near * 9)
      const band = 1 / (1 + dx * dx * 4) / (1 + ((y - scene.horizon) / unit) * ((y - scene.horizon) / unit) * 40)
      const glow = night ? tight * 0.3 + wide * 0.14 : clamp01(tight * 0.5 + wide * 0.32 + band * 0.3)
      const colour = mixRgb(sky, palette.glow, clamp01(glow))
      const core = night ? tight * tight * 0.1 : tight * tight * 0.55
      const at = j * grid.width + i
      grid.glow[at] = clamp01(wide * (night ? 0.6 : 1))
      for (let c = 0; c < 3; c++) {
        const value = colour[c as 0 | 1 | 2]
        grid.base[at * 3 + c] = value + ((palette.sun[c as 0 | 1 | 2] ?? 1) - value) * core
      }
    }
  }
}

function gradient(stops: readonly [number, Rgb][], at: number): Rgb {
  for (let i = 1; i < stops.length; i++) {
    const [from, low] = stops[i - 1] as [number, Rgb]
    const [to, high] = stops[i] as [number, Rgb]
    if (at <= to) {
      const t = (at - from) / (to - from)
      return mixRgb(low, high, t * 0.5 + smoothstep(0, 1, t) * 0.5)
    }
  }
  return (stops.at(-1) as [number, Rgb])[1]
}

/** Two drifting fields in perspective; the edge towards the sun is lit, the body shaded. */
function cloudsOf(painting: Painting, grid: Grid): (seconds: number) => void {
  const { scene, palette, broad } = painting
  const { cover, scale, speed } = scene.clouds
  const random = painting.random('clouds')
  const ox = random.range(0, 512)
  const oy = random.range(0, 512)
  const threshold = 0.78 - cover * 0.52
  const softness = scene.mood === 'storm' ? 0.34 : 0.24
  const rich = !scene.accelerated
  const lit = palette.cloudLit
  const shade = palette.cloudShade
  const bright = mixRgb(palette.cloudLit, palette.sun, 0.6)
  // Sideways step towards the sun. It passes smoothly through zero, so that there is no seam below the sun.
  const leans = Float32Array.from({ length: grid.width }, (_, i) =>
    Math.max(-5, Math.min(5, ((scene.sun.x - i * CELL) / scene.unit) * 14)),
  )
  return (seconds: number) => {
    for (let j = 0; j < grid.height; j++) {
      const y = j * CELL
      const above = (scene.horizon - y) / scene.unit
      const far = 1 / (Math.max(0, above) + 0.13)
      const fade = smoothstep(-0.02, 0.2, above)
      const step = (CELL / scene.unit) * far * 46 * scale
      const drift = seconds * speed * 1.6
      const v = far * 52 * scale + oy
      const sunward = Math.max(-2.2, Math.min(2.2, ((y - scene.sun.y) / scene.unit) * 16))
      let u = ox - (scene.width / 2 / scene.unit) * far * 46 * scale + drift
      for (let i = 0, at = j * grid.width; i < grid.width; i++, at++, u += step) {
        const shape = sample(broad, u, v)
        const detail = rich ? sample(broad, u * 3.1 + drift * 0.7, v * 3.1 + 60) : 0.5
        const body = shape * 0.76 + detail * 0.24
        const thick = fade * smoothstep(threshold, threshold + softness, body)
        let r = grid.base[at * 3] as number
        let g = grid.base[at * 3 + 1] as number
        let b = grid.base[at * 3 + 2] as number
        if (thick > 0.002) {
          const glow = grid.glow[at] as number
          const toward = sample(broad, u + (leans[i] as number), v + sunward)
          const light = clamp01(0.5 + (shape - toward) * 3.4 + (detail - 0.5) * 0.7 + glow * 0.35 - thick * 0.16)
          const tip = glow * (1 - thick) * 1.1
          const alpha = thick * 0.9
          const keep = 1 - alpha
          const edge = Math.min(tip, 1)
          const body0 = shade[0] + (lit[0] - shade[0]) * light
          const body1 = shade[1] + (lit[1] - shade[1]) * light
          const body2 = shade[2] + (lit[2] - shade[2]) * light
          r = r * keep + (body0 + (bright[0] - body0) * edge) * alpha
          g = g * keep + (body1 + (bright[1] - body1) * edge) * alpha
          b = b * keep + (body2 + (bright[2] - body2) * edge) * alpha
        }
        grid.cover[at] = thick
        grid.y[at] = lumaOf(r, g, b) * FRACTION
        grid.u[at] = blueOf(r, g, b) * FRACTION
        grid.v[at] = redOf(r, g, b) * FRACTION
      }
    }
    if (scene.mood === 'storm') flash(painting, grid, seconds)
  }
}

/** Sheet lightning: two short pulses every few seconds, strongest in one part of the cloud. */
function flash(painting: Painting, grid: Grid, seconds: number) {
  const period = 4.4
  const turn = Math.floor(seconds / period)
  const phase = seconds - turn * period - 1.6
  const pulse = phase < 0 ? 0 : phase < 0.09 ? phase / 0.09 : phase < 0.5 ? (0.5 - phase) * (0.9 + sine(phase * 9)) : 0
  if (pulse <= 0) return
  const centre = painting.random(`flash ${turn}`).range(0.15, 0.85) * grid.width
  for (let at = 0, j = 0; j < grid.height; j++) {
    for (let i = 0; i < grid.width; i++, at++) {
      const away = ((i - centre) / grid.width) * 3
      const amount = (pulse * (0.35 + 0.65 * (grid.cover[at] as number))) / (1 + away * away)
      grid.y[at] = (grid.y[at] as number) + (232 * FRACTION - (grid.y[at] as number)) * clamp01(amount * 0.55)
    }
  }
}

/** One frame row from the small grid, smooth in both directions. */
function spread(
  from: Float32Array,
  grid: Grid,
  row: number,
  into: Uint16Array,
  start: number,
  count: number,
  step: number,
  scratch: Float32Array,
) {
  const top = Math.floor(row)
  const weight = row - top
  const upper = top * grid.width
  const lower = upper + grid.width
  for (let i = 0; i < grid.width; i++) {
    const a = from[upper + i] as number
    scratch[i] = a + ((from[lower + i] as number) - a) * weight
  }
  for (let x = 0; x < count; x++) {
    const at = x * step
    const i = at | 0
    const a = scratch[i] as number
    into[start + x] = a + ((scratch[i + 1] as number) - a) * (at - i)
  }
}
