import type { Painting } from '../painting.ts'
import { mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01, mix, smoothstep } from '../pixels/math.ts'
import { ridged, sample } from '../pixels/noise.ts'
import { type Plate, plateOf } from '../pixels/plate.ts'
import type { Random } from '../pixels/random.ts'
import { newSheet, type Sheet } from '../pixels/sheet.ts'

export interface Range {
  /** Height of the highest peak above the base, in pixels. */
  readonly height: number
  readonly base: number
  readonly peaks: number
  readonly depth: number
  /** 0 clear … 1 lost in the haze. */
  readonly haze: number
  /** 0 rounded hills … 1 sharp rock. */
  readonly rugged: number
  /** Share of the height that snow covers. */
  readonly snow: number
}

export function mountainPlate(painting: Painting, label: string, range: Range): Plate {
  const { scene } = painting
  const margin = painting.margin(range.depth)
  const sheet = newSheet(-margin, range.base - range.height * 1.25, scene.width + margin, range.base + 4)
  const profile = profileOf(painting, painting.random(label), sheet, range)
  paintFaces(painting, painting.random(`${label}/faces`), sheet, range, profile)
  return plateOf(sheet, { depth: range.depth, drift: 0 })
}

/** Row of the crest for each column: overlapping peaks, roughened by folded noise. */
function profileOf(painting: Painting, random: Random, sheet: Sheet, range: Range): Float32Array {
  const { unit } = painting.scene
  const lift = new Float32Array(sheet.width)
  for (let i = 0; i < range.peaks; i++) {
    const centre = ((i + random.range(0.1, 0.9)) / range.peaks) * sheet.width
    const height = random.range(0.5, 1) * (i === random.below(range.peaks) ? 1 : 0.85)
    const left = random.range(0.2, 0.42) * unit * (0.5 + height)
    const right = random.range(0.2, 0.42) * unit * (0.5 + height)
    for (let x = 0; x < sheet.width; x++) {
      const away = (x - centre) / (x < centre ? -left : right)
      if (away >= 1) continue
      // Concave flanks for rock, a bell for hills.
      const rock = (1 - away) * (0.55 + 0.45 * (1 - away))
      const hill = (1 - away * away) * (1 - away * away)
      const value = height * mix(hill, rock, range.rugged)
      lift[x] = Math.max(lift[x] as number, value) * 0.8 + Math.min(1, (lift[x] as number) + value) * 0.2
    }
  }
  const y = random.range(0, 512)
  const scale = 150 / unit
  for (let x = 0; x < sheet.width; x++) {
    const low = sample(painting.broad, x * scale * 0.35, y) - 0.5
    const crease = ridged(painting.broad, x * scale, y + 90) - 0.6
    const grain = ridged(painting.broad, x * scale * 4, y + 200) - 0.6
    const base = lift[x] as number
    const rough = low * 0.3 + (crease * 0.22 + grain * 0.06) * range.rugged * (0.35 + base)
    lift[x] = sheet.height + sheet.top - 4 - range.height * Math.max(0.04, 0.1 + base * 0.82 + rough)
  }
  return lift
}

/** Light from the sun's side, gullies from folded noise, snow above the snow line, haze from the foot upwards. */
function paintFaces(painting: Painting, random: Random, sheet: Sheet, range: Range, profile: Float32Array) {
  const { palette, scene } = painting
  const scale = 190 / scene.unit
  const shift = random.range(0, 512)
  const slopes = slopesOf(profile, Math.max(3, Math.round(scene.unit * 0.012)))
  const snowLine = 1 - range.snow
  for (let column = 0; column < sheet.width; column++) {
    const crest = profile[column] as number
    const x = column + sheet.left
    const toSun = clamp01(0.5 + (scene.sun.x - x) / (scene.width * 0.5)) * 2 - 1
    const steep = profile[column + 1] === undefined ? 0 : (profile[column + 1] as number) - crest
    const soft = 1 / Math.sqrt(1 + Math.min(9, steep * steep))
    for (let y = Math.max(sheet.top, Math.floor(crest) - 1); y < sheet.top + sheet.height; y++) {
      const below = y - crest
      const coverage = clamp01(below * soft + 0.5)
      if (coverage === 0) continue
      const wx = x * scale + shift
      const wy = (y * 0.8 + crest * 0.2) * scale
      const warp = sample(painting.broad, wx * 0.5, wy * 0.5) * 26
      const here = ridged(painting.broad, wx + warp, wy * 0.8 + warp)
      const beside = ridged(painting.broad, wx + warp + 2.2, wy * 0.8 + warp - 0.8)
      const grain = sample(painting.fine, wx * 1.4, wy * 1.1) - 0.5
      // Flanks shift sideways from top to bottom; otherwise each column would be one stripe.
      const flank = Math.round(column + (warp - 13) * 0.09 * below)
      const slope = slopes[Math.max(0, Math.min(slopes.length - 1, flank))] as number
      const facing = (beside - here) * 6.4 * range.rugged - (slope * 0.95) / (1 + below * 0.014)
      const light = clamp01(0.5 + facing * toSun * -1 + grain * 0.34 * range.rugged)
      const altitude = clamp01((range.base - y) / range.height)
      const white =
        range.snow > 0 ? smoothstep(-0.07, 0.07, altitude - snowLine + (here - 0.6) * 0.34 + grain * 0.2) : 0
      const rock: Rgb = mixRgb(palette.rockShade, palette.rockLit, light)
      const snow: Rgb = mixRgb(palette.snowShade, palette.snowLit, light * light * (3 - 2 * light))
      const low = 1 - altitude
      const haze = range.haze + (1 - range.haze) * 0.72 * low * low * low
      const at = (y - sheet.top) * sheet.width + column
      const colour = mixRgb(mixRgb(rock, snow, white), palette.haze, haze)
      sheet.r[at] = colour[0]
      sheet.g[at] = colour[1]
      sheet.b[at] = colour[2]
      sheet.a[at] = coverage
    }
  }
}

/** Smoothed slope of the crest (rows per column), −1.5…1.5. */
function slopesOf(profile: Float32Array, reach: number): Float32Array {
  return profile.map((_, x) => {
    const before = profile[Math.max(0, x - reach)] as number
    const after = profile[Math.min(profile.length - 1, x + reach)] as number
    return Math.max(-1.5, Math.min(1.5, (after - before) / (2 * reach)))
  })
}
