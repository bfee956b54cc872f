import type { Painting } from '../painting.ts'
import { hex, mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01 } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import { type Plate, plateOf } from '../pixels/plate.ts'
import type { Random } from '../pixels/random.ts'
import { addLight, blend, newSheet, type Sheet } from '../pixels/sheet.ts'

interface Block {
  readonly height: number
  readonly haze: number
  readonly depth: number
  /** Size of a window, in pixels. */
  readonly window: number
  readonly lit: number
  readonly signs: number
}

const SIGNS = ['ff3d8b', '27d3ff', 'ffb02e', '9a5bff', '3dffb4', 'ff5a3c'].map(hex) as [Rgb, ...Rgb[]]
const WINDOWS = ['ffd794', 'ffc06a', 'ffe9c8', 'bfe2ff', 'ffb4d8'].map(hex) as [Rgb, ...Rgb[]]

/** Three rows of buildings; nearer rows are darker and have more lit windows. */
export function cityPlates(painting: Painting): Plate[] {
  const { scene } = painting
  const dark = scene.sun.moon
  const unit = scene.unit
  const dim = dark ? 1 : scene.mood === 'sunset' ? 0.45 : 0.12
  const tall = scene.height > scene.width ? 1.45 : 1
  const blocks: Block[] = [
    { height: unit * 0.42 * tall, haze: 0.72, depth: 0.1, window: 1, lit: 0.34 * dim, signs: 0 },
    { height: unit * 0.36 * tall, haze: 0.4, depth: 0.24, window: 2, lit: 0.36 * dim, signs: 0.25 * dim },
    { height: unit * 0.22 * tall, haze: 0.1, depth: 0.42, window: 2.6, lit: 0.38 * dim, signs: 0.75 * dim },
  ]
  return blocks.map((block, i) => blockPlate(painting, `block ${i}`, block))
}

function blockPlate(painting: Painting, label: string, block: Block): Plate {
  const { scene } = painting
  const random = painting.random(label)
  const margin = painting.margin(block.depth)
  const sheet = newSheet(-margin, scene.horizon - block.height * 1.5, scene.width + margin, scene.horizon + 2)
  let x = sheet.left
  let gap = 0
  const centre = scene.width * (0.5 + random.range(-0.16, 0.16))
  while (x < sheet.left + sheet.width) {
    const width = Math.round(scene.unit * random.range(0.045, 0.11) * (0.7 + block.depth))
    const away = (x + width / 2 - centre) / scene.width
    const rise = 0.55 + 0.55 / (1 + away * away * 9)
    const height = Math.round(block.height * rise * random.range(0.42, 1.12))
    tower(painting, random.fork(`tower ${gap}`), sheet, x, width, height, block)
    x += Math.round(width * random.range(0.78, 1.12))
    gap++
  }
  if (block.depth > 0.4) promenade(painting, sheet)
  return plateOf(sheet, { depth: block.depth, drift: 0 })
}

/** The quay: a dark wall, a row of lamps and their light on the facades behind. */
function promenade(painting: Painting, sheet: Sheet) {
  const { scene, palette } = painting
  const lamp = hex('ffc98a')
  const pitch = Math.round(scene.unit * 0.03)
  const bright = scene.sun.moon ? 1 : scene.mood === 'sunset' ? 0.7 : 0
  const wall = mixRgb(palette.rockShade, palette.haze, 0.12)
  for (let x = sheet.left; x < sheet.left + sheet.width; x++) {
    for (let y = scene.horizon - 4; y < scene.horizon + 2; y++) blend(sheet, x, y, wall, 1)
  }
  if (bright === 0) return
  for (let x = sheet.left + 9; x < sheet.left + sheet.width; x += pitch) {
    halo(sheet, x, scene.horizon - 8, scene.unit * 0.03, lamp, 0.3 * bright)
    for (let dy = -1; dy <= 1; dy++) {
      for (let dx = -1; dx <= 1; dx++)
        blend(sheet, x + dx, scene.horizon - 9 + dy, lamp, 0.95 / (1 + dx * dx + dy * dy))
    }
  }
}

/** Fades from the facade's own colour into the lit haze of the street. */
function tower(
  painting: Painting,
  random: Random,
  sheet: Sheet,
  x: number,
  width: number,
  height: number,
  block: Block,
) {
  const { palette, scene } = painting
  const roof = scene.horizon - height
  const shade = mixRgb(palette.rockShade, palette.rockLit, random.range(0.05, 0.4))
  const side = scene.sun.x > x ? 1 : -1
  const step = random.chance(0.4) ? Math.round(width * random.range(0.12, 0.26)) : 0
  const stepHeight = Math.round(height * random.range(0.08, 0.22))
  for (let y = roof; y < scene.horizon + 2; y++) {
    const inset = y < roof + stepHeight ? step : 0
    const up = (scene.horizon - y) / block.height
    const haze = clamp01(block.haze + (1 - block.haze) * 0.55 * (1 - Math.min(1, up * 1.5)))
    for (let px = x + inset; px < x + width - inset; px++) {
      const across = ((px - x) / width - 0.5) * side
      const colour = mixRgb(mixRgb(shade, palette.rockLit, clamp01(0.14 + across * 0.36)), palette.haze, haze)
      blend(sheet, px, y, colour, 1)
    }
  }
  if (random.chance(0.35))
    mast(sheet, random, x + Math.round(width / 2), roof, height, mixRgb(shade, palette.haze, block.haze))
  if (scene.snowy) snowCap(painting, sheet, x + step, width - 2 * step, roof, block)
  windows(painting, random, sheet, x, width, roof + 4, block, step, stepHeight)
  if (random.chance(block.signs)) sign(random, sheet, x, width, roof, height)
}

