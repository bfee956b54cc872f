import { join } from 'node:path'
import { toModelMarkers } from '../../src/media/markers.ts'
import type { Stage } from '../../src/queue/catalog.ts'
import { wishesAcceleration } from '../../src/queue/routing.ts'
import type { Resources } from '../../src/resources.ts'
import type { Claim, Taker } from '../../src/stage/claim.ts'
import type { StageOutput } from '../../src/stage/report.ts'
import { objectsOf } from '../../src/task/objects.ts'
import type { Engine, Preview, Progress, TaskInput } from '../engine/engine.ts'

/** One run of one stage: its inputs, and the folder for its files. */
export interface StageRun {
  readonly resources: Resources
  readonly engine: Engine
  readonly claim: Claim
  /** A folder for this attempt alone, removed afterwards. */
  readonly folder: string
  readonly signal: AbortSignal
  readonly onProgress: Progress
  /** Undefined where previews are off. */
  readonly onPreview: Preview | undefined
  /** Takes the next claim with the report; null while the worker takes none. */
  taker(): Taker | null
}

/** Key of an attempt's output. It contains the fencing number, so outputs never overwrite each other. */
export function objectKey({ taskId, stage, number }: Claim, extension: string): string {
  return `${objectsOf(taskId)}${stage}.${number}.${extension}`
}

/** Fetches the output of an earlier stage into the run's folder. */
export async function fetchOutput(run: StageRun, stage: Stage): Promise<string> {
  const output = run.claim.outputs[stage] as StageOutput | undefined
  if (!output) throw new Error(`there is no output of ${stage}`)
  return fetchObject(run, stage, output.key)
}

/** Fetches an object into the run's folder, under a unique name. */
export async function fetchObject({ resources, folder }: StageRun, name: string, key: string): Promise<string> {
  const path = join(folder, `in-${name}${key.slice(key.lastIndexOf('.'))}`)
  await resources.storage.fetch(key, path)
  return path
}

/** A task in the form for engines. */
export function toInput({ task, accelerated, stage }: Claim): TaskInput {
  return {
    taskId: task.id,
    mode: task.mode,
    prompt: toModelMarkers(task.prompt),
    negativePrompt: task.negativePrompt,
    seed: task.seed,
    frames: task.frames,
    width: task.width,
    height: task.height,
    audio: task.audio,
    // Before the render it is only a request.
    accelerated: stage === 'encode' ? wishesAcceleration(task) : accelerated,
    useContextIr: task.useContextIr,
    ofFinishedWork: task.sourceTaskId !== null,
  }
}
