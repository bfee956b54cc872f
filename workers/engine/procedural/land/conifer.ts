import { mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01 } from '../pixels/math.ts'
import type { Random } from '../pixels/random.ts'
import { blend, type Sheet } from '../pixels/sheet.ts'
import { line } from './trees.ts'

export interface ConiferInk {
  readonly shade: Rgb
  readonly lit: Rgb
  readonly snow: Rgb | null
  /** Colour over the foot of the tree, with this strength. */
  readonly mist: Rgb
  readonly foot: number
  /** 1 if the sun is to the right of the tree, −1 to the left. */
  readonly side: number
}

/** Minimum height at which every branch is drawn separately. */
const BRANCHED = 38

export function paintConifer(sheet: Sheet, random: Random, x: number, foot: number, height: number, ink: ConiferInk) {
  if (height >= BRANCHED) paintBranches(sheet, random, x, foot, height, ink)
  else paintTiers(sheet, random, x, foot, height, ink)
}

/** Tiers of drooping branches, ragged on both sides, lighter towards the sun. */
function paintTiers(sheet: Sheet, random: Random, x: number, foot: number, height: number, ink: ConiferInk) {
  const tiers = Math.max(6, Math.round(random.range(9, 13) * (0.5 + height / 150)))
  const reach = height * random.range(0.15, 0.21)
  const jitter = Float32Array.from({ length: tiers * 2 + 4 }, () => random.range(0.62, 1.24))
  const top = foot - height
  for (let y = Math.floor(top); y <= foot; y++) {
    const t = clamp01((y - top) / (height * 0.97))
    const place = t * (tiers - 0.01) * (0.75 + 0.25 * t)
    const tier = Math.floor(place)
    const within = place - tier
    const spread = reach * (0.05 + 0.95 * t) * (0.5 + 0.5 * within)
    const trunk = height * (0.004 + 0.012 * t)
    const left = Math.max(trunk, spread * (jitter[tier * 2] as number) + random.range(-0.8, 0.8) * t)
    const right = Math.max(trunk, spread * (jitter[tier * 2 + 1] as number) + random.range(-0.8, 0.8) * t)
    for (let px = Math.floor(x - left) - 1; px <= x + right + 1; px++) {
      const away = px - x
      const coverage = clamp01((away < 0 ? left + away : right - away) + 0.5)
      if (coverage === 0) continue
      const light = clamp01(0.32 + (away / (reach * t + 1)) * ink.side * 0.7 - (within - 0.6) * 0.35)
      let colour = mixRgb(ink.shade, ink.lit, light * 0.8)
      // The upper side of a tier has snow.
      if (ink.snow && within < 0.6) colour = mixRgb(colour, ink.snow, clamp01(0.8 - within * 1.3) * (0.2 + light * 0.5))
      blend(sheet, px, y, mixRgb(colour, ink.mist, ink.foot * t * t * t), coverage)
    }
  }
}

/** From the lowest branch up, so that upper branches cover lower ones. */
function paintBranches(sheet: Sheet, random: Random, x: number, foot: number, height: number, ink: ConiferInk) {
  const reach = height * random.range(0.17, 0.23)
  const top = foot - height
  const bark = mixRgb(ink.shade, [0, 0, 0], 0.25)
  line(sheet, x, foot, x, top, height * 0.011, 0.5, mixRgb(bark, ink.mist, ink.foot))
  const count = Math.round(Math.min(150, 12 + height * 0.55))
  for (let i = 0; i < count; i++) {
    const t = 0.94 - (0.92 * (i + random.range(-0.4, 0.4))) / count
    const way = i % 2 === 0 ? 1 : -1
    // Some branches are short, so that light shows through.
    const length = reach * (0.06 + t) * random.range(0.55, 1.12) * (random.chance(0.14) ? 0.55 : 1)
    const y = top + height * t
    const droop = length * random.range(0.24, 0.52)
    const light = clamp01(0.3 + way * ink.side * 0.13 + random.range(-0.3, 0.3))
    const colour = mixRgb(mixRgb(ink.shade, ink.lit, light), ink.mist, ink.foot * t * t)
    branch(
      sheet,
      random,
      x,
      y,
      way * length,
      droop,
      height,
      colour,
      ink.snow && mixRgb(colour, ink.snow, 0.35 + light * 0.6),
    )
  }
  line(sheet, x, top - height * 0.02, x, top + height * 0.06, 0.4, height * 0.006, ink.shade)
}

function branch(
  sheet: Sheet,
  random: Random,
  x: number,
  y: number,
  reach: number,
  droop: number,
  height: number,
  colour: Rgb,
  snow: Rgb | null,
) {
  const midX = x + reach * 0.55
  const midY = y + droop * 0.35
  const thick = Math.max(0.9, height * 0.0085)
  line(sheet, x, y - thick, midX, midY, thick * 0.9, thick * 1.25, colour)
  line(sheet, midX, midY, x + reach, y + droop, thick * 1.25, 0.3, colour)
  // Twigs hang from it.
  for (let i = 0; i < 4; i++) {
    const t = random.range(0.25, 0.95)
    const tx = x + reach * t
    const ty = y + droop * t * (0.35 + 0.65 * t)
    line(sheet, tx, ty, tx + reach * 0.1, ty + height * random.range(0.012, 0.03), thick * 0.6, 0.2, colour)
  }
  if (snow)
    line(
      sheet,
      x + reach * 0.2,
      y - thick * 0.9,
      x + reach * 0.86,
      y + droop * 0.72 - thick * 0.9,
      thick * 0.5,
      thick * 0.35,
      snow,
    )
}
