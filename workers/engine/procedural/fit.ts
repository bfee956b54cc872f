import { access, writeFile } from 'node:fs/promises'
import type { ResizeOptions } from 'sharp'
import type { Size } from '../../../src/media/canvas.ts'
import { openImage } from '../../../src/media/open-image.ts'
import { type Clip, type Codec, SAMPLE_RATE, Unreadable } from './codec/codec.ts'
import type { FitJob } from './jobs.ts'
import { named } from './material/sources.ts'

/** Converts a caller's images and sounds to PNG and WAV. @returns the sizes of the images. @throws Refusal */
export async function fit(codec: Codec, { pictures, sounds }: Pick<FitJob, 'pictures' | 'sounds'>): Promise<Size[]> {
  const sizes: Size[] = []
  for (const { name, from, to, resize } of pictures) {
    await access(from)
    sizes.push(await named(name, upright(from, to, resize)))
  }
  for (const { name, from, to, samples } of sounds) {
    await access(from)
    await writeFile(to, wavOf(await named(name, codec.decodeAudio(from, samples))))
  }
  return sizes
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

/** 16-bit samples. */
function wavOf([left, right]: Clip): Buffer {
  const bytes = left.length * 4
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
