import { copyFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../src/queue/catalog.ts'
import type { Engine } from '../../workers/engine/engine.ts'
import type { Sample } from '../chaos/kill-storm/engine.ts'

/** An engine that makes nothing, in so long a stage, and answers with the sample. */
export function idleEngine(sample: Sample, stageMs: number): Engine {
  const work = async (folder: string, stage: Stage, signal: AbortSignal) => {
    if (stageMs > 0) await pause(stageMs, undefined, { signal })
    const path = join(folder, `${stage}.txt`)
    await writeFile(path, `${stage}\n`)
    return path
  }
  return {
    name: 'idle',
    limits: { modes: ['text_to_video'], maxReferences: 0, audioOnly: false },
    encode: async ({ folder }, signal) => ({ path: await work(folder, 'encode', signal), contextIrApplied: false }),
    render: async ({ folder }, signal) => ({ path: await work(folder, 'render', signal), accelerated: false }),
    upscale: async ({ folder }, signal) => ({ path: await work(folder, 'upscale', signal) }),
    async package({ folder }, signal) {
      await work(folder, 'package', signal)
      const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.webp')]
      await copyFile(sample.video, path)
      await copyFile(sample.thumbnail, thumbnailPath)
      return { path, thumbnailPath, watermarked: false }
    },
  }
}
