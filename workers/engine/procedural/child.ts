import { readFile } from 'node:fs/promises'
import type { Size } from '../../../src/media/canvas.ts'
import { Refusal } from '../engine.ts'
import { codecFor } from './codec/choose.ts'
import type { Codec } from './codec/codec.ts'
import { openFilm } from './film.ts'
import { fit } from './fit.ts'
import type { Job, RenderJob, Report } from './jobs.ts'
import { mark } from './mark/mark.ts'
import { pack, writeWebp } from './pack.ts'
import { rgbOf } from './pixels/colour.ts'
import { recode } from './recode.ts'
import type { Scene } from './scene/scene.ts'
import { mixOf } from './sound/mix.ts'

/**
 * The forked process that makes the pixels: a native crash or SIGKILL ends only this process. It leads its own process group,
 * and ends the group (with a spawned ffmpeg) when the parent disappears.
 */
process.once('disconnect', () => process.kill(-process.pid, 'SIGKILL'))
process.once('message', (job: Job) => {
  run(job).then(
    (sizes) => last({ done: true, sizes }),
    (error: unknown) => last(failureOf(error)),
  )
})

function failureOf(error: unknown): Report {
  if (error instanceof Refusal) return { refused: error.detail }
  return { failed: error instanceof Error ? error.message : String(error) }
}

/**
 * Exits once the message is sent, so that native clean-up cannot hang. After a failure it also ends the processes that it
 * spawned.
 */
function last(report: Report) {
  process.send?.(report, () => {
    if ('done' in report) process.exit(0)
    process.kill(-process.pid, 'SIGKILL')
  })
}

async function run(job: Job): Promise<readonly Size[]> {
  const codec = await codecFor(job.ffmpegPath)
  if (job.kind === 'fit') return fit(codec, job)
  if (job.kind === 'render') await render(codec, job)
  else if (job.kind === 'conform') await recode(codec, job, reporter())
  else if (job.kind === 'mark') await mark(codec, job, reporter())
  else if (job.kind === 'package') await pack(codec, job, reporter())
  else await codec.upscale(job.rendered, job.output, { ...job, onProgress: reporter() })
  return []
}

async function render(codec: Codec, job: RenderJob) {
  const scene = JSON.parse(await readFile(job.scene, 'utf8')) as Scene
  const report = reporter()
  const sound = scene.audio ? await mixOf(scene, job.material, codec) : null
  const film = await openFilm(scene, job.material, codec)
  const encoder = await codec.openEncoder({ ...scene, path: job.output, preset: job.preset, sound })
  // The next frame is painted while this one is encoded: there are never more than two buffers.
  const buffers = [new Uint8Array(film.buffer.length), new Uint8Array(film.buffer.length)] as const
  const shown = new Set(job.previews ? PREVIEWS.map((share) => Math.floor(scene.frames * share)) : [])
  let writing = Promise.resolve()
  for (let frame = 0; frame < scene.frames; frame++) {
    await film.paint(frame)
    const buffer = buffers[(frame & 1) as 0 | 1]
    buffer.set(film.buffer)
    await writing
    writing = encoder.write(buffer)
    // The next await throws the rejection; without this it would count as unhandled until then.
    writing.catch(() => {})
    report((frame + 1) / scene.frames)
    if (shown.has(frame)) await preview(buffer, scene, `${job.output}.${frame}.webp`)
  }
  await writing
  await film.close()
  await encoder.finish()
}

/** Shares of a render after which the frame is shown: early, and twice while most of the waiting remains. */
const PREVIEWS = [0.1, 0.4, 0.7]
const PREVIEW_SIDE = 320

async function preview(buffer: Uint8Array, { width, height }: Size, path: string) {
  await writeWebp({ width, height, rgb: rgbOf(buffer, width, height) }, path, PREVIEW_SIDE)
  process.send?.({ preview: path } satisfies Report, () => {})
}

/** Sends at most twenty reports a second, and the last one. */
function reporter(): (fraction: number) => void {
  let sent = 0
  return (fraction) => {
    const now = performance.now()
    if (fraction < 1 && now - sent < 50) return
    sent = now
    // Fails if the parent is gone. The error is ignored, so that `disconnect` ends the group before anything else ends this
    // process.
    process.send?.({ progress: Math.min(1, fraction) } satisfies Report, () => {})
  }
}
