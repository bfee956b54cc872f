import type { Material } from '../../engine.ts'
import { type Clip, type Codec, SAMPLES_PER_PICTURE, type Sound } from '../codec/codec.ts'
import { named, referenceName } from '../material/named.ts'
import { smoothstep } from '../pixels/math.ts'
import type { Scene } from '../scene/scene.ts'
import { soundOf } from './sound.ts'

/** Volume of the scene's own sound while a reference plays. */
const UNDER = 0.3
const RISE = 9600
const FALL = 28800
/** Above this level the sum is compressed, so that it never reaches full scale. */
const KNEE = 0.8

interface Track {
  readonly clip: Clip
  /** In samples of the video. */
  readonly from: number
  readonly until: number
}

/**
 * The scene's sound with the reference sounds over it, each with a fade at both ends. The sound of a reference video is not
 * used, only its frames. @throws Refusal
 */
export async function mixOf(scene: Scene, material: Material, codec: Codec): Promise<Sound> {
  const bed = soundOf(scene)
  const tracks: Track[] = []
  for (const cue of scene.cues) {
    const file = material.references[cue.reference]
    if (!file) throw new Error(`the material lacks reference ${cue.reference}`)
    const samples = cue.frames * SAMPLES_PER_PICTURE
    const clip = await named(referenceName(material, cue.reference), codec.decodeAudio(file.path, samples))
    const from = cue.from * SAMPLES_PER_PICTURE
    tracks.push({ clip, from, until: from + clip[0].length })
  }
  if (tracks.length === 0) return bed
  let at = 0
  return () => {
    const out = bed()
    for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
      const track = tracks.find(({ from, until }) => at + i >= from && at + i < until)
      if (track) lay(track, at + i, out, i)
    }
    at += SAMPLES_PER_PICTURE
    return out
  }
}

function lay({ clip: [left, right], from, until }: Track, at: number, out: Float32Array, i: number) {
  const third = (until - from) / 3
  const level = smoothstep(0, Math.min(RISE, third), at - from) * smoothstep(0, Math.min(FALL, third), until - 1 - at)
  const keep = 1 + (UNDER - 1) * level
  const over = i + SAMPLES_PER_PICTURE
  out[i] = bend((out[i] as number) * keep + (left[at - from] as number) * level)
  out[over] = bend((out[over] as number) * keep + (right[at - from] as number) * level)
}

function bend(value: number): number {
  const excess = Math.abs(value) - KNEE
  if (excess <= 0) return value
  const bent = KNEE + (1 - KNEE) * (excess / (excess + (1 - KNEE)))
  return value < 0 ? -bent : bent
}
