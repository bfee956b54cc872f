import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Engine, TaskInput } from '../../../workers/engine/engine.ts'
import { draw, HUNTED } from './plan.ts'

/** A finished work that passes the output gate, under these names in a folder. */
export interface Sample {
  readonly video: string
  readonly thumbnail: string
}

export function sampleIn(folder: string): Sample {
  return { video: join(folder, 'sample.mp4'), thumbnail: join(folder, 'sample.webp') }
}

/** What a worker says when a stage begins. */
export interface Begun {
  readonly begun: Stage
  readonly taskId: string
  readonly isHunted: boolean
}

const SHORTEST_MS = 5
const LONGEST_MS = 60
/** Long enough for the hunter to come. */
const HUNTED_MS = 1000

/** Makes nothing, in a time that the seed gives each stage, and answers with the sample. */
export function noopEngine(sample: Sample, seed: number, tell: (begun: Begun) => void): Engine {
  const work = async (begun: Stage, task: TaskInput, signal: AbortSignal) => {
    const isHunted = task.prompt === HUNTED
    tell({ begun, taskId: task.taskId, isHunted })
    const drawn = SHORTEST_MS + (LONGEST_MS - SHORTEST_MS) * draw(seed, begun, task.seed)
    await pause(isHunted ? HUNTED_MS : drawn, undefined, { signal })
  }
  const write = async (folder: string, stage: Stage) => {
    const path = join(folder, `${stage}.txt`)
    await writeFile(path, `${stage}\n`)
    return path
  }
  return {
    name: 'no-op',
    limits: { modes: ['text_to_video'], maxReferences: 0, audioOnly: false },
    async encode({ task, folder }, signal) {
      await work('encode', task, signal)
      return { path: await write(folder, 'encode'), contextIrApplied: false }
    },
    async render({ task, folder }, signal) {
      await work('render', task, signal)
      return { path: await write(folder, 'render'), accelerated: false }
    },
    async upscale({ task, folder }, signal) {
      await work('upscale', task, signal)
      return { path: await write(folder, 'upscale') }
    },
    async package({ task, folder }, signal) {
      await work('package', task, signal)
      const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.webp')]
      await copyFile(sample.video, path)
      await copyFile(sample.thumbnail, thumbnailPath)
      return { path, thumbnailPath, watermarked: false }
    },
  }
}
