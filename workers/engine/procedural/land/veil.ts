import type { Painting } from '../painting.ts'
import { mixRgb, type Rgb } from '../pixels/colour.ts'
import { clamp01, mix, smoothstep } from '../pixels/math.ts'
import { sample } from '../pixels/noise.ts'
import { type Plate, plateOf } from '../pixels/plate.ts'
import { blend, newSheet } from '../pixels/sheet.ts'
import { line } from './trees.ts'

/** A bank of mist that drifts across; thickest in its middle, with ragged edges. */
export function mistPlate(
  painting: Painting,
  label: string,
  middle: number,
  reach: number,
  depth: number,
  strength: number,
): Plate {
  const { scene, palette } = painting
  const random = painting.random(label)
  const drift = random.range(5, 11) * (scene.clouds.speed > 0 ? 1 : -1)
  const margin = painting.margin(depth, drift)
  const sheet = newSheet(-margin, middle - reach, scene.width + margin, middle + reach)
  const row = random.range(0, 512)
  const colour = mixRgb(palette.haze, palette.cloudLit, 0.25)
  const scale = 60 / scene.unit
  for (let y = 0; y < sheet.height; y++) {
    const away = Math.abs((y / sheet.height) * 2 - 1)
    const profile = (1 - away * away) * (1 - away * away)
    for (let x = 0; x < sheet.width; x++) {
      const wisp = sample(painting.broad, x * scale, y * scale * 3.4 + row)
      const at = y * sheet.width + x
      sheet.r[at] = colour[0]
      sheet.g[at] = colour[1]
      sheet.b[at] = colour[2]
      sheet.a[at] = strength * profile * smoothstep(0.22, 0.78, wisp)
    }
  }
  return plateOf(sheet, { depth, drift })
}

/** Grass and reeds on a dark bank at the lower edge of the frame. */
export function bankPlate(painting: Painting): Plate {
  const { scene, palette } = painting
  const random = painting.random('bank')
  const depth = 1
  const margin = painting.margin(depth)
  const unit = scene.unit
  const sheet = newSheet(-margin, scene.height - unit * 0.3, scene.width + margin, scene.height + 2)
  // Higher on the side away from the sun, so that the sun's reflection stays visible.
  const side = scene.sun.x > scene.width / 2 ? 0 : 1
  const row = random.range(0, 512)
  const edgeAt = (x: number) => {
    const across = (x - sheet.left) / sheet.width
    const lift = side === 0 ? 1 - across : across
    const bump = sample(painting.broad, (x * 90) / unit, row) - 0.5
    return scene.height + unit * (0.05 - 0.15 * smoothstep(0.42, 1, lift) + bump * 0.05)
  }
  const dark = mixRgb(palette.leafShade, [0, 0, 0], 0.3)
  const light = mixRgb(palette.leafShade, scene.snowy ? palette.snowShade : palette.leafLit, 0.45)
  for (let x = sheet.left; x < sheet.left + sheet.width; x++) {
    const edge = edgeAt(x)
    for (let y = Math.max(sheet.top, Math.floor(edge)); y < sheet.top + sheet.height; y++) {
      const grain = sample(painting.fine, x * 0.9, y * 2.2) * clamp01(1 - (y - edge) / (unit * 0.06))
      blend(sheet, x, y, mixRgb(dark, light, grain * 0.5), clamp01(y - edge + 0.5))
    }
  }
  const blades = Math.round(sheet.width / 2.1)
  for (let i = 0; i < blades; i++) {
    const x = sheet.left + random.next() * sheet.width
    const edge = edgeAt(x)
    const rise = clamp01((scene.height + unit * 0.01 - edge) / (unit * 0.1))
    if (rise < 0.1) continue
    const tuft = sample(painting.broad, (x * 260) / unit, row + 40)
    const length = unit * random.range(0.02, 0.075) * mix(0.4, 1.5, tuft) * rise
    blade(sheet, x, edge + 4, length, random.range(-0.35, 0.45) * length, mixRgb(dark, light, random.next() * 0.9))
  }
  return plateOf(sheet, { depth, drift: 0 })
}

function blade(sheet: Parameters<typeof line>[0], x: number, y: number, length: number, lean: number, colour: Rgb) {
  const midX = x + lean * 0.3
  const midY = y - length * 0.55
  line(sheet, x, y, midX, midY, 1.1, 0.7, colour)
  line(sheet, midX, midY, x + lean, y - length, 0.7, 0.1, colour)
}
