import type { Painting } from '../painting.ts'
import { hex, mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01 } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import type { Random } from '../pixels/random.ts'
import { blend, type Sheet } from '../pixels/sheet.ts'

interface LeafInk {
  readonly shade: Rgb
  readonly lit: Rgb
}

function leafInk(painting: Painting, random: Random, haze: number): LeafInk {
  const { palette, scene } = painting
  let lit = palette.leafLit
  let shade = palette.leafShade
  if (scene.foliage === 'autumn') lit = mixRgb(lit, random.pick([hex('d9792b'), hex('c4472a'), hex('e0a93c')]), 0.75)
  if (scene.foliage === 'blossom') lit = mixRgb(lit, random.pick([hex('f7b7cb'), hex('f4cfdc'), hex('ea94b4')]), 0.8)
  if (scene.foliage !== 'green') shade = mixRgb(shade, lit, 0.32)
  return { shade: mixRgb(shade, palette.haze, haze), lit: mixRgb(lit, palette.haze, haze) }
}

/** A crown of overlapping leaf clumps with ragged edges, lit from the sun's side. */
export function paintBroadleaf(
  painting: Painting,
  random: Random,
  sheet: Sheet,
  x: number,
  foot: number,
  height: number,
  haze: number,
) {
  const ink = leafInk(painting, random, haze)
  const bark = mixRgb(ink.shade, painting.palette.soilShade, 0.5)
  line(sheet, x, foot, x + random.range(-0.04, 0.04) * height, foot - height * 0.6, height * 0.03, height * 0.012, bark)
  const clumps = Array.from({ length: 13 }, (_, i) => {
    const up = 0.36 + 0.58 * (i / 12)
    const room = 0.3 * Math.sqrt(Math.max(0.05, 1 - (up - 0.55) * (up - 0.55) * 4.6))
    return {
      x: x + random.range(-1, 1) * room * height,
      y: foot - up * height,
      radius: height * random.range(0.1, 0.19),
    }
  })
  const side = painting.scene.sun.x > x ? 1 : -1
  for (const clump of clumps) paintClump(painting, sheet, clump, ink, side)
}

function paintClump(
  painting: Painting,
  sheet: Sheet,
  clump: { x: number; y: number; radius: number },
  ink: LeafInk,
  side: number,
) {
  const { radius } = clump
  const reach = radius * 1.25
  const scale = 1 / Math.max(0.35, radius * 0.035)
  for (let y = Math.floor(clump.y - reach); y <= clump.y + reach; y++) {
    for (let x = Math.floor(clump.x - reach); x <= clump.x + reach; x++) {
      const dx = (x - clump.x) / radius
      const dy = (y - clump.y) / radius
      const ragged = sample(painting.fine, x * scale, y * scale) - 0.5
      const edge = 1 - Math.sqrt(dx * dx + dy * dy) + ragged * 0.75
      const coverage = clamp01(edge * Math.max(2.5, radius * 0.28))
      if (coverage === 0) continue
      const light = clamp01(0.42 - dy * 0.42 + dx * side * 0.3 + ragged * 1.1)
      blend(sheet, x, y, mixRgb(ink.shade, ink.lit, light), coverage)
    }
  }
}

/** A bent trunk and a fan of arching fronds. */
export function paintPalm(
  painting: Painting,
  random: Random,
  sheet: Sheet,
  x: number,
  foot: number,
  height: number,
  haze: number,
) {
  const ink = leafInk(painting, random, haze)
  const bend = random.range(-0.3, 0.3) * height
  let fromX = x
  let fromY = foot
  for (let i = 1; i <= 12; i++) {
    const t = i / 12
    const toX = x + bend * t * t
    const toY = foot - height * 0.78 * t
    line(sheet, fromX, fromY, toX, toY, height * (0.026 - 0.012 * t), height * (0.025 - 0.012 * t), ink.shade)
    fromX = toX
    fromY = toY
  }
  for (let i = 0; i < 11; i++) {
    const spread = (i / 10) * 2 - 1 + random.range(-0.08, 0.08)
    const length = height * random.range(0.3, 0.4)
    const rise = height * (0.2 - 0.1 * Math.abs(spread)) * random.range(0.7, 1.2)
    frond(
      sheet,
      fromX,
      fromY,
      spread * length,
      rise * 1.25,
      length * 0.4,
      mixRgb(ink.shade, ink.lit, random.range(0, 0.6)),
    )
  }
}

function frond(sheet: Sheet, x: number, y: number, reach: number, rise: number, droop: number, colour: Rgb) {
  let px = x
  let py = y
  for (let i = 1; i <= 10; i++) {
    const t = i / 10
    const nx = x + reach * t
    const ny = y - rise * 4 * t * (1 - t) * 0.8 - rise * 0.3 * t + droop * t * t * t
    line(sheet, px, py, nx, ny, 1.3, 0.9, colour)
    // Leaflets hang from the rib.
    const hang = droop * 0.42 * (1 - 0.55 * t)
    line(sheet, nx, ny, nx + reach * 0.07, ny + hang, 1.1, 0.3, colour)
    line(sheet, (px + nx) / 2, (py + ny) / 2, (px + nx) / 2 + reach * 0.06, (py + ny) / 2 + hang, 1.1, 0.3, colour)
    px = nx
    py = ny
  }
}

/** A tapering stroke with soft edges; widths are half widths. */
export function line(
  sheet: Sheet,
  x0: number,
  y0: number,
  x1: number,
  y1: number,
  from: number,
  to: number,
  colour: Rgb,
) {
  const dx = x1 - x0
  const dy = y1 - y0
  const length = dx * dx + dy * dy + 0.0001
  const wide = Math.max(from, to) + 1
  for (let y = Math.floor(Math.min(y0, y1) - wide); y <= Math.max(y0, y1) + wide; y++) {
    for (let x = Math.floor(Math.min(x0, x1) - wide); x <= Math.max(x0, x1) + wide; x++) {
      const t = clamp01(((x - x0) * dx + (y - y0) * dy) / length)
      const ax = x - x0 - dx * t
      const ay = y - y0 - dy * t
      const coverage = clamp01(from + (to - from) * t + 0.5 - Math.sqrt(ax * ax + ay * ay))
      if (coverage > 0) blend(sheet, x, y, colour, coverage)
    }
  }
}
