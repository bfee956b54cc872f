import { SAMPLE_RATE, SAMPLES_PER_PICTURE, type Sound } from '../codec/codec.ts'
import { clamp01, sine, smoothstep } from '../pixels/math.ts'
import { type Random, randomFrom } from '../pixels/random.ts'
import type { Mood } from '../scene/palette.ts'
import type { Scene } from '../scene/scene.ts'

/** Semitones of two chords that alternate; the first is the tonic. */
const CHORDS: Readonly<Record<Mood, readonly [readonly number[], readonly number[]]>> = {
  sunset: [
    [0, 7, 11, 16],
    [-3, 4, 9, 14],
  ],
  dawn: [
    [0, 7, 12, 16],
    [5, 9, 12, 19],
  ],
  day: [
    [0, 7, 14, 16],
    [-5, 7, 11, 14],
  ],
  night: [
    [0, 7, 10, 15],
    [-4, 3, 8, 15],
  ],
  storm: [
    [0, 7, 12, 15],
    [-2, 5, 10, 13],
  ],
  snow: [
    [0, 7, 14, 19],
    [-4, 8, 12, 19],
  ],
  desert: [
    [0, 7, 12, 13],
    [1, 8, 12, 17],
  ],
  aurora: [
    [0, 7, 14, 18],
    [2, 9, 14, 21],
  ],
  neon: [
    [0, 7, 10, 17],
    [-4, 3, 10, 15],
  ],
}

const TABLE = 4096
/** Seconds per chord. */
const STAY = 5.2

/** A pad of slow chords over wind, and water, rain or city hum where the scene has them. */
export function soundOf(scene: Scene): Sound {
  const random = randomFrom(scene.key).fork('sound')
  const wave = Float32Array.from({ length: TABLE + 1 }, (_, i) => {
    const t = i / TABLE
    return sine(t) + 0.32 * sine(2 * t) + 0.12 * sine(3 * t) + 0.05 * sine(4 * t)
  })
  const pad = padOf(scene, random, wave)
  const air = airOf(scene, random)
  const total = scene.frames * SAMPLES_PER_PICTURE
  const rise = Math.min(0.9 * SAMPLE_RATE, total / 3)
  const fall = Math.min(1.4 * SAMPLE_RATE, total / 3)
  let at = 0
  return () => {
    const out = new Float32Array(SAMPLES_PER_PICTURE * 2)
    pad(out, at)
    air(out, at)
    for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
      const level = smoothstep(0, rise, at + i) * smoothstep(0, fall, total - 1 - at - i)
      out[i] = soften((out[i] as number) * level)
      out[i + SAMPLES_PER_PICTURE] = soften((out[i + SAMPLES_PER_PICTURE] as number) * level)
    }
    at += SAMPLES_PER_PICTURE
    return out
  }
}

/** Compresses peaks instead of clipping them. */
function soften(value: number): number {
  return value / (1 + Math.abs(value) * 0.35)
}

/** Equal temperament without Math.pow: the twelfth root of two by repeated multiplication. */
function pitch(root: number, semitones: number): number {
  let frequency = root
  for (let i = 0; i < Math.abs(semitones); i++) frequency *= semitones > 0 ? 1.0594630943592953 : 1 / 1.0594630943592953
  return frequency
}

interface Voice {
  readonly step: number
  readonly chord: 0 | 1
  readonly gain: number
  readonly left: number
  readonly swell: number
  readonly offset: number
  phase: number
}

function padOf(scene: Scene, random: Random, wave: Float32Array): (out: Float32Array, at: number) => void {
  const root = pitch(110, random.below(7) - 3)
  const voices: Voice[] = CHORDS[scene.mood].flatMap((notes, chord) =>
    notes.flatMap((note, i) =>
      [-1, 1].map((side) => ({
        step: (pitch(root, note) * (1 + side * random.range(0.0006, 0.0022)) * TABLE) / SAMPLE_RATE,
        chord: chord as 0 | 1,
        gain: 0.052 / (1 + i * 0.22),
        left: 0.5 + side * random.range(0.1, 0.42),
        swell: random.range(0.05, 0.16),
        offset: random.next(),
        phase: random.next() * TABLE,
      })),
    ),
  )
  return (out, at) => {
    const seconds = at / SAMPLE_RATE
    const next = seconds + SAMPLES_PER_PICTURE / SAMPLE_RATE
    for (const voice of voices) {
      const from = levelOf(voice, seconds)
      const change = (levelOf(voice, next) - from) / SAMPLES_PER_PICTURE
      if (from === 0 && change === 0) {
        voice.phase = (voice.phase + voice.step * SAMPLES_PER_PICTURE) % TABLE
        continue
      }
      let { phase } = voice
      for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
        const index = phase | 0
        const a = wave[index] as number
        const value = (a + ((wave[index + 1] as number) - a) * (phase - index)) * (from + change * i)
        out[i] = (out[i] as number) + value * voice.left
        out[i + SAMPLES_PER_PICTURE] = (out[i + SAMPLES_PER_PICTURE] as number) + value * (1 - voice.left)
        phase += voice.step
        if (phase >= TABLE) phase -= TABLE
      }
      voice.phase = phase
    }
  }
}

function levelOf(voice: Voice, seconds: number): number {
  const turn = seconds / STAY
  const place = turn - Math.floor(turn)
  const home = Math.floor(turn) % 2 === voice.chord
  // Chords crossfade in the last third of their duration.
  const cross = smoothstep(0.68, 1, place)
  const share = home ? 1 - cross : cross
  return voice.gain * share * (0.72 + 0.28 * sine(seconds * voice.swell + voice.offset))
}

/** Noise through two gentle filters with a moving corner frequency: gusts, surf, rain or the hum of streets. */
function airOf(scene: Scene, random: Random): (out: Float32Array, at: number) => void {
  const rain = scene.weather.includes('rain')
  const wet = scene.ground === 'water' && scene.terrain !== 'city'
  const wind = scene.mood === 'storm' || scene.weather.includes('snow') ? 0.34 : 0.16
  const rates = [random.range(0.06, 0.12), random.range(0.17, 0.26), random.range(0.1, 0.16)] as const
  const sides = [0, 1].map((side) => ({ side, low: 0, lower: 0, mid: 0, high: 0, phase: random.next() }))
  return (out, at) => {
    for (const state of sides) {
      const start = state.side * SAMPLES_PER_PICTURE
      for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
        const seconds = (at + i) / SAMPLE_RATE
        if (i % 100 === 0) {
          const gust = 0.5 + 0.3 * sine(seconds * rates[0] + state.phase) + 0.2 * sine(seconds * rates[1])
          state.mid = clamp01(gust)
        }
        const noise = random.next() * 2 - 1
        const corner = 0.012 + 0.03 * state.mid
        state.low += (noise - state.low) * corner
        state.lower += (state.low - state.lower) * corner * 1.6
        let value = state.lower * wind * (0.5 + 1.3 * state.mid) * 3
        if (wet) {
          state.high += (noise - state.high) * 0.16
          const lap = clamp01(0.45 + 0.55 * sine(seconds * rates[2] * 2.4 + state.phase * 2))
          value += (state.high - state.low) * 0.05 * lap * lap
        }
        if (rain) value += (noise - state.low) * 0.035
        out[start + i] = (out[start + i] as number) + value
      }
    }
  }
}
