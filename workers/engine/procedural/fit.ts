import { access, writeFile } from 'node:fs/promises'
import type { ResizeOptions } from 'sharp'
import type { Size } from '../../../src/media/canvas.ts'
import { openImage } from '../../../src/media/open-image.ts'
import { type Clip, type Codec, SAMPLE_RATE, SAMPLES_PER_PICTURE, type Sound, Unreadable } from './codec/codec.ts'
import type { FitJob } from './jobs.ts'
import { named } from './material/named.ts'

/** Material is encoded once for a render that takes minutes. */
const PRESET = 'veryfast'

/** Converts a caller's files for servers. @returns the sizes of the images. @throws Refusal */
export async function fit(codec: Codec, work: Pick<FitJob, 'pictures' | 'sounds' | 'videos'>): Promise<Size[]> {
  const { pictures, sounds, videos } = work
  const sizes: Size[] = []
  for (const { name, from, to, resize } of pictures) {
    await access(from)
    sizes.push(await named(name, upright(from, to, resize)))
  }
  for (const { name, from, to, samples, least } of sounds) {
    await access(from)
    await writeFile(to, wavOf(await named(name, codec.decodeAudio(from, samples)), least))
  }
  for (const video of videos) {
    await access(video.from)
    await named(video.name, encode(codec, video))
  }
  return sizes
}

async function encode(codec: Codec, { from, to, sound, ...size }: FitJob['videos'][number]): Promise<void> {
  const { width, height, frames, least } = size
  const clip = sound ? await codec.decodeAudio(from, frames * SAMPLES_PER_PICTURE) : null
  const encoder = await codec.openEncoder({
    path: to,
    width,
    height,
    frames,
    preset: PRESET,
    sound: clip && soundOf(clip),
  })
  let last: Uint8Array | null = null
  let written = 0
  for await (const picture of codec.decodeVideo(from, { width, height, frames })) {
    await encoder.write(picture)
    last = picture
    written++
  }
  if (!last) throw new Unreadable('no frame could be decoded')
  for (; written < least; written++) await encoder.write(last)
  await encoder.finish()
}

/** The clip frame by frame, then silence. */
function soundOf(clip: Clip): Sound {
  let at = 0
  return () => {
    const samples = new Float32Array(2 * SAMPLES_PER_PICTURE)
    for (const [i, channel] of clip.entries()) {
      samples.set(channel.subarray(at, at + SAMPLES_PER_PICTURE), i * SAMPLES_PER_PICTURE)
    }
    at += SAMPLES_PER_PICTURE
    return samples
  }
}

/** On white where the image is transparent. */
async function upright(from: string, to: string, resize: ResizeOptions): Promise<Size> {
  try {
    const picture = openImage(from).autoOrient().toColourspace('srgb').flatten({ background: '#ffffff' })
    const { width, height } = await picture.resize(resize).png().toFile(to)
    return { width, height }
  } catch (error) {
    throw new Unreadable(String(error))
  }
}

/** 16-bit samples. @param least number of samples; silence follows a shorter clip */
function wavOf([left, right]: Clip, least: number): Buffer {
  const bytes = Math.max(left.length, least) * 4
  const file = Buffer.alloc(44 + bytes)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + bytes, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(2, 22)
  file.writeUInt32LE(SAMPLE_RATE, 24)
  file.writeUInt32LE(SAMPLE_RATE * 4, 28)
  file.writeUInt16LE(4, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(bytes, 40)
  const sample = (value: number) => Math.round(32767 * Math.max(-1, Math.min(1, value)))
  for (let i = 0; i < left.length; i++) {
    file.writeInt16LE(sample(left[i] ?? 0), 44 + i * 4)
    file.writeInt16LE(sample(right[i] ?? 0), 46 + i * 4)
  }
  return file
}
