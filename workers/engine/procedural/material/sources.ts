import type { Material, MaterialFile } from '../../engine.ts'
import type { Codec } from '../codec/codec.ts'
import { arriving, type Camera, departing, passing, touring } from '../lens/camera.ts'
import { shadingOf } from '../lens/finish.ts'
import { type Grade, newGrade } from '../lens/grade.ts'
import { type Lens, newLens } from '../lens/lens.ts'
import type { Painting } from '../painting.ts'
import { newField, newScenery } from '../picture.ts'
import { FRACTION } from '../pixels/colour.ts'
import type { Field } from '../pixels/compose.ts'
import { mix, smoothstep } from '../pixels/math.ts'
import { type Shot, wholeOf } from '../scene/shots.ts'
import { match, type Tint, tintOf } from './match.ts'
import { named, referenceName } from './named.ts'
import { openReel, type Reel } from './reel.ts'
import { loadStill } from './still.ts'

/** The source of one shot's frames. */
export interface Source {
  /** @param under the frame below it, already drawn */
  draw(frame: number, into: Field, under?: Field): Promise<void> | void
  close?(): Promise<void>
}

/** How strongly images take on the mood of the scene; start and end image only if the prompt names a mood. */
const REFERENCE_GRADE = 0.8
const FRAME_GRADE = { said: 0.7, open: 0.2 } as const

/** One for each shot, in their order. Images are read now, one at a time; videos while they play. @throws Refusal */
export async function openSources(painting: Painting, material: Material, codec: Codec): Promise<Source[]> {
  const { shots, width, height } = painting.scene
  const stills: (Field | null)[] = []
  for (const shot of shots) {
    const { of } = shot
    const file = of === 'scene' || of === 'video' ? null : fileOf(material, shot)
    const fit = of === 'start' ? 'stretch' : 'cover'
    stills.push(file && (await named(nameOf(material, shot), loadStill(file.path, width, height, fit))))
  }
  const scenery = shots.some(({ of }) => of === 'scene') ? newScenery(painting) : null
  const lens = newLens(width, height)
  const grade = newGrade(painting)
  return shots.map((shot, i) => {
    const still = stills[i]
    if (still) return photograph(painting, i, still, lens, grade)
    if (shot.of === 'scene' && scenery) return landscape(painting, i, scenery, stills[i + 1] ?? null)
    return footage(painting, shot, material, codec, lens)
  })
}

function photograph(painting: Painting, index: number, still: Field, lens: Lens, grade: Grade): Source {
  const { shots, frames, moodSaid } = painting.scene
  const camera = cameraOf(painting, index, still)
  const strength = shots[index]?.of === 'picture' ? REFERENCE_GRADE : FRAME_GRADE[moodSaid ? 'said' : 'open']
  return {
    draw(frame, into) {
      lens(still, into, camera(frame))
      grade(into, strength * wholeOf(shots, frames, frame))
    },
  }
}

function cameraOf(painting: Painting, index: number, still: Field): Camera {
  const { shots } = painting.scene
  const shot = shots[index] as Shot
  if (shot.of === 'start') return shots.length === 1 ? departing(painting, still) : passing(painting, still)
  if (shot.of === 'end') return shots[0]?.of === 'start' ? passing(painting, still) : arriving(painting, still)
  const number = shots.slice(0, index).filter(({ of }) => of === 'picture').length
  return touring(painting, still, number, shot.from, shot.until)
}

/** The painted scene. Next to a video or an end image it takes on the light and colour of that one. */
function landscape(painting: Painting, index: number, scenery: (frame: number) => Field, next: Field | null): Source {
  const { shots, width, height } = painting.scene
  const shot = shots[index] as Shot
  const shade = shadingOf(width, height)
  const end = shots[index + 1]?.of === 'end' ? shots[index + 1] : undefined
  const paint = (frame: number, into: Field) => {
    copy(scenery(frame), into)
    shade(into)
  }
  let other: Tint | null = end && next ? tintOf(next) : null
  let own: Tint | null = null
  return {
    draw(frame, into, under) {
      if (!own) {
        paint(shot.from, into)
        own = tintOf(into)
      }
      paint(frame, into)
      if (under && shots[index - 1]?.of === 'video') other ??= tintOf(under)
      if (!other) return
      const strength = end
        ? 0.8 * smoothstep(0, end.from + end.fade * 0.6, frame)
        : mix(0.85, 0.45, smoothstep(0, 120, frame - shot.from))
      match(into, own, other, strength)
    },
  }
}

/** A reference video, frame by frame; after its end the last frame, zoomed very slowly. */
function footage(painting: Painting, shot: Shot, material: Material, codec: Codec, lens: Lens): Source {
  const { width, height } = painting.scene
  const { path, frames: used } = fileOf(material, shot)
  const frames = Math.min(used ?? 0, shot.until - shot.from)
  const last = newField(width, height)
  let reel: Reel | null = null
  return {
    async draw(frame, into) {
      reel ??= openReel(codec, path, { width, height, frames })
      const index = frame - shot.from
      const picture = await named(nameOf(material, shot), reel.at(Math.min(index, frames - 1)))
      const held = index - (frames - 1)
      expand(picture, held > 0 ? last : into)
      if (held > 0) lens(last, into, { scale: 1 + (0.0016 * held * held) / (held + 6), x: 0.5, y: 0.5 })
    },
    close: async () => reel?.close(),
  }
}

function copy(from: Field, into: Field) {
  into.y.set(from.y)
  into.u.set(from.u)
  into.v.set(from.v)
}

function expand(picture: Uint8Array, { y, u, v }: Field) {
  for (let i = 0; i < y.length; i++) y[i] = (picture[i] as number) * FRACTION
  for (let i = 0, blue = y.length, red = y.length + u.length; i < u.length; i++) {
    u[i] = (picture[blue + i] as number) * FRACTION
    v[i] = (picture[red + i] as number) * FRACTION
  }
}

function fileOf(material: Material, { of, reference }: Shot): MaterialFile {
  const file =
    of === 'start' ? material.inputImage : of === 'end' ? material.endImage : material.references[reference ?? -1]
  if (!file) throw new Error(`the material lacks what the scene calls ${of} ${reference ?? ''}`)
  return file
}

/** The caller's name for the file of a shot. */
function nameOf(material: Material, { of, reference }: Shot): string {
  if (of === 'start') return 'The start image'
  if (of === 'end') return 'The end image'
  return referenceName(material, reference ?? 0)
}
