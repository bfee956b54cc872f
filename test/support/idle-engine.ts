import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import type { Stage } from '../../src/queue/catalog.ts'
import type { Engine, TaskInput } from '../../workers/engine/engine.ts'

/** A finished video that passes the output gate, with these names in a folder. */
export interface Sample {
  readonly video: string
  readonly thumbnail: string
}

export function sampleIn(folder: string): Sample {
  return { video: join(folder, 'sample.mp4'), thumbnail: join(folder, 'sample.webp') }
}

/** How long an idle stage takes. */
export type Idle = (stage: Stage, task: TaskInput, signal: AbortSignal) => Promise<void>

/** An engine that does no work and returns the sample. */
export function idleEngine(sample: Sample, idle: Idle): Engine {
  const work = async (stage: Stage, { task, folder }: { task: TaskInput; folder: string }, signal: AbortSignal) => {
    await idle(stage, task, signal)
    const path = join(folder, `${stage}.txt`)
    await writeFile(path, `${stage}\n`)
    return path
  }
  return {
    name: 'idle',
    limits: { modes: { text_to_video: {} } },
    encode: async (input, signal) => ({ path: await work('encode', input, signal), contextIrApplied: false }),
    render: async (input, signal) => ({ path: await work('render', input, signal), accelerated: false }),
    upscale: async (input, signal) => ({ path: await work('upscale', input, signal) }),
    async package(input, signal) {
      await work('package', input, signal)
      const { folder } = input
      const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.webp')]
      await copyFile(sample.video, path)
      await copyFile(sample.thumbnail, thumbnailPath)
      return { path, thumbnailPath, watermarked: false }
    },
  }
}
