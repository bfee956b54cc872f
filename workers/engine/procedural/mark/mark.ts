import { rename } from 'node:fs/promises'
import { FilePathSource, Input, MP4 } from 'mediabunny'
import type { Progress } from '../../engine.ts'
import type { Codec } from '../codec/codec.ts'
import { join } from '../codec/join.ts'
import { readSource } from '../codec/source.ts'
import type { MarkJob } from '../jobs.ts'
import { recode } from '../recode.ts'
import { stampOf } from './stamp.ts'

/** A video with a text on every frame, and the same sound. */
export async function mark(codec: Codec, job: Omit<MarkJob, 'kind' | 'ffmpegPath'>, report: Progress): Promise<void> {
  const { video, output, text, frames, preset } = job
  // An engine may have rendered another container.
  const [plain, marked] = [`${output}.plain.mp4`, `${output}.marked.mp4`]
  await codec.remux(video, plain, '')
  const { width, height } = await readSource(plain)
  const work = { video: plain, output: marked, width, height, frames, stretch: 1, preset }
  await recode(codec, work, report, stampOf(text, width, height))
  const open = (path: string) => new Input({ source: new FilePathSource(path), formats: [MP4] })
  using before = open(plain)
  using after = open(marked)
  const [pictures, sound] = [await after.getPrimaryVideoTrack(), await before.getPrimaryAudioTrack()]
  if (!pictures) throw new Error('the marked video has no frames')
  if (sound) await join(pictures, sound, output, frames)
  else await rename(marked, output)
}
