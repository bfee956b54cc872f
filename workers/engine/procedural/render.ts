import { readFile } from 'node:fs/promises'
import type { Size } from '../../../src/media/canvas.ts'
import type { Progress } from '../engine.ts'
import type { Codec } from './codec/codec.ts'
import { openFilm } from './film.ts'
import type { RenderJob } from './jobs.ts'
import { rgbOf } from './pixels/colour.ts'
import type { Scene } from './scene/scene.ts'
import { mixOf } from './sound/mix.ts'

/** Shares of a render after which the frame is shown: early, and twice while most of the waiting remains. */
const PREVIEWS = [0.1, 0.4, 0.7]
const PREVIEW_SIDE = 320

/** Paints and encodes the scene's frames. @param show receives the path of each preview @throws Refusal */
export async function render(
  codec: Codec,
  job: RenderJob,
  report: Progress,
  show: (path: string) => void,
): Promise<void> {
  const scene = JSON.parse(await readFile(job.scene, 'utf8')) as Scene
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
    if (shown.has(frame)) show(await preview(buffer, scene, `${job.output}.${frame}.webp`))
  }
  await writing
  await film.close()
  await encoder.finish()
}

async function preview(buffer: Uint8Array, { width, height }: Size, path: string): Promise<string> {
  const { writeWebp } = await import('./pack.ts')
  await writeWebp({ width, height, rgb: rgbOf(buffer, width, height) }, path, PREVIEW_SIDE)
  return path
}
