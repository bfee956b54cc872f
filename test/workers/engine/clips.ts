import { writeFile } from 'node:fs/promises'
import {
  ALL_FORMATS,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import { decodePictures, openInput } from '../../../workers/engine/procedural/codec/bound-files.ts'
import { quietCodec } from '../../support/codec.ts'

type Rgb = readonly [number, number, number]

export const RED: Rgb = [220, 30, 30]
export const GREEN: Rgb = [30, 200, 60]
export const BLUE: Rgb = [40, 60, 220]
export const YELLOW: Rgb = [230, 220, 40]

/** A PNG with a function for its pixels. */
export async function writePicture(path: string, width: number, height: number, at: (x: number, y: number) => Rgb) {
  const rgb = new Uint8Array(width * height * 3)
  for (let i = 0; i < width * height; i++) rgb.set(at(i % width, Math.floor(i / width)), i * 3)
  await sharp(rgb, { raw: { width, height, channels: 3 } })
    .png()
    .toFile(path)
  return path
}

/** Red and green above, blue and yellow below. */
export function writeQuadrants(path: string, width: number, height: number): Promise<string> {
  const upper = (x: number) => (x < width / 2 ? RED : GREEN)
  const lower = (x: number) => (x < width / 2 ? BLUE : YELLOW)
  return writePicture(path, width, height, (x, y) => (y < height / 2 ? upper(x) : lower(x)))
}

const BITS = 9

/** A video at 24 frames a second, whose frames encode their number in nine columns, black for 0 and white for 1. */
export async function writeCounter(path: string, frames: number, width = 160, height = 96): Promise<string> {
  const encoder = await (await quietCodec()).openEncoder({
    path,
    width,
    height,
    frames,
    preset: 'ultrafast',
    sound: null,
  })
  const picture = new Uint8Array((width * height * 3) / 2).fill(128)
  for (let number = 0; number < frames; number++) {
    for (let i = 0; i < width * height; i++) {
      const bit = Math.floor(((i % width) * BITS) / width)
      picture[i] = ((number >> bit) & 1) === 1 ? 200 : 40
    }
    await encoder.write(picture)
  }
  await encoder.finish()
  return path
}

/** The number in an I420 frame of that size. */
export function numberIn(picture: Uint8Array, width: number, height: number): number {
  let number = 0
  for (let bit = 0; bit < BITS; bit++) {
    const x = Math.floor(((bit + 0.5) * width) / BITS)
    if ((picture[(height >> 1) * width + x] ?? 0) > 120) number |= 1 << bit
  }
  return number
}

/** The same frames at other times: `secondsOf` returns when each is displayed. */
export async function retime(from: string, to: string, secondsOf: (number: number) => number): Promise<string> {
  using input = new Input({ source: new FilePathSource(from), formats: ALL_FORMATS })
  const track = await input.getPrimaryVideoTrack()
  const codec = await track?.getCodec()
  const config = await track?.getDecoderConfig()
  if (!track || !codec || !config) throw new Error('no video to retime')
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const source = new EncodedVideoPacketSource(codec)
  output.addVideoTrack(source)
  await output.start()
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const number = Math.round(packet.timestamp * 24)
    const timestamp = secondsOf(number)
    await source.add(packet.clone({ timestamp, duration: secondsOf(number + 1) - timestamp }), {
      decoderConfig: config,
    })
  }
  await output.finalize()
  return to
}

/** Every frame of a finished video as I420. */
export async function picturesOf(path: string): Promise<Uint8Array[]> {
  await using input = await openInput(path)
  const pictures: Uint8Array[] = []
  for await (const frame of decodePictures(input)) pictures.push(Uint8Array.from(frame.toBuffer()))
  return pictures
}

/** A mono WAV of 16 bits and 44100 samples a second. */
export async function writeTone(path: string, seconds: number, hertz: number): Promise<string> {
  const count = Math.round(seconds * 44100)
  const file = Buffer.alloc(44 + count * 2)
  file.write('RIFF', 0, 'latin1')
  file.writeUInt32LE(36 + count * 2, 4)
  file.write('WAVEfmt ', 8, 'latin1')
  file.writeUInt32LE(16, 16)
  file.writeUInt16LE(1, 20)
  file.writeUInt16LE(1, 22)
  file.writeUInt32LE(44100, 24)
  file.writeUInt32LE(88200, 28)
  file.writeUInt16LE(2, 32)
  file.writeUInt16LE(16, 34)
  file.write('data', 36, 'latin1')
  file.writeUInt32LE(count * 2, 40)
  for (let i = 0; i < count; i++) {
    file.writeInt16LE(Math.round(16000 * Math.sin((2 * Math.PI * hertz * i) / 44100)), 44 + i * 2)
  }
  await writeFile(path, file)
  return path
}
