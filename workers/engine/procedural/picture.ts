import { layersOf } from './land/layers.ts'
import { waterOf } from './land/water.ts'
import { finishOf } from './lens/finish.ts'
import { newPainting, type Painting } from './painting.ts'
import { type Field, newComposer } from './pixels/compose.ts'
import { type Plate, SOLID } from './pixels/plate.ts'
import type { Scene } from './scene/scene.ts'
import { birdsOf, type Planes, weatherOf } from './sky/particles.ts'
import { newSky } from './sky/sky.ts'

export type Painter = (frame: number) => Planes

/** Paints any frame of a scene; the planes are one buffer (I420), overwritten by the next call. */
export function newPainter(scene: Scene): Painter & { readonly buffer: Uint8Array } {
  const { width, height } = scene
  const painting = newPainting(scene)
  const scenery = newScenery(painting)
  const buffer = new Uint8Array((width * height * 3) / 2)
  const planes = planesOf(buffer, width, height)
  const finish = finishOf(width, height)
  const weather = weatherOf(painting)
  const birds = birdsOf(painting)
  const paint = (frame: number) => {
    finish(scenery(frame), planes)
    weather(planes, frame / 24, 1)
    birds(planes, frame / 24, 1)
    return planes
  }
  return Object.assign(paint, { buffer })
}

/** Paints the landscape alone; the field is always the same one, overwritten by the next call. */
export function newScenery(painting: Painting): (frame: number) => Field {
  const { scene } = painting
  const { width, height, horizon } = scene
  const layers = layersOf(painting)
  const wet = scene.ground === 'water'
  const field = newField(width, height)
  const sky = newSky(painting, wet ? horizon : skyRows(scene, layers.behind))
  const behind = newComposer(layers.behind, field, horizon)
  const before = newComposer(layers.before, field, horizon)
  const water = wet ? waterOf(painting) : null
  return (frame) => {
    const seconds = frame / 24
    sky.aim(seconds)
    behind.aim(layers.behind.map((plate) => viewOf(scene, plate, seconds)))
    behind.draw(0, wet ? horizon : height, (row) => sky.row(field, row))
    water?.(field, seconds)
    if (layers.before.length > 0) {
      before.aim(layers.before.map((plate) => viewOf(scene, plate, seconds)))
      before.draw(Math.max(0, horizon), height, () => {})
    }
    return field
  }
}

export function newField(width: number, height: number): Field {
  return {
    width,
    height,
    y: new Uint16Array(width * height),
    u: new Uint16Array((width * height) / 4),
    v: new Uint16Array((width * height) / 4),
  }
}

/** Rows in which the sky may be visible: down to the first row that a layer fills in every frame. */
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

/** The total motion of a long video is limited to the growth at which a layer stays sharp. */
function viewOf(scene: Scene, plate: { depth: number; drift: number }, seconds: number) {
  const total = scene.frames / 24
  const push = Math.min(scene.camera.push, 0.11 / total)
  return { scale: 1 + push * plate.depth * seconds, shift: (scene.camera.pan * plate.depth + plate.drift) * seconds }
}
