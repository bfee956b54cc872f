import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Progress } from '../engine.ts'
import type { Codec } from './codec/codec.ts'
import type { PackageJob } from './jobs.ts'

/** Longest side of a thumbnail. */
const THUMBNAIL = 640

/** The finished file and its thumbnail, made of the frame that the job names. */
export async function pack(
  codec: Codec,
  job: Omit<PackageJob, 'kind' | 'ffmpegPath'>,
  report: Progress,
): Promise<void> {
  await codec.remux(job.rendered, job.output, job.comment)
  report(0.5)
  const { width, height, rgb } = await codec.pictureAt(job.output, job.picture)
  const webp = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(THUMBNAIL, THUMBNAIL, { fit: 'inside' })
    .webp({ quality: 82 })
    .toBuffer()
  await writeFile(job.thumbnail, webp)
  report(1)
}
