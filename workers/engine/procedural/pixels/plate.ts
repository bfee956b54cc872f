import { blueOf, FRACTION, lumaOf, redOf } from './colour.ts'
import type { Sheet } from './sheet.ts'

/** How a layer follows the camera. */
export interface Motion {
  /** 0 far … 1 near: its share of the camera's pan and push. */
  readonly depth: number
  /** Its own sideways speed, in pixels a second. */
  readonly drift: number
}

/** Coverage of a tile of a plate: clear, partial or solid. */
export const EMPTY = 0
export const MIXED = 1
export const SOLID = 2

/** Width of a tile in luma columns; a tile is two luma rows high. */
export const TILE = 32

/** A painted layer: premultiplied Y, U, V with FRACTION, alpha 0..256; chroma at half size. */
export interface Plate extends Motion {
  readonly width: number
  readonly height: number
  readonly left: number
  readonly top: number
  readonly y: Uint16Array
  readonly a: Uint16Array
  readonly u: Uint16Array
  readonly v: Uint16Array
  readonly half: Uint16Array
  /** Kind of each tile, and of the row of tiles as a whole. */
  readonly tiles: Uint8Array
  readonly bands: Uint8Array
}

export function plateOf(sheet: Sheet, motion: Motion): Plate {
  const { width, height } = sheet
  const size = width * height
  const plate = {
    ...motion,
    width,
    height,
    left: sheet.left,
    top: sheet.top,
    y: new Uint16Array(size),
    a: new Uint16Array(size),
    u: new Uint16Array(size / 4),
    v: new Uint16Array(size / 4),
    half: new Uint16Array(size / 4),
    tiles: new Uint8Array((height / 2) * Math.ceil(width / TILE)),
    bands: new Uint8Array(height / 2),
  }
  for (let i = 0; i < size; i++) {
    const alpha = sheet.a[i] as number
    plate.a[i] = Math.round(alpha * 256)
    plate.y[i] = Math.round(lumaOf(sheet.r[i] as number, sheet.g[i] as number, sheet.b[i] as number) * alpha * FRACTION)
  }
  fillChroma(sheet, plate)
  sortTiles(plate)
  return plate
}

function fillChroma(sheet: Sheet, plate: Plate) {
  const { width, height, r, g, b, a } = sheet
  const half = width / 2
  for (let row = 0; row < height / 2; row++) {
    for (let column = 0; column < half; column++) {
      const at = row * 2 * width + column * 2
      let u = 0
      let v = 0
      let alpha = 0
      for (const i of [at, at + 1, at + width, at + width + 1]) {
        const weight = a[i] as number
        alpha += weight
        u += weight * blueOf(r[i] as number, g[i] as number, b[i] as number)
        v += weight * redOf(r[i] as number, g[i] as number, b[i] as number)
      }
      const to = row * half + column
      plate.u[to] = Math.round((u * FRACTION) / 4)
      plate.v[to] = Math.round((v * FRACTION) / 4)
      plate.half[to] = Math.round(alpha * 64)
    }
  }
}

/** The kind of a tile also counts the samples beyond it that interpolation can reach. */
function sortTiles(plate: Plate) {
  const { width, height, a } = plate
  const columns = Math.ceil(width / TILE)
  for (let band = 0; band < height / 2; band++) {
    let lowest = SOLID
    for (let column = 0; column < columns; column++) {
      let low = 256
      let high = 0
      for (let y = Math.max(0, band * 2 - 2); y <= Math.min(height - 1, band * 2 + 3); y++) {
        const end = Math.min(width, (column + 1) * TILE + 4)
        for (let x = Math.max(0, column * TILE - 2); x < end; x++) {
          const alpha = a[y * width + x] as number
          if (alpha < low) low = alpha
          if (alpha > high) high = alpha
        }
      }
      const kind = high === 0 ? EMPTY : low === 256 ? SOLID : MIXED
      plate.tiles[band * columns + column] = kind
      if (kind < lowest) lowest = kind
    }
    plate.bands[band] = lowest
  }
}
