import type { Painting } from '../painting.ts'
import { blueOf, FRACTION, type Rgb, redOf } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { clamp01, mix } from '../pixels/math.ts'
import type { Mood } from '../scene/palette.ts'

/** The colour grading of a mood for frames that were not painted in it. */
interface Look {
  /** Share of the light that midtones keep. */
  readonly light: number
  /** The new value of white. */
  readonly white: number
  readonly contrast: number
  readonly colour: number
  /** Strength of the palette's tint in shadows and highlights. */
  readonly tint: number
}

const LOOKS: Readonly<Record<Mood, Look>> = {
  sunset: { light: 0.92, white: 0.99, contrast: 1.06, colour: 1, tint: 0.66 },
  dawn: { light: 1.04, white: 1, contrast: 0.94, colour: 0.94, tint: 0.5 },
  day: { light: 1.03, white: 1, contrast: 1.05, colour: 1.1, tint: 0.1 },
  night: { light: 0.62, white: 0.68, contrast: 1.05, colour: 0.55, tint: 0.9 },
  storm: { light: 0.8, white: 0.86, contrast: 1.04, colour: 0.58, tint: 0.5 },
  snow: { light: 1.06, white: 1, contrast: 0.96, colour: 0.72, tint: 0.32 },
  desert: { light: 1.03, white: 0.99, contrast: 1.04, colour: 0.96, tint: 0.5 },
  aurora: { light: 0.64, white: 0.7, contrast: 1.05, colour: 0.6, tint: 0.9 },
  neon: { light: 0.68, white: 0.74, contrast: 1.1, colour: 0.85, tint: 0.8 },
}

/** Grades a field towards the mood of the scene; strength 0 changes no bit. */
export type Grade = (field: Field, strength: number) => void

export function newGrade(painting: Painting): Grade {
  const { palette, scene } = painting
  const look = LOOKS[scene.mood]
  const dark = chromaOf(scene.sun.moon ? palette.lower : palette.zenith)
  const light = chromaOf(palette.glow)
  const tones = new Uint16Array(256 * FRACTION)
  const blues = new Float32Array(256)
  const reds = new Float32Array(256)
  return ({ width, height, y, u, v }, strength) => {
    if (strength === 0) return
    for (let i = 0; i < tones.length; i++) tones[i] = toneOf(i, look, strength)
    for (let i = 0; i < 256; i++) {
      const level = clamp01((i - 16) / 219)
      const shadow = (1 - level) * (1 - level) * look.tint * strength
      const high = level * level * look.tint * strength * 0.8
      blues[i] = (dark.blue * shadow + light.blue * high) * 0.5 * FRACTION
      reds[i] = (dark.red * shadow + light.red * high) * 0.5 * FRACTION
    }
    const half = width / 2
    const keep = mix(1, look.colour, strength)
    for (let row = 0; row < height / 2; row++) {
      for (let x = 0, at = row * half; x < half; x++, at++) {
        const level = (y[row * 2 * width + x * 2] as number) >> 6
        u[at] = 8192 + ((u[at] as number) - 8192) * keep + (blues[level] as number)
        v[at] = 8192 + ((v[at] as number) - 8192) * keep + (reds[level] as number)
      }
    }
    for (let at = 0; at < y.length; at++) y[at] = tones[y[at] as number] as number
  }
}

function chromaOf(colour: Rgb) {
  return { blue: blueOf(...colour) - 128, red: redOf(...colour) - 128 }
}

/** Contrast about the middle, then a curve for the midtones, then the lowered white; black stays unchanged. */
function toneOf(value: number, look: Look, strength: number): number {
  const level = (value / FRACTION - 16) / 219
  if (level <= 0) return value
  const steep = level + (look.contrast - 1) * level * (1 - level) * (2 * level - 1) * 2
  const bent = steep * look.light + steep * steep * (1 - look.light)
  return Math.round((16 + 219 * mix(level, clamp01(bent) * look.white, strength)) * FRACTION)
}
