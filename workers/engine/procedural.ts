import { readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { EVERYTHING } from '../../src/engine-limits.ts'
import type { Engine } from './engine.ts'
import { COMMENT } from './procedural/codec/codec.ts'
import { runChild } from './procedural/run-child.ts'
import { describeScene, type Scene } from './procedural/scene/scene.ts'

/** Share of the package stage when every frame has its watermark. */
const MARKED = 0.9

export interface ProceduralOptions {
  /** x264 preset of an unhurried run. */
  readonly preset?: string
  /** A system ffmpeg instead of the embedded one (node-av). */
  readonly ffmpegPath?: string | null
  /** The comment about their origin in finished files. */
  readonly comment?: string
  /** A text that packaged videos show; null for none. */
  readonly watermark?: string | null
  /** Called with the process id of each started child. */
  readonly onChild?: (pid: number) => void
}

/**
 * The embedded engine: paints landscapes and cities from the prompt and the seed, and moves, grades and dissolves the caller's
 * material into them, without a model or a GPU.
 */
export function proceduralEngine(options: ProceduralOptions = {}): Engine {
  const { preset = 'veryfast', ffmpegPath = null, comment = COMMENT, watermark = null, onChild } = options
  const child = { onStart: onChild }
  return {
    name: 'procedural',
    limits: { ...EVERYTHING, conditioning: 'procedural' },

    async encode({ task, material, folder }, signal, onProgress) {
      signal.throwIfAborted()
      const path = join(folder, 'scene.json')
      await writeFile(path, `${JSON.stringify(describeScene(task, material), null, 2)}\n`)
      onProgress(1)
      return { path, contextIrApplied: false }
    },

    async render({ task, material, folder, encoded }, signal, onProgress, onPreview) {
      const path = join(folder, 'rendered.mp4')
      const { accelerated } = task
      const planned = JSON.parse(await readFile(encoded, 'utf8')) as Scene
      // The plan has the requested acceleration, the render the granted one.
      const scene = join(folder, 'render.json')
      await writeFile(scene, JSON.stringify({ ...planned, accelerated } satisfies Scene))
      const hurried = accelerated ? 'ultrafast' : preset
      const inputs = { kind: 'render', scene, material, ffmpegPath } as const
      const job = { ...inputs, output: path, preset: hurried, previews: onPreview !== undefined }
      await runChild(job, signal, onProgress, { ...child, onPreview })
      return { path, accelerated }
    },

    async upscale({ task, folder, rendered, factor }, signal, onProgress) {
      const path = join(folder, 'upscaled.mp4')
      const job = { kind: 'upscale', rendered, output: path, factor, frames: task.frames, preset, ffmpegPath } as const
      await runChild(job, signal, onProgress, child)
      return { path }
    },

    async package({ task, folder, rendered }, signal, onProgress) {
      const path = join(folder, 'video.mp4')
      const thumbnailPath = join(folder, 'thumbnail.webp')
      const picture = Math.floor(task.frames / 3)
      // The frames of a finished video already have their mark.
      const text = task.ofFinishedWork ? null : watermark
      const video = text === null ? rendered : join(folder, 'watermarked.mp4')
      if (text !== null) {
        const { frames } = task
        const mark = { kind: 'mark', video: rendered, output: video, text, frames, preset, ffmpegPath } as const
        await runChild(mark, signal, (fraction) => onProgress(fraction * MARKED), child)
      }
      const job = {
        kind: 'package',
        rendered: video,
        output: path,
        thumbnail: thumbnailPath,
        comment,
        picture,
        ffmpegPath,
      } as const
      const done = text === null ? 0 : MARKED
      await runChild(job, signal, (fraction) => onProgress(done + fraction * (1 - done)), child)
      return { path, thumbnailPath, watermarked: text !== null }
    },
  }
}
