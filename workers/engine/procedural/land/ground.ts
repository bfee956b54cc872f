import type { Painting } from '../painting.ts'
import { hex, mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01, mix, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import { type Plate, plateOf } from '../pixels/plate.ts'
import { newSheet, type Sheet } from '../pixels/sheet.ts'

/** The ground as a height field seen in perspective; world lengths in eye heights. */
interface Land {
  readonly height: (x: number, z: number) => number
  readonly colour: (x: number, z: number, light: number) => Rgb
  /** Slope that counts as full light or shade. */
  readonly relief: number
}

interface Slice {
  readonly near: number
  readonly far: number
  readonly depth: number
}

const FOCAL = 1.15

/** Far, middle and near slices of the ground below the horizon, each with its own parallax. */
export function groundPlates(painting: Painting): Plate[] {
  const land = landOf(painting)
  const slices: Slice[] = [
    { near: 8.5, far: 60, depth: 0.3 },
    { near: 3, far: 9.5, depth: 0.5 },
    { near: 0.62, far: 3.5, depth: 0.85 },
  ]
  return slices.map((slice) => {
    const sheet = march(painting, land, slice)
    return plateOf(sheet, { depth: slice.depth, drift: 0 })
  })
}

function landOf(painting: Painting): Land {
  const { palette, scene, broad, smooth, fine } = painting
  const offset = painting.random('land').range(0, 512)
  if (scene.ground === 'dunes') {
    const height = (x: number, z: number) => {
      const bend = sample(smooth, x * 8 + offset, z * 8 + 40) * 80
      const wave = sample(smooth, x * 15 + bend * 0.6 + offset, z * 27 + bend)
      const folded = 1 - Math.abs(2 * wave - 1)
      const crest = folded * folded * (1.6 - 0.6 * folded)
      return (crest * 1.9 - 0.95) * smoothstep(0.6, 4.5, z) * (1 + 0.35 * smoothstep(8, 40, z))
    }
    const colour = (x: number, z: number, light: number) => {
      const ripple = sample(fine, x * 46 + z * 20, z * 260 + x * 60) - 0.5
      return mixRgb(palette.soilShade, palette.soilLit, clamp01(light + (ripple * 0.42) / (1 + z * z * 0.25)))
    }
    return { height, colour, relief: 5 }
  }
  const snow = scene.ground === 'snowfield'
  const height = (x: number, z: number) =>
    (sample(snow ? smooth : broad, x * 15 + offset, z * 24) - 0.5) * 1.2 * smoothstep(0.4, 3, z) +
    (snow ? 0 : (sample(fine, x * 30, z * 30) - 0.5) * 0.02)
  const colour = (x: number, z: number, light: number): Rgb => {
    const patch = sample(broad, x * 22 + offset, z * 26 + 77)
    if (snow) {
      const drift = sample(fine, x * 13, z * 26) - 0.5 + (sample(fine, x * 150, z * 160) - 0.5) / (1 + z)
      return mixRgb(palette.snowShade, palette.snowLit, clamp01(light + drift * 0.14 + (patch - 0.5) * 0.2))
    }
    const blade = sample(fine, x * 200, z * 150) - 0.5 + (sample(fine, x * 470, z * 340) - 0.5) * 0.8
    const bloom = scene.flowers && z < 11 ? bloomAt(painting, x, z) : null
    const tone = clamp01(light * 0.85 + (patch - 0.5) * 0.7 + (blade * 0.9) / (1 + z * 0.16))
    const grass = mixRgb(palette.soilShade, palette.soilLit, tone)
    return bloom ? mixRgb(grass, bloom, 0.8) : grass
  }
  return { height, colour, relief: snow ? 3.4 : 2.6 }
}

const BLOOMS = ['f6d04d', 'f4f0ea', 'e8688f', 'b07be0', 'f08a4b'].map(hex)

/** Flowers grow in drifts of one colour. */
function bloomAt(painting: Painting, x: number, z: number): Rgb | null {
  const { broad, fine } = painting
  const drift = sample(broad, x * 18 + 60, z * 24)
  if (sample(fine, x * 330 + 31, z * 150) < 1.02 - drift * 0.52) return null
  const kind = Math.floor(sample(broad, x * 26 + 200, z * 30) * 6.5)
  return BLOOMS[kind % BLOOMS.length] ?? null
}

/** Walks every column from near to far and fills the pixels that are not hidden yet. */
function march(painting: Painting, land: Land, slice: Slice): Sheet {
  const { scene, palette } = painting
  const margin = painting.margin(slice.depth)
  const focal = scene.unit * FOCAL * 0.36
  const sheet = newSheet(-margin, scene.horizon - focal * 0.5, scene.width + margin, scene.height + 2)
  const bottom = sheet.top + sheet.height
  const sunSide = scene.sun.x / scene.width < 0.5 ? -1 : 1
  const shadeAt = (x: number, z: number, here: number): Rgb => {
    const step = 0.04 + z * 0.016
    const across = (land.height(x + step * sunSide, z) - here) / step
    const along = (land.height(x, z + step) - here) / step
    const light = clamp01(0.55 + (-across * 0.8 + along * 0.55) * (land.relief / 3))
    // Distant relief is finer than a pixel and would flicker.
    const calm = mix(light, 0.62, smoothstep(9, 36, z) * 0.85)
    return mixRgb(land.colour(x, z, calm), palette.haze, Math.sqrt(clamp01((z - 2) / 46)) * 0.48)
  }
  const pace = slice.near > 5 ? 0.003 : 0.006
  for (let column = 0; column < sheet.width; column++) {
    const ray = ((column + sheet.left - scene.width / 2) / (scene.unit * FOCAL)) * 1.6
    const rowAt = (z: number, height: number) => scene.horizon + ((1 - height) * focal) / z
    let filled = bottom
    let last: Rgb | null = null
    let open = false
    for (let z = slice.near; z < slice.far && filled > sheet.top; z *= 1 + pace) {
      const here = land.height(ray * z, z)
      const row = rowAt(z, here)
      if (row >= filled) {
        // The crest is between two steps: without refinement it would look like stairs.
        for (let part = 1; open && last && part < 6; part++) {
          const between = z / (1 + (pace * part) / 6)
          const crest = rowAt(between, land.height(ray * between, between))
          if (crest < filled) fillSpan(sheet, column, crest, filled, last, last, edgeOf(slice, z))
          filled = Math.min(filled, crest)
        }
        open = false
        continue
      }
      const colour = shadeAt(ray * z, z, here)
      fillSpan(sheet, column, row, filled, open && last ? last : colour, colour, edgeOf(slice, z))
      filled = row
      last = colour
      open = true
    }
    // Beyond the last step hazy land continues to the horizon.
    if (slice.depth < 0.4 && last)
      fillSpan(sheet, column, Math.min(filled, scene.horizon - 4), filled, last, mixRgb(last, palette.haze, 0.1), 1)
  }
  return sheet
}

/** The far end of a slice fades, so that there is no seam to the next one. */
function edgeOf(slice: Slice, z: number): number {
  return slice.depth < 0.4 ? 1 : clamp01(((slice.far - z) / slice.far) * 8)
}

/** Blends a colour under the painted one, by the share of the pixel that is still clear. */
function fillSpan(sheet: Sheet, column: number, from: number, to: number, near: Rgb, far: Rgb, alpha: number) {
  const length = Math.max(1, to - from)
  const last = Math.min(sheet.top + sheet.height, Math.ceil(to))
  for (let y = Math.max(sheet.top, Math.floor(from)); y < last; y++) {
    const at = (y - sheet.top) * sheet.width + column
    const there = sheet.a[at] as number
    const over = (y < from ? clamp01(y + 1 - from) * alpha : alpha) * (1 - there)
    if (over <= 0) continue
    const share = over / (there + over)
    const part = clamp01((to - y) / length)
    sheet.r[at] = mix(sheet.r[at] as number, mix(near[0], far[0], part), share)
    sheet.g[at] = mix(sheet.g[at] as number, mix(near[1], far[1], part), share)
    sheet.b[at] = mix(sheet.b[at] as number, mix(near[2], far[2], part), share)
    sheet.a[at] = there + over
  }
}
