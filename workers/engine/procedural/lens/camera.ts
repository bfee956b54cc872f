import type { Painting } from '../painting.ts'
import type { Field } from '../pixels/compose.ts'
import { clamp01, mix, sine, smoothstep } from '../pixels/math.ts'
import type { Aim } from './lens.ts'

/** The camera's view of a still at each frame of the video. */
export type Camera = (frame: number) => Aim

interface Point {
  readonly x: number
  readonly y: number
}

/** Zooms in from the whole start image, at a decreasing speed. */
export function departing(painting: Painting, still: Field): Camera {
  const { frames } = painting.scene
  const most = reachOf(frames)
  const sway = swayOf(painting, focusOf(still))
  return (frame) => {
    const t = frame / Math.max(1, frames - 1)
    return { scale: 1 + most * (t * 0.55 + smoothstep(0, 1, t) * 0.45), ...sway(frame) }
  }
}

/** Zooms out to the whole end image and slows to a stop. */
export function arriving(painting: Painting, still: Field): Camera {
  const { frames } = painting.scene
  const most = reachOf(frames)
  const sway = swayOf(painting, focusOf(still))
  return (frame) => {
    const left = 1 - frame / Math.max(1, frames - 1)
    return { scale: 1 + most * left * left * (1.6 - 0.6 * left), ...sway(frame) }
  }
}

/** Zooms in from the whole start image, then out to the whole end image: both move together while they dissolve. */
export function passing(painting: Painting, still: Field): Camera {
  const { frames } = painting.scene
  const most = reachOf(frames)
  const sway = swayOf(painting, focusOf(still))
  return (frame) => {
    const t = frame / Math.max(1, frames - 1)
    return { scale: 1 + most * smoothstep(0, 1, 1 - Math.abs(2 * t - 1)), ...sway(frame) }
  }
}

/** Views of an image in a sequence: alternately the camera zooms in and pans, at a speed that does not depend on the length. */
export function touring(painting: Painting, still: Field, number: number, from: number, until: number): Camera {
  const random = painting.random(`camera ${number}`)
  const seconds = (until - from) / 24
  const focus = focusOf(still)
  const place = (frame: number) => (frame - from) / Math.max(1, until - 1 - from)
  if (number % 2 === 0) {
    const low = 1.02
    const high = low + Math.min(0.16, 0.026 * seconds + 0.01)
    return (frame) => ({ scale: mix(low, high, place(frame)), ...focus })
  }
  const way = random.chance(0.5) ? 1 : -1
  const reach = (way * Math.min(0.7, 0.24 * seconds)) / 2
  return (frame) => {
    const t = place(frame)
    return { scale: 1.09 + 0.012 * t, x: clamp01(0.5 + reach * (2 * t - 1)), y: mix(0.5, focus.y, 0.6) }
  }
}

/** Maximum zoom over a whole video: more than a fifth would show single pixels of the canvas. */
function reachOf(frames: number): number {
  return Math.min(0.2, 0.04 + (0.013 * frames) / 24)
}

/** A slow drift about the point of interest, as of a camera on a boom. */
function swayOf(painting: Painting, focus: Point): (frame: number) => Point {
  const random = painting.random('sway')
  const [px, py] = [random.next(), random.next()]
  return (frame) => {
    const seconds = frame / 24
    return {
      x: clamp01(focus.x + 0.1 * sine(seconds * 0.11 + px)),
      y: clamp01(focus.y + 0.08 * sine(seconds * 0.083 + py)),
    }
  }
}

/** The centre of detail, moved halfway to the middle of the canvas. */
function focusOf({ width, height, y }: Field): Point {
  let total = 0
  let across = 0
  let down = 0
  for (let row = 8; row < height - 8; row += 8) {
    for (let x = 8; x < width - 8; x += 8) {
      const at = row * width + x
      const here = y[at] as number
      const change = Math.abs(here - (y[at + 8] as number)) + Math.abs(here - (y[at + 8 * width] as number))
      total += change
      across += change * x
      down += change * row
    }
  }
  if (total === 0) return { x: 0.5, y: 0.5 }
  return { x: mix(0.5, across / total / width, 0.6), y: mix(0.5, down / total / height, 0.6) }
}
