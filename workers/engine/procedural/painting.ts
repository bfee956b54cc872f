import { type NoiseField, noiseField } from './pixels/noise.ts'
import { type Random, randomFrom } from './pixels/random.ts'
import { type Palette, paletteOf } from './scene/palette.ts'
import type { Scene } from './scene/scene.ts'

/** Shared by all painters of layers. */
export interface Painting {
  readonly scene: Scene
  readonly palette: Palette
  /** Broad shapes: few cells, many octaves. */
  readonly broad: NoiseField
  /** Broad shapes without small ones: crests stay clean. */
  readonly smooth: NoiseField
  /** Grain: many cells, few octaves. */
  readonly fine: NoiseField
  random(label: string): Random
  /** Maximum shift of a layer to either side over the whole video. */
  margin(depth: number, drift?: number): number
}

export function newPainting(scene: Scene): Painting {
  const seconds = scene.frames / 24
  const root = randomFrom(scene.key)
  return {
    scene,
    palette: paletteOf(scene.mood, scene.variant),
    broad: noiseField(root.fork('broad'), 512, 4, 7),
    smooth: noiseField(root.fork('smooth'), 512, 4, 3, 0.4),
    fine: noiseField(root.fork('fine'), 256, 32, 3, 0.6),
    random: (label) => root.fork(label),
    margin: (depth, drift = 0) => Math.ceil((Math.abs(scene.camera.pan) * depth + Math.abs(drift)) * seconds) + 8,
  }
}
