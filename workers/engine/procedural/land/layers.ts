import type { Painting } from '../painting.ts'
import type { Plate } from '../pixels/plate.ts'
import type { Random } from '../pixels/random.ts'
import type { Scene } from '../scene/scene.ts'
import { cityPlates } from './city.ts'
import { forestPlate } from './forest.ts'
import { groundPlates } from './ground.ts'
import { mountainPlate, type Range } from './mountains.ts'
import { bankPlate, mistPlate } from './veil.ts'

/** Far to near. `behind` ends at the horizon and is mirrored in the water; `before` is drawn over everything. */
export interface Layers {
  readonly behind: readonly Plate[]
  readonly before: readonly Plate[]
}

export function layersOf(painting: Painting): Layers {
  const { scene } = painting
  const wet = scene.ground === 'water'
  const land =
    scene.terrain === 'city' ? cityPlates(painting) : [...rangePlates(painting), ...treePlates(painting, wet)]
  const mist = mistPlates(painting)
  if (wet) return { behind: [...land, ...mist], before: scene.terrain === 'city' ? [] : [bankPlate(painting)] }
  const ground = groundPlates(painting)
  return {
    behind: [...land.filter((plate) => plate.depth < 0.3), ...ground, ...nearTrees(painting), ...mist],
    before: scene.ground === 'meadow' ? [bankPlate(painting)] : [],
  }
}

type Ranges = readonly Omit<Range, 'base'>[]

/** Heights in units; nearer layers are lower and clearer. */
function rangesOf(scene: Scene, random: Random): Ranges {
  const tall = Math.min(1.5, scene.horizon / (scene.unit * 0.6)) * 0.85 + 0.15
  const caps = scene.mood === 'desert' ? 0 : scene.snowy || scene.mood === 'aurora' ? 0.85 : 0.42
  const { snowy } = scene
  switch (scene.terrain) {
    case 'mountains': {
      const middle = random.range(0.25, 0.32) * tall
      return [
        { height: 0.36 * tall, peaks: 5, depth: 0.05, haze: 0.52, rugged: 1, snow: caps },
        { height: middle, peaks: 4, depth: 0.12, haze: 0.24, rugged: 0.95, snow: caps * 0.85 },
        { height: 0.13, peaks: 5, depth: 0.2, haze: 0.16, rugged: 0.5, snow: snowy ? 0.9 : 0 },
      ]
    }
    case 'hills':
      return [
        { height: 0.2 * tall, peaks: 4, depth: 0.06, haze: 0.64, rugged: 0.5, snow: snowy ? 0.7 : 0 },
        { height: 0.14, peaks: 5, depth: 0.14, haze: 0.38, rugged: 0.15, snow: snowy ? 1 : 0 },
      ]
    case 'dunes':
      return [{ height: 0.13, peaks: 5, depth: 0.06, haze: 0.6, rugged: 0.8, snow: 0 }]
    default:
      return [{ height: 0.07, peaks: 2, depth: 0.05, haze: 0.6, rugged: 0.6, snow: 0 }]
  }
}

function rangePlates(painting: Painting): Plate[] {
  const { scene } = painting
  // On dry land the first rise of the ground hides the foot of the hills.
  const base = scene.horizon + (scene.ground === 'water' ? 0 : Math.round(scene.unit * 0.02))
  return rangesOf(scene, painting.random('ranges')).map((range, i) =>
    mountainPlate(painting, `range ${i}`, { ...range, height: range.height * scene.unit, base }),
  )
}

function treePlates(painting: Painting, wet: boolean): Plate[] {
  const { scene } = painting
  if (scene.trees === 'none') return []
  const { unit, horizon } = scene
  const floor = horizon + 2
  const dense = scene.wooded ? 8 : 5.4
  const far = forestPlate(painting, 'far trees', {
    height: unit * (scene.wooded ? 0.085 : 0.055),
    base: horizon - unit * 0.018,
    roll: unit * 0.016,
    floor,
    depth: 0.24,
    haze: 0.42,
    density: dense,
  })
  if (!wet) return [far]
  const near = forestPlate(painting, 'near trees', {
    height: unit * 0.105,
    base: horizon - unit * 0.006,
    roll: unit * 0.005,
    floor,
    depth: 0.36,
    haze: 0.1,
    density: dense * 0.8,
    room: gladeOf(painting),
  })
  return [far, near]
}

/** Trees are sparser around the sun, so that the frame keeps an opening. */
function gladeOf(painting: Painting): (position: number) => number {
  const centre = painting.scene.sun.x / painting.scene.width
  return (position) => Math.min(1, 0.3 + Math.abs(position - centre) * 2.6)
}

function nearTrees(painting: Painting): Plate[] {
  const { scene } = painting
  if (scene.trees === 'none') return []
  const { unit, horizon } = scene
  const centre = scene.sun.x / scene.width
  const open = scene.wooded ? 0.2 : 0.45
  const sides = (position: number) => Math.min(1, Math.max(0, Math.abs(position - centre) * 2.6 - open))
  const stand = { roll: unit * 0.03, density: scene.wooded ? 9 : 1.6 }
  return [
    forestPlate(painting, 'middle stand', {
      ...stand,
      height: unit * 0.21,
      base: horizon + unit * 0.085,
      floor: null,
      depth: 0.48,
      haze: 0.26,
      room: sides,
    }),
    forestPlate(painting, 'near stand', {
      ...stand,
      density: scene.wooded ? 5 : 1.6,
      height: unit * 0.44,
      base: horizon + unit * 0.26,
      floor: null,
      depth: 0.75,
      haze: 0.04,
      room: (position) => sides(position) * 0.8,
    }),
  ]
}

function mistPlates(painting: Painting): Plate[] {
  const { scene } = painting
  const { unit, horizon } = scene
  if (!scene.weather.includes('mist')) return []
  return [
    mistPlate(painting, 'mist far', horizon - unit * 0.05, unit * 0.1, 0.3, 0.7),
    mistPlate(painting, 'mist near', horizon + unit * 0.05, unit * 0.13, 0.55, 0.55),
  ]
}
