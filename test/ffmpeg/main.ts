import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import type { Frame } from 'node-av/lib'
import { FPS } from '../../src/media/frames.ts'
import { boundCodec } from '../../workers/engine/procedural/codec/bound.ts'
import { filteredAudio, filteredVideo } from '../../workers/engine/procedural/codec/bound-decode.ts'
import {
  CRF,
  KEY_INTERVAL,
  SAMPLE_RATE,
  SAMPLES_PER_PICTURE,
  type Sound,
  X264_PARAMS,
} from '../../workers/engine/procedural/codec/codec.ts'
import { type Allowed, MADE, MATERIAL } from '../../workers/engine/procedural/codec/source.ts'
import { CONFORMED_CRF } from '../../workers/engine/procedural/recode.ts'
import { type CommandLine, type Options, readCommandLine } from './command-line.ts'

/**
 * Replaces the program ffmpeg, so that everything of FFMPEG_PATH except the program itself is tested on every machine.
 * It supports the command lines that the product uses, runs them with node-av, and fails for any other.
 */

const codec = boundCodec()

/** Selects the work by the output. @returns the work, to run when the whole command line is parsed */
function workOf(line: CommandLine): () => Promise<void> {
  const { output } = line
  const format = output.take('-f', 'mp4', 'rawvideo', 'f32le', 'image2pipe')
  if (format === 'rawvideo') return decodeVideo(line)
  if (format === 'f32le') return decodeAudio(line)
  if (format === 'image2pipe') return pictureAt(line)
  if (output.has('-c')) return remux(line)
  return output.has('-vf') ? upscale(line) : encode(line)
}

function encode({ inputs: [video, audio], output }: CommandLine): () => Promise<void> {
  if (video?.path !== 'pipe:0') throw new Error('there are no frames')
  video.take('-f', 'rawvideo')
  video.take('-pix_fmt', 'yuv420p')
  video.take('-r', String(FPS))
  const [width = 0, height = 0] = video.take('-s').split('x').map(Number)
  const [preset, crf] = takeVideo(output, CRF, CONFORMED_CRF)
  if (audio) {
    audio.take('-f', 'f32le')
    audio.take('-ar', String(SAMPLE_RATE))
    audio.take('-ac', '2')
    output.take('-c:a', 'aac')
    output.take('-b:a', '160k')
  }
  return async () => {
    const sound = audio ? soundOf(await readFile(audio.path)) : null
    const encoder = await codec.openEncoder({ path: output.path, width, height, frames: 0, preset, crf, sound })
    for await (const picture of pictures((width * height * 3) / 2)) await encoder.write(picture)
    await encoder.finish()
  }
}

function takeVideo(output: Options, ...crfs: readonly number[]): readonly [preset: string, crf: number] {
  output.take('-c:v', 'libx264')
  const crf = Number(output.take('-crf', ...crfs.map(String)))
  output.take('-profile:v', 'high')
  output.take('-x264-params', X264_PARAMS)
  output.take('-g', String(KEY_INTERVAL))
  output.take('-pix_fmt', 'yuv420p')
  output.take('-color_range', 'tv')
  for (const name of ['-color_primaries', '-color_trc', '-colorspace']) output.take(name, 'bt709')
  return [output.take('-preset'), crf]
}

/** Converts interleaved samples to the encoder's format. */
function soundOf(file: Buffer): Sound {
  let at = 0
  return () => {
    const planar = new Float32Array(SAMPLES_PER_PICTURE * 2)
    for (let i = 0; i < planar.length; i++, at += 4) {
      planar[(i % 2) * SAMPLES_PER_PICTURE + (i >> 1)] = file.readFloatLE(at)
    }
    return planar
  }
}

