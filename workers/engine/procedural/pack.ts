import { writeFile } from 'node:fs/promises'
import sharp from 'sharp'
import type { Progress } from '../engine.ts'
import type { Codec, Picture } from './codec/codec.ts'
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
  await writeWebp(await codec.pictureAt(job.output, job.picture), job.thumbnail, THUMBNAIL)
  report(1)
}

/** Writes pixels as a WebP image with a longest side. */
export async function writeWebp({ width, height, rgb }: Picture, path: string, side: number): Promise<void> {
  const webp = await sharp(rgb, { raw: { width, height, channels: 3 } })
    .resize(side, side, { fit: 'inside' })
    .webp({ quality: 82 })
    .toBuffer()
  await writeFile(path, webp)
}
