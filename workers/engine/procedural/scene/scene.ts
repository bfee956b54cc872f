import type { Material, TaskInput } from '../../engine.ts'
import { randomFrom } from '../pixels/random.ts'
import type { Mood } from './palette.ts'
import { type Cue, planCues, planShots, type Shot } from './shots.ts'
import { readPrompt, type Weather, type Wish } from './vocabulary.ts'

/** Everything that render needs; encode writes it as scene.json. Lengths in pixels of the canvas, times in seconds. */
export interface Scene {
  readonly version: 1
  /** Seeds every generator of the scene. */
  readonly key: string
  readonly width: number
  readonly height: number
  readonly frames: number
  readonly audio: boolean
  readonly accelerated: boolean
  readonly mood: Mood
  /** Whether the prompt names that mood. */
  readonly moodSaid: boolean
  /** Position between the two palettes of the mood. */
  readonly variant: number
  readonly terrain: 'mountains' | 'hills' | 'dunes' | 'city' | 'sea'
  readonly ground: 'water' | 'meadow' | 'snowfield' | 'dunes'
  readonly trees: 'none' | 'conifers' | 'broadleaf' | 'palms'
  readonly foliage: 'green' | 'autumn' | 'blossom'
  readonly snowy: boolean
  readonly flowers: boolean
  /** Trees in a dense forest rather than single ones. */
  readonly wooded: boolean
  readonly weather: readonly Weather[]
  readonly birds: boolean
  readonly horizon: number
  /** The length that equals one 768p frame height, so that portraits are composed as well as landscapes. */
  readonly unit: number
  readonly sun: { readonly x: number; readonly y: number; readonly radius: number; readonly moon: boolean }
  readonly clouds: { readonly cover: number; readonly speed: number; readonly scale: number }
  /** Pan in pixels a second and growth a second, both of the nearest layer. */
  readonly camera: { readonly pan: number; readonly push: number }
  /** Timeline of the scene itself and the caller's material. */
  readonly shots: readonly Shot[]
  readonly cues: readonly Cue[]
}

const NOTHING: Material = { inputImage: null, endImage: null, references: [] }

export function describeScene(task: TaskInput, material: Material = NOTHING): Scene {
  const wish = readPrompt(task.prompt)
  const key = `${task.prompt}\n\n${task.seed}`
  const random = randomFrom(key).fork('scene')
  const { width, height } = task
  const portrait = height > width
  const unit = Math.min(height, Math.round(width * (portrait ? 1.3 : 1)))
  const terrain = terrainOf(wish)
  const ground = groundOf(wish, random.next())
  const horizon =
    2 *
    Math.round(
      (height * horizonOf(terrain, ground, random.range(-0.02, 0.02) + (wish.mood === 'aurora' ? 0.06 : 0), portrait)) /
        2,
    )
  const night = wish.mood === 'night' || wish.mood === 'aurora' || wish.mood === 'neon'
  const low = wish.mood === 'sunset' || wish.mood === 'dawn'
  const lift = low ? random.range(0.16, 0.26) : random.range(0.42, 0.6)
  const left = random.chance(0.5)
  return {
    version: 1,
    key,
    width,
    height,
    frames: task.frames,
    audio: task.audio,
    accelerated: task.accelerated,
    mood: wish.mood,
    moodSaid: wish.moodSaid,
    variant: random.next(),
    terrain,
    ground,
    trees: treesOf(wish, terrain, random.next()),
    foliage: wish.weather.includes('petals') ? 'blossom' : wish.weather.includes('leaves') ? 'autumn' : 'green',
    snowy: wish.snowy,
    flowers: wish.flowers && !wish.snowy,
    wooded: wish.forest,
    weather: wish.weather,
    // Over a caller's own frames birds fly only if the prompt names them.
    birds:
      wish.birds ||
      (task.mode !== 'image_to_video' &&
        !night &&
        terrain !== 'city' &&
        wish.weather.length === 0 &&
        random.chance(0.5)),
    horizon,
    unit,
    sun: {
      x: Math.round(width * (left ? random.range(0.24, 0.42) : random.range(0.58, 0.76))),
      y: Math.round(horizon - Math.min(horizon * 0.82, unit * lift * (portrait && !low ? 1.4 : 1))),
      radius: Math.round(unit * (night ? random.range(0.026, 0.036) : low ? random.range(0.03, 0.042) : 0.024)),
      moon: night,
    },
    clouds: {
      cover: coverOf(wish, random.next()),
      speed: random.range(0.7, 1.2) * (wish.mood === 'storm' ? 2.4 : 1) * (random.chance(0.5) ? 1 : -1),
      scale: random.range(0.8, 1.3),
    },
    camera: { pan: random.range(4, 7) * (unit / 768) * (left ? -1 : 1), push: random.range(0.009, 0.013) },
    shots: planShots(task, material),
    cues: planCues(task, material),
  }
}

/** The same scene on a canvas of half the sides. */
export function halved(scene: Scene): Scene {
  const { width, height, horizon, unit, sun, camera } = scene
  return {
    ...scene,
    width: width / 2,
    height: height / 2,
    horizon: 2 * Math.round(horizon / 4),
    unit: Math.round(unit / 2),
    sun: { ...sun, x: Math.round(sun.x / 2), y: Math.round(sun.y / 2), radius: Math.round(sun.radius / 2) },
    camera: { ...camera, pan: camera.pan / 2 },
  }
}

function terrainOf(wish: Wish): Scene['terrain'] {
  if (wish.city) return 'city'
  if (wish.desert) return wish.mountains ? 'mountains' : 'dunes'
  if (wish.mountains) return 'mountains'
  if (wish.sea) return 'sea'
  return wish.meadow || wish.forest ? 'hills' : 'mountains'
}

function groundOf(wish: Wish, draw: number): Scene['ground'] {
  if (wish.city || wish.water) return 'water'
  if (wish.desert) return 'dunes'
  if (wish.meadow || wish.forest) return wish.snowy ? 'snowfield' : 'meadow'
  if (wish.snowy) return draw < 0.35 ? 'water' : 'snowfield'
  return draw < 0.55 ? 'water' : 'meadow'
}

function horizonOf(terrain: Scene['terrain'], ground: Scene['ground'], shift: number, portrait: boolean): number {
  if (terrain === 'city') return (portrait ? 0.7 : 0.68) + shift
  if (terrain === 'sea') return 0.56 + shift
  if (ground === 'water') return (portrait ? 0.64 : 0.62) + shift
  return (portrait ? 0.6 : 0.56) + shift
}

function treesOf(wish: Wish, terrain: Scene['terrain'], draw: number): Scene['trees'] {
  if (wish.trees) return wish.trees
  if (terrain === 'city' || terrain === 'dunes' || terrain === 'sea') return 'none'
  if (wish.snowy || wish.mood === 'aurora' || terrain === 'mountains') return 'conifers'
  if (wish.forest) return draw < 0.7 ? 'conifers' : 'broadleaf'
  return draw < 0.5 ? 'conifers' : 'broadleaf'
}

function coverOf(wish: Wish, draw: number): number {
  if (wish.mood === 'storm') return 0.86 + 0.1 * draw
  if (wish.clear) return 0.1
  const base = { sunset: 0.46, dawn: 0.42, day: 0.5, night: 0.24, snow: 0.5, desert: 0.2, aurora: 0.12, neon: 0.4 }
  const rainy = wish.weather.includes('rain') || wish.weather.includes('snow')
  return base[wish.mood] + 0.14 * (draw - 0.5) + (wish.cloudy ? 0.16 : 0) + (rainy ? 0.18 : 0)
}