async function* pictures(size: number): AsyncGenerator<Uint8Array> {
  const picture = new Uint8Array(size)
  let filled = 0
  for await (const chunk of process.stdin as AsyncIterable<Buffer>) {
    for (let at = 0; at < chunk.length; ) {
      const part = chunk.subarray(at, at + size - filled)
      picture.set(part, filled)
      filled = (filled + part.length) % size
      at += part.length
      if (filled === 0) yield picture
    }
  }
  if (filled > 0) throw new Error('the last frame is incomplete')
}

function remux(line: CommandLine): () => Promise<void> {
  const { output } = line
  output.take('-c', 'copy')
  output.take('-map_metadata', '-1')
  output.take('-movflags', '+faststart')
  const [, comment] = /^comment=(.*)$/.exec(output.take('-metadata')) ?? []
  if (comment === undefined) throw new Error('-metadata is not a comment')
  const { path } = onlyInput(line)
  return () => codec.remux(path, output.path, comment)
}

function upscale(line: CommandLine): () => Promise<void> {
  const { output } = line
  const input = onlyInput(line)
  input.take('-progress', 'pipe:1')
  input.take('-nostats')
  output.take('-c:a', 'copy')
  const [preset] = takeVideo(output, CRF)
  const scale = (factor: 2 | 3) => `scale=iw*${factor}:ih*${factor}:flags=lanczos`
  const factor = output.take('-vf', scale(2), scale(3)) === scale(2) ? 2 : 3
  const onProgress = (frame: number) => void process.stdout.write(`frame=${frame}\nprogress=continue\n`)
  return () => codec.upscale(input.path, output.path, { factor, frames: 1, preset, onProgress })
}

function pictureAt(line: CommandLine): () => Promise<void> {
  const { output } = line
  output.take('-frames:v', '1')
  output.take('-pix_fmt', 'rgb24')
  output.take('-c:v', 'ppm')
  const [, index] = /^select=eq\(n\\,(\d+)\)$/.exec(output.take('-vf')) ?? []
  if (index === undefined || output.path !== '-') throw new Error('no frame is requested')
  const { path } = onlyInput(line)
  return async () => {
    const { width, height, rgb } = await codec.pictureAt(path, Number(index))
    await write(Buffer.concat([Buffer.from(`P6\n${width} ${height}\n255\n`), rgb]))
  }
}

function decodeVideo(line: CommandLine): () => Promise<void> {
  const input = onlyMaterial(line)
  input.take('-noautorotate')
  const [, id] = /^0:v:i:(\d+)$/.exec(line.output.take('-map')) ?? []
  const filters = line.output.take('-vf')
  let left = Number(line.output.take('-frames:v'))
  return async () => {
    for await (const frame of filteredVideo(input.path, Number(id), filters)) {
      await writeFrame(frame)
      if (--left === 0) return
    }
  }
}

function decodeAudio(line: CommandLine): () => Promise<void> {
  const input = onlyMaterial(line)
  line.output.take('-map', '0:a:0')
  const filters = line.output.take('-af')
  return async () => {
    for await (const frame of filteredAudio(input.path, filters)) await writeFrame(frame)
  }
}

/** A single file, with any streams. */
function onlyInput({ inputs }: CommandLine, allowed: Allowed = MADE) {
  const [input] = inputs
  if (!input || inputs.length > 1) throw new Error('one input is expected')
  for (const [name, value] of Object.entries(allowed)) input.take(`-${name}`, value)
  return input
}

/** A caller's file, which must not refer to other files. */
function onlyMaterial(line: CommandLine) {
  const input = onlyInput(line, MATERIAL)
  if (line.output.path !== 'pipe:1') throw new Error('the output is not a pipe')
  return input
}

const writeFrame = (frame: Frame) => write(Buffer.from(frame.toBuffer()))

async function write(bytes: Buffer): Promise<void> {
  if (!process.stdout.write(bytes)) await once(process.stdout, 'drain')
}

try {
  const line = readCommandLine(process.argv.slice(2))
  const work = workOf(line)
  line.finish()
  await work()
} catch (error) {
  console.error(String(error))
  process.exitCode = 1
}
