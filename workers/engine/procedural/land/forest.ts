import type { Painting } from '../painting.ts'
import { mixRgb } from '../pixels/colour.ts'
import { clamp01, mix, sine } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import { type Plate, plateOf } from '../pixels/plate.ts'
import type { Random } from '../pixels/random.ts'
import { blend, newSheet, type Sheet } from '../pixels/sheet.ts'
import type { Scene } from '../scene/scene.ts'
import { type ConiferInk, paintConifer } from './conifer.ts'
import { paintBroadleaf, paintPalm } from './trees.ts'

export interface Stand {
  /** Height of an average tree in pixels. */
  readonly height: number
  /** Row of the ground under the trees, before its undulation. */
  readonly base: number
  readonly roll: number
  /** Soil is painted down to this row; null for trees on another layer. */
  readonly floor: number | null
  readonly depth: number
  readonly haze: number
  /** Trees per width of one tree height. */
  readonly density: number
  /** Where trees may grow, by position 0..1 across the frame; everywhere by default. */
  readonly room?: (position: number) => number
}

export function forestPlate(painting: Painting, label: string, stand: Stand): Plate {
  const { scene } = painting
  const random = painting.random(label)
  const margin = painting.margin(stand.depth)
  const bottom = Math.max(stand.floor ?? 0, stand.base + stand.roll * 2 + stand.height * 0.1)
  const sheet = newSheet(-margin, stand.base - stand.roll - stand.height * 1.7, scene.width + margin, bottom + 2)
  const row = random.range(0, 512)
  const groundAt = (x: number) =>
    stand.base - stand.roll * 2 * (sample(painting.broad, (x * 60) / scene.unit, row) - 0.5)
  const count = Math.round((sheet.width / stand.height) * stand.density)
  const trees = Array.from({ length: count }, (_, i) => ({
    x: sheet.left + ((i + random.range(-0.7, 0.7)) / count) * sheet.width,
    size: random.range(0.55, 1.15),
    // Single trees are nearer or farther; trees on a shore follow its line.
    forward: stand.floor === null ? random.range(-1, 1) * stand.roll : 0,
    random: random.fork(`tree ${i}`),
  }))
    .map((tree) => {
      const grove = sample(painting.broad, (tree.x * 110) / scene.unit, row + 160)
      return { ...tree, size: tree.size * mix(0.62, 1.3, grove) }
    })
    .filter((tree) => tree.random.next() < (stand.room?.((tree.x - sheet.left) / sheet.width) ?? 1))
    .sort((a, b) => a.forward - b.forward || b.size - a.size)
  if (stand.floor !== null) fillSoil(painting, sheet, stand, stand.floor, groundAt)
  for (const tree of trees) {
    const foot = groundAt(tree.x) + stand.height * 0.04 + tree.forward
    const height = stand.height * tree.size
    if (stand.floor === null) paintShadow(sheet, tree.x, foot, height, scene)
    const mood = { haze: stand.haze, lean: scene.sun.x > tree.x ? 1 : -1 }
    if (scene.trees === 'broadleaf')
      paintBroadleaf(painting, tree.random, sheet, tree.x, foot, height * 0.82, mood.haze)
    else if (scene.trees === 'palms') paintPalm(painting, tree.random, sheet, tree.x, foot, height * 0.9, mood.haze)
    else paintConifer(sheet, tree.random, tree.x, foot, height, coniferInk(painting, stand, tree.random, mood.lean))
  }
  return plateOf(sheet, { depth: stand.depth, drift: 0 })
}

function coniferInk(painting: Painting, stand: Stand, random: Random, side: number): ConiferInk {
  const { palette, scene } = painting
  const vary = random.range(0, 0.25)
  return {
    shade: mixRgb(mixRgb(palette.leafShade, palette.leafLit, vary * 0.5), palette.haze, stand.haze),
    lit: mixRgb(mixRgb(palette.leafLit, palette.leafShade, vary), palette.haze, stand.haze),
    snow: scene.snowy ? mixRgb(mixRgb(palette.snowShade, palette.snowLit, 0.55), palette.haze, stand.haze) : null,
    mist: palette.haze,
    foot: (scene.weather.includes('mist') ? 0.12 : 0.06) + stand.haze * 0.9,
    side,
  }
}

/** A soft shadow at the foot of a single tree, longer on the side away from the sun. */
function paintShadow(sheet: Sheet, x: number, foot: number, height: number, scene: Scene) {
  const wide = height * 0.24
  const thin = height * 0.035
  const middle = x + (scene.sun.x > x ? -1 : 1) * wide * 0.35
  for (let y = Math.floor(foot - thin); y <= foot + thin; y++) {
    for (let px = Math.floor(middle - wide); px <= middle + wide; px++) {
      const dx = (px - middle) / wide
      const dy = (y - foot) / thin
      const inside = 1 - dx * dx - dy * dy
      if (inside > 0) blend(sheet, px, y, SHADE, inside * 0.42)
    }
  }
}

const SHADE = [0.03, 0.05, 0.1] as const

function fillSoil(painting: Painting, sheet: Sheet, stand: Stand, floor: number, groundAt: (x: number) => number) {
  const { palette, scene } = painting
  const white = scene.snowy
  const shade = mixRgb(
    white ? palette.snowShade : mixRgb(palette.leafShade, palette.soilShade, 0.4),
    palette.haze,
    stand.haze,
  )
  const lit = mixRgb(white ? palette.snowLit : mixRgb(palette.leafLit, palette.soilLit, 0.3), palette.haze, stand.haze)
  const misty = scene.weather.includes('mist') ? 0.7 : 0.15
  for (let x = sheet.left; x < sheet.left + sheet.width; x++) {
    const ground = groundAt(x)
    for (let y = Math.floor(ground); y < sheet.top + sheet.height; y++) {
      const deep = (y - ground) / Math.max(1, floor - ground)
      const grain = sample(painting.fine, (x * 300) / scene.unit, (y * 900) / scene.unit)
      const light = clamp01(0.35 + (grain - 0.5) * 0.6 - deep * 0.3 + 0.08 * sine(x * 0.004))
      const colour = mixRgb(mixRgb(shade, lit, light), palette.haze, misty * clamp01(1 - deep * 1.2))
      blend(sheet, x, y, colour, clamp01(y - ground + 0.5))
    }
  }
}
