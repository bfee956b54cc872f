import type { Painting } from '../painting.ts'
import { blueOf, hex, lumaOf, mixRgb, type Rgb, redOf } from '../pixels/colour.ts'
import { clamp01, fraction, sine } from '../pixels/math.ts'
import type { Random } from '../pixels/random.ts'
import type { Weather } from '../scene/vocabulary.ts'

/** One frame as the encoder takes it. */
export interface Planes {
  readonly width: number
  readonly height: number
  readonly y: Uint8Array
  readonly u: Uint8Array
  readonly v: Uint8Array
}

interface Ink {
  readonly y: number
  readonly u: number
  readonly v: number
}

/** A function of time alone, so that each frame can be painted independently; `strength` 0 … 1 fades it. */
export type Draw = (planes: Planes, seconds: number, strength: number) => void

/** Particles that fall or float in front of everything else. */
export function weatherOf(painting: Painting): Draw {
  const makers: Partial<Record<Weather, () => Draw>> = {
    snow: () => snowfall(painting),
    rain: () => rainfall(painting),
    fireflies: () => fireflies(painting),
    petals: () => flutter(painting, [hex('ffd3e0'), hex('f7aac4')]),
    leaves: () => flutter(painting, [hex('e0862f'), hex('c4502a'), hex('e8b04a')]),
  }
  const draws = painting.scene.weather.flatMap((kind) => makers[kind]?.() ?? [])
  return (planes, seconds, strength) => {
    if (strength > 0) for (const draw of draws) draw(planes, seconds, strength)
  }
}

export function birdsOf(painting: Painting): Draw {
  const draw = painting.scene.birds ? flock(painting) : null
  return (planes, seconds, strength) => {
    if (strength > 0) draw?.(planes, seconds, strength)
  }
}

export function inkOf(colour: Rgb): Ink {
  return { y: lumaOf(...colour), u: blueOf(...colour), v: redOf(...colour) }
}

function snowfall(painting: Painting): Draw {
  const { scene, palette } = painting
  const random = painting.random('snow')
  const ink = inkOf(mixRgb(palette.snowLit, [1, 1, 1], 0.6))
  const wind = random.range(-26, 26)
  const flakes = Array.from({ length: Math.round((scene.width * scene.height) / 1500) }, () => {
    const near = random.next()
    return { ...placeOf(random), near: near * near * near, sway: random.range(0.1, 0.4) }
  })
  return (planes, seconds, strength) => {
    for (const flake of flakes) {
      const size = (0.9 + flake.near * 5) * (scene.unit / 768)
      const fall = (42 + flake.near * 190) * (scene.unit / 768)
      const swing = sine(seconds * flake.sway + flake.phase) * (6 + flake.near * 26)
      const x = wrap(flake.x * planes.width + wind * (0.4 + flake.near * 2) * seconds + swing, planes.width, 14)
      const y = wrap(flake.y * planes.height + fall * seconds, planes.height, 14)
      spot(planes, x, y, size, ink, strength * (0.34 + 0.5 * (1 - flake.near) * (0.5 + flake.phase * 0.5)))
    }
  }
}

function rainfall(painting: Painting): Draw {
  const { scene, palette } = painting
  const random = painting.random('rain')
  const ink = inkOf(mixRgb(palette.horizon, [0.92, 0.95, 1], 0.7))
  const slant = random.range(0.08, 0.2) * (scene.clouds.speed > 0 ? -1 : 1)
  const drops = Array.from({ length: Math.round((scene.width * scene.height) / 1750) }, () => ({
    ...placeOf(random),
    near: random.next(),
  }))
  return (planes, seconds, strength) => {
    for (const drop of drops) {
      const unit = scene.unit / 768
      const length = (11 + drop.near * 34) * unit
      const fall = (620 + drop.near * 900) * unit
      const y = wrap(drop.y * planes.height + fall * seconds, planes.height, 60)
      const x = wrap(drop.x * planes.width + fall * seconds * slant, planes.width, 20)
      streak(planes, x, y, length, slant, ink, strength * (0.07 + 0.14 * drop.near))
    }
  }
}

function fireflies(painting: Painting): Draw {
  const { scene } = painting
  const random = painting.random('fireflies')
  const ink = inkOf(hex('ffe27a'))
  const flies = Array.from({ length: 70 }, () => ({
    ...placeOf(random),
    size: random.range(2.2, 5.5) * (scene.unit / 768),
    rate: random.range(0.05, 0.14),
    pulse: random.range(0.18, 0.45),
  }))
  const top = scene.horizon - scene.unit * 0.16
  return (planes, seconds, strength) => {
    for (const fly of flies) {
      const turn = seconds * fly.rate + fly.phase
      const x = fly.x * planes.width + (sine(turn) + 0.5 * sine(turn * 2.3)) * 34
      const y = top + fly.y * (planes.height - top) + (sine(turn * 1.7 + 0.3) + 0.4 * sine(turn * 3.1)) * 20
      const glow = clamp01(0.45 + 0.75 * sine(seconds * fly.pulse + fly.phase * 3))
      if (glow === 0) continue
      spot(planes, x, y, fly.size * 3.2, ink, strength * glow * 0.3)
      spot(planes, x, y, fly.size * 0.8, ink, strength * glow * 0.95)
    }
  }
}

