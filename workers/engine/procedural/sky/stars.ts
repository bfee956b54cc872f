import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, lumaOf, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { clamp01, sine } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'

interface Star {
  readonly x: number
  readonly y: number
  readonly strength: number
  readonly rate: number
  readonly phase: number
}

/** Stars and the disc of the sun or moon, drawn row by row behind the layers of the land. */
export interface Lights {
  (field: Field, row: number, seconds: number, cover: (x: number) => number): void
  /** The chroma of the disc, for even rows. */
  tint(field: Field, row: number, cover: (x: number) => number): void
}

export function lightsOf(painting: Painting): Lights {
  const { scene, palette } = painting
  const { sun } = scene
  const stars = starsOf(painting)
  const luma = lumaOf(...palette.sun) * FRACTION
  const blue = blueOf(...palette.sun) * FRACTION
  const red = redOf(...palette.sun) * FRACTION
  const opacity = scene.mood === 'storm' ? 0.12 : scene.mood === 'neon' ? 0.5 : 1
  const disc = (x: number, row: number, hidden: number) => {
    const dx = x - sun.x
    const dy = row - sun.y
    const edge = clamp01((sun.radius - Math.sqrt(dx * dx + dy * dy)) / 1.6 + 0.5)
    if (edge === 0) return 0
    const maria = sun.moon ? 1 - 0.28 * clamp01(sample(painting.broad, dx * 1.3 + 40, dy * 1.3 + 200) * 2.4 - 0.9) : 1
    return edge * opacity * (1 - hidden * 0.85) * maria
  }
  const draw = (field: Field, row: number, seconds: number, cover: (x: number) => number) => {
    const start = row * field.width
    for (const star of stars[row] ?? []) {
      const twinkle = 0.72 + 0.28 * sine(seconds * star.rate + star.phase)
      const light = star.strength * twinkle * (1 - clamp01(cover(star.x) * 1.6)) * FRACTION
      field.y[start + star.x] = Math.min(235 * FRACTION, (field.y[start + star.x] as number) + light)
    }
    if (Math.abs(row - sun.y) > sun.radius + 1) return
    for (let x = Math.max(0, sun.x - sun.radius - 1); x <= Math.min(field.width - 1, sun.x + sun.radius + 1); x++) {
      const amount = disc(x, row, cover(x))
      const here = field.y[start + x] as number
      field.y[start + x] = here + (luma - here) * amount
    }
  }
  const tint = (field: Field, row: number, cover: (x: number) => number) => {
    if (Math.abs(row - sun.y) > sun.radius + 2) return
    const half = field.width / 2
    const start = (row >> 1) * half
    for (let x = Math.max(0, (sun.x - sun.radius) >> 1); x <= Math.min(half - 1, (sun.x + sun.radius + 1) >> 1); x++) {
      const amount = disc(x * 2 + 0.5, row + 0.5, cover(x * 2))
      const at = start + x
      field.u[at] = (field.u[at] as number) + (blue - (field.u[at] as number)) * amount
      field.v[at] = (field.v[at] as number) + (red - (field.v[at] as number)) * amount
    }
  }
  return Object.assign(draw, { tint })
}

/** Stars by row. A bright star covers a small cross of pixels; a broad band of dust is denser than the rest. */
function starsOf(painting: Painting): Star[][] {
  const { scene } = painting
  const random = painting.random('stars')
  const amount = { night: 2.2, aurora: 1.6, neon: 0.2, sunset: 0.08 } as Partial<Record<string, number>>
  const rows: Star[][] = []
  const put = (star: Star) => {
    if (star.x < 0 || star.x >= scene.width || star.y < 0 || star.strength < 1) return
    rows[star.y] ??= []
    rows[star.y]?.push(star)
  }
  const count = ((scene.width * scene.horizon) / 420) * (amount[scene.mood] ?? 0)
  const tilt = random.range(-0.6, 0.6)
  for (let i = 0; i < count; i++) {
    const y = Math.floor(random.next() * scene.horizon)
    let x = random.next() * scene.width
    // Every other star is moved towards the band.
    if (i % 2 === 0) {
      const band = scene.width / 2 + (y - scene.horizon / 2) * tilt * 2
      x = band + (random.next() + random.next() + random.next() - 1.5) * scene.width * 0.3
    }
    const draw = random.next()
    const low = 1 - y / scene.horizon
    const strength = (16 + 215 * draw * draw * draw * draw * draw) * Math.min(1, 0.15 + low * 1.6)
    const star = { x: Math.floor(x), y, strength, rate: random.range(0.15, 0.7), phase: random.next() }
    put(star)
    if (strength > 70) {
      for (const [dx, dy] of [
        [1, 0],
        [-1, 0],
        [0, 1],
        [0, -1],
      ] as const) {
        put({ ...star, x: star.x + dx, y: star.y + dy, strength: strength * 0.36 })
      }
    }
  }
  return rows
}
