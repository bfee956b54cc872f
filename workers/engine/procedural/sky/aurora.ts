import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, hex, lumaOf, redOf } from '../pixels/colour.ts'
import { clamp01, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'

interface Planes {
  readonly width: number
  readonly height: number
  readonly y: Float32Array
  readonly u: Float32Array
  readonly v: Float32Array
}

const FOOT = hex('5dffb0')
const BODY = hex('23d08c')
const CROWN = hex('7a4fd0')

/** Curtains: a waving lower edge, and rays that rise from it and fade from green to violet. Adds light to the planes. */
export function auroraOf(painting: Painting, cell: number): (planes: Planes, seconds: number) => void {
  const { scene, broad, fine } = painting
  const random = painting.random('aurora')
  const curtains = Array.from({ length: 3 }, (_, i) => ({
    base:
      scene.horizon - scene.unit * (0.24 + 0.1 * i + random.range(-0.03, 0.03)) * (scene.horizon / scene.unit + 0.42),
    height: scene.unit * random.range(0.4, 0.58) * (1 - i * 0.08),
    wave: scene.unit * random.range(0.1, 0.2),
    strength: [0.7, 0.9, 0.6][i] as number,
    row: random.range(0, 512),
    way: random.chance(0.5) ? 1 : -1,
  }))
  // Light by height above the edge: a fast rise, then a slow decline.
  const profile = Float32Array.from({ length: 257 }, (_, i) => {
    const t = i / 256
    return smoothstep(0, 0.07, t) * (1 - t) * (1 - t) * (1 / (1 + t * 2.2))
  })
  return (planes, seconds) => {
    for (const curtain of curtains) {
      for (let i = 0; i < planes.width; i++) {
        const x = (i * cell * 768) / scene.unit
        const bend = sample(broad, x * 0.05 + seconds * 0.7 * curtain.way, curtain.row + seconds * 0.8)
        const fold = sample(broad, x * 0.17 + seconds * 1.6 * curtain.way, curtain.row + 80)
        const edge = curtain.base + (bend - 0.5) * curtain.wave * 2.6 + (fold - 0.5) * curtain.wave * 0.55
        const ray = sample(fine, x * 0.1 + fold * 22, curtain.row + seconds * 2.2)
        const patch = smoothstep(0.28, 0.68, sample(broad, x * 0.06 - seconds * 1.1, curtain.row + 200 + seconds * 0.9))
        const strength = curtain.strength * patch * (0.45 + 0.85 * ray)
        const tall = curtain.height * (0.6 + 0.75 * ray)
        drape(planes, i, cell, edge, tall, strength, profile)
      }
    }
  }
}

function drape(
  planes: Planes,
  i: number,
  cell: number,
  edge: number,
  tall: number,
  strength: number,
  profile: Float32Array,
) {
  const first = Math.max(0, Math.floor((edge - tall) / cell))
  const last = Math.min(planes.height - 1, Math.floor(edge / cell) + 1)
  for (let j = first; j <= last; j++) {
    const t = clamp01((edge - j * cell) / tall)
    const light = (profile[Math.floor(t * 256)] as number) * strength * 1.25
    if (light < 0.002) continue
    const up = smoothstep(0.12, 0.75, t)
    const low = 1 - smoothstep(0, 0.22, t)
    const r = (BODY[0] + (CROWN[0] - BODY[0]) * up + (FOOT[0] - BODY[0]) * low) * light
    const g = (BODY[1] + (CROWN[1] - BODY[1]) * up + (FOOT[1] - BODY[1]) * low) * light
    const b = (BODY[2] + (CROWN[2] - BODY[2]) * up + (FOOT[2] - BODY[2]) * low) * light
    const at = j * planes.width + i
    planes.y[at] = Math.min(228 * FRACTION, (planes.y[at] as number) + (lumaOf(r, g, b) - 16) * FRACTION)
    planes.u[at] = (planes.u[at] as number) + (blueOf(r, g, b) - 128) * FRACTION
    planes.v[at] = (planes.v[at] as number) + (redOf(r, g, b) - 128) * FRACTION
  }
}