function mast(sheet: Sheet, random: Random, x: number, roof: number, height: number, colour: Rgb) {
  const length = Math.round(height * random.range(0.08, 0.2))
  for (let i = 0; i < length; i++) blend(sheet, x, roof - i, colour, 1 - (i / length) * 0.5)
  for (let dy = -2; dy <= 2; dy++) {
    for (let dx = -2; dx <= 2; dx++)
      blend(sheet, x + dx, roof - length + dy, hex('ff4038'), 0.9 / (1 + dx * dx + dy * dy))
  }
}

function snowCap(painting: Painting, sheet: Sheet, x: number, width: number, roof: number, block: Block) {
  const colour = mixRgb(painting.palette.snowLit, painting.palette.haze, block.haze * 0.8)
  for (let px = x - 1; px <= x + width; px++) {
    const thick = 2 + 3 * block.depth * 2 * sample(painting.fine, px * 0.8, roof)
    for (let y = roof - 2; y < roof + thick; y++) blend(sheet, px, y, colour, clamp01(thick - (y - roof)) * 0.92)
  }
}

function windows(
  painting: Painting,
  random: Random,
  sheet: Sheet,
  x: number,
  width: number,
  roof: number,
  block: Block,
  step: number,
  stepHeight: number,
) {
  const { scene } = painting
  const size = Math.max(1, Math.round((block.window * scene.unit) / 768))
  const pitchX = size + Math.max(2, Math.round(size * random.range(0.7, 1.4)))
  const pitchY = size + Math.max(2, Math.round(size * random.range(0.8, 1.6)))
  const main = random.pick(WINDOWS)
  const bands = random.chance(0.25)
  const offset = random.range(0, 256)
  for (let y = roof; y < scene.horizon - size; y += pitchY) {
    const floorLit = bands && random.chance(0.4)
    const inset = y < roof + stepHeight ? step : 0
    for (let px = x + inset + 3; px < x + width - inset - size - 1; px += pitchX) {
      // Lit windows are clustered, like offices still in use.
      const busy = sample(painting.fine, px * 0.9 + offset, y * 0.7) * 1.5 - 0.25
      if (!floorLit && random.next() > block.lit * busy * 2) continue
      const colour = random.chance(0.8) ? main : random.pick(WINDOWS)
      const strength = random.range(0.35, 1) * (1 - block.haze * 0.62)
      for (let dy = 0; dy < size; dy++) {
        for (let dx = 0; dx < size; dx++) blend(sheet, px + dx, y + dy, colour, strength)
      }
      if (size > 2) halo(sheet, px + size / 2, y + size / 2, size * 2.2, colour, strength * 0.12)
    }
  }
}

/** A vertical sign of strokes that look like letters seen from across the river, with its light on the wall. */
function sign(random: Random, sheet: Sheet, x: number, width: number, roof: number, height: number) {
  const colour = random.pick(SIGNS)
  const upright = random.chance(0.6)
  const long = Math.round(upright ? height * random.range(0.25, 0.5) : width * random.range(0.5, 0.85))
  const thick = Math.max(5, Math.round(width * 0.15))
  const left = x + Math.round((width - (upright ? thick : long)) * random.range(0.15, 0.85))
  const top = roof + Math.round(height * random.range(0.1, 0.3))
  const across = upright ? thick : long
  const down = upright ? long : thick
  const glyph = thick + 2
  halo(sheet, left + across / 2, top + down / 2, Math.max(across, down) * 0.9, colour, 0.5)
  for (let y = 0; y < down; y++) {
    for (let dx = 0; dx < across; dx++) {
      const along = upright ? y : dx
      const frame = y < 1 || dx < 1 || y >= down - 1 || dx >= across - 1
      const stroke =
        along % glyph < glyph - 2 &&
        ((y * 7 + Math.floor(along / glyph) * 5) % 4 < 2 || (dx + Math.floor(along / glyph)) % 4 === 0)
      const tone = mixRgb(colour, [1, 1, 1], 0.45)
      if (frame) blend(sheet, left + dx, top + y, colour, 0.95)
      else if (stroke) blend(sheet, left + dx, top + y, tone, 0.95)
      else addLight(sheet, left + dx, top + y, colour, 0.25)
    }
  }
}

function halo(sheet: Sheet, x: number, y: number, radius: number, colour: Rgb, amount: number) {
  const inverse = 1 / (radius * radius)
  for (let py = Math.floor(y - radius); py <= y + radius; py++) {
    for (let px = Math.floor(x - radius); px <= x + radius; px++) {
      const away = ((px - x) * (px - x) + (py - y) * (py - y)) * inverse
      if (away < 1) addLight(sheet, px, py, colour, amount * (1 - away) * (1 - away))
    }
  }
}
