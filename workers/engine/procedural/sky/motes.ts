import type { Painting } from '../painting.ts'
import { mixRgb } from '../pixels/colour.ts'
import { clamp01, sine } from '../pixels/math.ts'
import { type Draw, inkOf, spot, wrap } from './particles.ts'

/** Specks of dust in front of a frame, for prompts without weather. */
export function motesOf(painting: Painting): Draw {
  const { scene, palette } = painting
  const random = painting.random('motes')
  const ink = inkOf(mixRgb(palette.sun, palette.glow, 0.35))
  const unit = scene.unit / 768
  const motes = Array.from({ length: 46 }, () => {
    const near = random.next()
    return {
      x: random.next(),
      y: random.next(),
      phase: random.next(),
      near: near * near,
      rate: random.range(0.05, 0.12),
      pulse: random.range(0.08, 0.2),
    }
  })
  return (planes, seconds, strength) => {
    if (strength === 0) return
    for (const { x, y, phase, near, rate, pulse } of motes) {
      const glow = clamp01(0.4 + 0.6 * sine(seconds * pulse + phase))
      const across = x * planes.width + (8 + near * 26) * unit * seconds + sine(seconds * rate + phase) * 18 * unit
      const down = y * planes.height - (5 + near * 12) * unit * seconds + sine(seconds * rate * 1.6) * 10 * unit
      const size = (1.1 + near * 4.5) * unit
      const alpha = strength * glow * (0.34 - 0.2 * near)
      spot(planes, wrap(across, planes.width, 12), wrap(down, planes.height, 12), size, ink, alpha)
    }
  }
}
