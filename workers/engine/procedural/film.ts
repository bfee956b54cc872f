import type { Material } from '../engine.ts'
import type { Codec } from './codec/codec.ts'
import { newDissolve } from './lens/dissolve.ts'
import { settlingOf } from './lens/finish.ts'
import { newLight } from './lens/light.ts'
import { openSources, type Source } from './material/sources.ts'
import { newPainting } from './painting.ts'
import { newField, newPainter, planesOf } from './picture.ts'
import { enlarge } from './pixels/enlarge.ts'
import { mix, smoothstep } from './pixels/math.ts'
import { halved, type Scene } from './scene/scene.ts'
import { type Shot, wholeOf } from './scene/shots.ts'
import { motesOf } from './sky/motes.ts'
import { birdsOf, weatherOf } from './sky/particles.ts'

/** The whole video, frame by frame in rising order. */
export interface Film {
  /** I420, overwritten by the next `paint`. */
  readonly buffer: Uint8Array
  /** @throws Refusal if material turns out to be unreadable while it plays */
  paint(frame: number): Promise<void>
  close(): Promise<void>
}

/** An accelerated film is painted at half its size and enlarged. @throws Refusal for material that cannot be read */
export async function openFilm(scene: Scene, material: Material, codec: Codec): Promise<Film> {
  const { width, height } = scene
  if (!scene.accelerated || width % 4 !== 0 || height % 4 !== 0) return openWhole(scene, material, codec)
  const small = await openWhole(halved(scene), material, codec)
  const buffer = new Uint8Array((width * height * 3) / 2)
  return {
    buffer,
    async paint(frame) {
      await small.paint(frame)
      enlarge(small.buffer, width / 2, height / 2, buffer)
    },
    close: () => small.close(),
  }
}

async function openWhole(scene: Scene, material: Material, codec: Codec): Promise<Film> {
  if (scene.shots.every(({ of }) => of === 'scene')) {
    const paint = newPainter(scene)
    return { buffer: paint.buffer, paint: async (frame) => void paint(frame), close: async () => {} }
  }
  const { width, height } = scene
  const painting = newPainting(scene)
  const sources = await openSources(painting, material, codec)
  const dissolves = scene.shots.map(({ fade }, i) => newDissolve(painting, String(i), fade))
  const [picture, over] = [newField(width, height), newField(width, height)]
  const buffer = new Uint8Array((width * height * 3) / 2)
  const planes = planesOf(buffer, width, height)
  const light = scene.accelerated ? () => {} : newLight(painting)
  const settle = settlingOf(width)
  const weather = weatherOf(painting)
  const birds = birdsOf(painting)
  const motes = scene.weather.length === 0 ? motesOf(painting) : () => {}
  return {
    buffer,
    async paint(frame) {
      const seconds = frame / 24
      const [first, second] = scene.shots.flatMap((shot, i) => (isSeen(shot, frame) ? i : []))
      if (first === undefined) throw new Error(`nothing to show in frame ${frame}`)
      await (sources[first] as Source).draw(frame, picture)
      let air = airOf(scene, first, frame)
      if (second !== undefined) {
        const share = shareOf(scene.shots[second] as Shot, frame)
        await (sources[second] as Source).draw(frame, over, picture)
        dissolves[second]?.(picture, over, share)
        air = blend(air, airOf(scene, second, frame), share)
      }
      light(picture, seconds, air.light)
      settle(picture, planes)
      motes(planes, seconds, air.light)
      weather(planes, seconds, air.weather)
      birds(planes, seconds, air.birds)
    },
    async close() {
      for (const source of sources) await source.close?.()
    },
  }
}

function isSeen({ from, until }: Shot, frame: number): boolean {
  return frame >= from && frame < until
}

/** Opacity of a shot that fades in; never 0 or 1 while two shots are visible. */
function shareOf({ from, fade }: Shot, frame: number): number {
  const t = (frame - from + 1) / (fade + 1)
  return mix(t, smoothstep(0, 1, t), 0.5)
}

/** Strength of the scene's light and air over a frame. */
interface Air {
  readonly light: number
  readonly weather: number
  readonly birds: number
}

/** The scene has its own light, a reference video stays unchanged, and the first start and last end image have no overlay. */
function airOf({ shots, frames }: Scene, index: number, frame: number): Air {
  const whole = wholeOf(shots, frames, frame)
  switch (shots[index]?.of) {
    case 'scene':
      return { light: 0, weather: whole, birds: whole }
    case 'video':
      return { light: 0, weather: 0, birds: 0 }
    case 'picture':
      return { light: 1, weather: 1, birds: 0 }
    default:
      return { light: whole, weather: whole, birds: whole }
  }
}

function blend(from: Air, to: Air, share: number): Air {
  return {
    light: mix(from.light, to.light, share),
    weather: mix(from.weather, to.weather, share),
    birds: mix(from.birds, to.birds, share),
  }
}