function flutter(painting: Painting, colours: readonly [Rgb, ...Rgb[]]): Draw {
  const { scene } = painting
  const random = painting.random('flutter')
  const bits = Array.from({ length: 90 }, () => ({
    ...placeOf(random),
    size: random.range(1.6, 4.6) * (scene.unit / 768),
    rate: random.range(0.2, 0.6),
    ink: inkOf(random.pick(colours)),
  }))
  return (planes, seconds, strength) => {
    for (const bit of bits) {
      const sway = sine(seconds * bit.rate + bit.phase)
      const x = wrap(bit.x * planes.width + (28 + bit.size * 9) * seconds + sway * 22, planes.width, 12)
      const y = wrap(bit.y * planes.height + (20 + bit.size * 10) * seconds, planes.height, 12)
      // It turns as it falls: sometimes broad, sometimes thin.
      const size = bit.size * (0.55 + 0.45 * Math.abs(sine(seconds * bit.rate * 2 + bit.phase)))
      spot(planes, x, y, size, bit.ink, strength * 0.85)
    }
  }
}

function flock(painting: Painting): Draw {
  const { scene, palette } = painting
  const random = painting.random('flock')
  const ink = inkOf(mixRgb(palette.leafShade, palette.haze, 0.2))
  const way = random.chance(0.5) ? 1 : -1
  const startX = scene.width * (way > 0 ? random.range(0.12, 0.36) : random.range(0.64, 0.88))
  const startY = scene.horizon * random.range(0.3, 0.5)
  const birds = Array.from({ length: 5 + random.below(5) }, (_, i) => ({
    x: -way * Math.ceil(i / 2) * 21 + random.range(-5, 5),
    y: (i % 2 === 0 ? 1 : -1) * Math.ceil(i / 2) * 9 + random.range(-4, 4),
    span: random.range(6.5, 9.5) * (scene.unit / 768),
    rate: random.range(1.3, 1.8),
    phase: random.next(),
  }))
  return (planes, seconds, strength) => {
    for (const bird of birds) {
      const x = startX + bird.x + way * seconds * 24
      const y = startY + bird.y - seconds * 3 + sine(seconds * 0.2 + bird.phase) * 5
      const flap = sine(seconds * bird.rate + bird.phase)
      for (let i = -8; i <= 8; i++) {
        const t = i / 8
        const arm = Math.abs(t)
        const lift = bird.span * (arm * (0.45 + 0.5 * flap) - arm * arm * (0.25 + 0.35 * flap))
        spot(planes, x + t * bird.span, y - lift, 1.25 - arm * 0.5, ink, strength * 0.62)
      }
    }
  }
}

function placeOf(random: Random) {
  return { x: random.next(), y: random.next(), phase: random.next() }
}

export function wrap(value: number, length: number, edge: number): number {
  return fraction((value + edge) / (length + 2 * edge)) * (length + 2 * edge) - edge
}

/** Blends a soft disc over the frame. */
export function spot(planes: Planes, x: number, y: number, radius: number, ink: Ink, alpha: number) {
  const { width, height } = planes
  const half = width >> 1
  const reach = radius + 1
  const inverse = 1 / (reach * reach)
  for (let py = Math.max(0, Math.ceil(y - reach)); py <= Math.min(height - 1, y + reach); py++) {
    for (let px = Math.max(0, Math.ceil(x - reach)); px <= Math.min(width - 1, x + reach); px++) {
      const away = ((px - x) * (px - x) + (py - y) * (py - y)) * inverse
      if (away >= 1) continue
      const amount = alpha * (1 - away) * Math.min(1, (1 - away) * 1.6)
      const at = py * width + px
      planes.y[at] = (planes.y[at] as number) + (ink.y - (planes.y[at] as number)) * amount
      if (((px | py) & 1) !== 0) continue
      const to = (py >> 1) * half + (px >> 1)
      planes.u[to] = (planes.u[to] as number) + (ink.u - (planes.u[to] as number)) * amount
      planes.v[to] = (planes.v[to] as number) + (ink.v - (planes.v[to] as number)) * amount
    }
  }
}

function streak(planes: Planes, x: number, y: number, length: number, slant: number, ink: Ink, alpha: number) {
  const { width, height } = planes
  for (let i = 0; i < length; i++) {
    const py = Math.floor(y) + i
    if (py < 0 || py >= height) continue
    const place = x + i * slant
    const px = Math.floor(place)
    if (px < 0 || px >= width - 1) continue
    const t = i / length
    const amount = alpha * 4 * t * (1 - t)
    const right = place - px
    const at = py * width + px
    planes.y[at] = (planes.y[at] as number) + (ink.y - (planes.y[at] as number)) * amount * (1 - right)
    planes.y[at + 1] = (planes.y[at + 1] as number) + (ink.y - (planes.y[at + 1] as number)) * amount * right
  }
}
