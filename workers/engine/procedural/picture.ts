import { type Field, newComposer } from './compose.ts'
import { layersOf } from './layers.ts'
import { type Planes, particlesOf } from './particles.ts'
import { type Plate, SOLID } from './plate.ts'
import { randomFrom } from './random.ts'
import type { Scene } from './scene.ts'
import { newSky } from './sky.ts'
import { newStage } from './stage.ts'
import { waterOf } from './water.ts'

/** Side of the dither tile. */
const TILE = 128

export type Painter = (frame: number) => Planes

/** Paints any frame of a scene; the planes are one buffer (I420), overwritten by the next call. */
export function newPainter(scene: Scene): Painter & { readonly buffer: Uint8Array } {
  const { width, height, horizon } = scene
  const stage = newStage(scene)
  const layers = layersOf(stage)
  const wet = scene.ground === 'water'
  const field: Field = {
    width,
    height,
    y: new Uint16Array(width * height),
    u: new Uint16Array((width * height) / 4),
    v: new Uint16Array((width * height) / 4),
  }
  const buffer = new Uint8Array((width * height * 3) / 2)
  const planes = planesOf(buffer, width, height)
  const sky = newSky(stage, wet ? horizon : skyRows(scene, layers.behind))
  const behind = newComposer(layers.behind, field, horizon)
  const before = newComposer(layers.before, field, horizon)
  const water = wet ? waterOf(stage) : null
  const particles = particlesOf(stage)
  const finish = finishOf(scene)
  const paint = (frame: number) => {
    const seconds = frame / 24
    sky.aim(seconds)
    behind.aim(layers.behind.map((plate) => viewOf(scene, plate, seconds)))
    behind.draw(0, wet ? horizon : height, (row) => sky.row(field, row))
    water?.(field, seconds)
    if (layers.before.length > 0) {
      before.aim(layers.before.map((plate) => viewOf(scene, plate, seconds)))
      before.draw(Math.max(0, horizon), height, () => {})
    }
    finish(field, planes)
    particles(planes, seconds)
    return planes
  }
  return Object.assign(paint, { buffer })
}

/** Rows in which the sky may show: down to the first that some layer fills in every picture. */
function skyRows(scene: Scene, plates: readonly Plate[]): number {
  let rows = scene.height
  for (const plate of plates) {
    const band = plate.bands.indexOf(SOLID)
    if (band < 0) continue
    const row = plate.top + band * 2
    rows = Math.min(rows, Math.ceil(Math.max(row, scene.horizon + (row - scene.horizon) * 1.12)) + 4)
  }
  return rows
}

export function planesOf(buffer: Uint8Array, width: number, height: number): Planes {
  const size = width * height
  return {
    width,
    height,
    y: buffer.subarray(0, size),
    u: buffer.subarray(size, size + size / 4),
    v: buffer.subarray(size + size / 4),
  }
}

/** Long videos move no further in all than a layer can grow without getting soft. */
function viewOf(scene: Scene, plate: { depth: number; drift: number }, seconds: number) {
  const total = scene.frames / 24
  const push = Math.min(scene.camera.push, 0.11 / total)
  return { scale: 1 + push * plate.depth * seconds, shift: (scene.camera.pan * plate.depth + plate.drift) * seconds }
}

/** Darker corners, and six fractional bits dithered down to eight whole ones against banding. */
function finishOf(scene: Scene): (field: Field, planes: Planes) => void {
  const random = randomFrom('dither')
  const dither = Uint8Array.from({ length: TILE * TILE }, () => random.below(32) + random.below(33))
  // In 1024ths.
  const fall = (length: number, strength: number) =>
    Int32Array.from({ length }, (_, i) => {
      const away = (i / length) * 2 - 1
      return Math.round(1024 * (1 - strength * away * away * away * away))
    })
  const across = fall(scene.width, 0.15)
  const down = fall(scene.height, 0.13)
  return (field, planes) => {
    const { width, height, y } = field
    const into = planes.y
    for (let row = 0; row < height; row++) {
      const dark = down[row] as number
      const tile = (row & (TILE - 1)) * TILE
      const start = row * width
      for (let x = 0; x < width; x++) {
        const shade = ((across[x] as number) * dark) >> 10
        const light = ((y[start + x] as number) - 1024) * shade
        into[start + x] = (light + ((dither[tile + (x & (TILE - 1))] as number) << 10) + 1048576) >> 16
      }
    }
    shrink(field.u, planes.u, field.width / 2, dither)
    shrink(field.v, planes.v, field.width / 2, dither)
  }
}

function shrink(from: Uint16Array, into: Uint8Array, width: number, dither: Uint8Array) {
  for (let start = 0, row = 0; start < from.length; start += width, row++) {
    const tile = (row & (TILE - 1)) * TILE
    for (let x = 0; x < width; x++) {
      into[start + x] = ((from[start + x] as number) + (dither[tile + (x & (TILE - 1))] as number)) >> 6
    }
  }
}
