import type { Progress } from '../engine.ts'
import type { Codec } from './codec/codec.ts'
import type { ConformJob } from './jobs.ts'

/** Near to lossless: the finished file is not encoded again, except by an upscale. */
export const CONFORMED_CRF = 17

/** Changes a frame before it is encoded. */
export type Draw = (picture: Uint8Array) => void

/** Encodes exactly `frames` frames at 24 a second, in that size; the last one is held if the video is too short. */
export async function recode(
  codec: Codec,
  job: Omit<ConformJob, 'kind' | 'ffmpegPath'>,
  report: Progress,
  draw: Draw = () => {},
) {
  const { width, height, frames, stretch } = job
  const encoder = await codec.openEncoder({ ...job, path: job.output, crf: CONFORMED_CRF, sound: null })
  let last: Uint8Array | null = null
  let written = 0
  const write = async (picture: Uint8Array) => {
    await encoder.write(picture)
    report(++written / frames)
  }
  for await (const picture of codec.decodeVideo(job.video, { width, height, frames, faithful: { stretch } })) {
    draw(picture)
    await write(picture)
    last = picture
  }
  if (!last) throw new Error('the video has no frames')
  while (written < frames) await write(last)
  await encoder.finish()
}
