import {
  ENDS,
  type EngineLimits,
  type FileLimits,
  MODES,
  type Mode,
  type ModeLimits,
} from '../../../src/engine-limits.ts'
import { DURATION_MIN_S } from '../../../src/limits.ts'
import { CANVASES } from '../../../src/media/canvas.ts'
import { FPS, framesFor } from '../../../src/media/frames.ts'
import type { Made, TaskInput } from '../engine.ts'
import { PROFILES } from '../profiles.ts'
import type { EngineSettings } from '../settings.ts'

/** The cheapest task of one mode. */
export interface Sample {
  readonly name: string
  readonly task: TaskInput
  /** What a model server is asked for, or else the task's own. */
  readonly asked: Made
  /** Sides of the generated picture; null where the mode needs none. */
  readonly start: number | null
  readonly end: number | null
  readonly reference: number | null
}

const PROMPT = 'A quiet lake at sunset; the camera moves slowly forward.'
/** Sides of a picture that every known model accepts. */
const SIDE = 512

/** Each mode of the engine, normal and accelerated. */
export function samplesOf(limits: EngineLimits, settings: EngineSettings): Sample[] {
  return MODES.flatMap((mode) => {
    const own = limits.modes[mode]
    if (!own) return []
    return [false, ...(own.accelerated ? [true] : [])].map((accelerated) => sampleOf(mode, own, accelerated, settings))
  })
}

function sampleOf(mode: Mode, limits: ModeLimits, accelerated: boolean, settings: EngineSettings): Sample {
  const name = accelerated ? `${mode}, accelerated` : mode
  const [smallest] = Object.values(CANVASES).toSorted((a, b) => a.width * a.height - b.width * b.height)
  const frames = framesFor(Math.max(DURATION_MIN_S * 1000, limits.minMs ?? 0))
  const audio = limits.sound !== false
  const task: TaskInput = {
    taskId: `check-${name.replace(', ', '-')}`,
    mode,
    prompt: mode === 'reference_to_video' ? `${PROMPT} It looks like <Picture 1>.` : PROMPT,
    negativePrompt: null,
    seed: 1,
    frames,
    width: smallest?.width ?? 0,
    height: smallest?.height ?? 0,
    audio,
    accelerated,
    useContextIr: false,
    ofFinishedWork: false,
  }
  const making = 'profile' in settings && PROFILES.find((each) => each.name === settings.profile)?.making(task)
  const asked = { ...(making || { frames, fps: FPS, width: task.width, height: task.height }), sound: audio }
  const ends = ENDS.find((each) => !limits.ends || limits.ends.includes(each)) ?? 'start'
  const needs = (is: boolean, files: FileLimits | undefined) => (is ? sideOf(files) : null)
  const isImage = mode === 'image_to_video'
  return {
    name,
    task,
    asked,
    start: needs(isImage && ends !== 'end', limits.image),
    end: needs(isImage && ends !== 'start', limits.image),
    reference: needs(mode === 'reference_to_video', limits.references?.image),
  }
}

function sideOf(limits: FileLimits | undefined): number {
  return Math.min(Math.max(SIDE, limits?.minSide ?? 0), limits?.maxSide ?? Number.POSITIVE_INFINITY)
}
