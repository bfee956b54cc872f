import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createWriteStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { FPS } from '../../../../src/media/frames.ts'
import {
  type Codec,
  CRF,
  type Encoder,
  type EncoderSettings,
  KEY_INTERVAL,
  type Picture,
  SAMPLE_RATE,
  SAMPLES_PER_PICTURE,
  type UpscaleSettings,
  X264_PARAMS,
} from './codec.ts'
import { decodeAudio, decodeVideo } from './ffmpeg-decode.ts'
import { ended, inputOf, QUIET } from './ffmpeg-run.ts'
import { MADE } from './source.ts'

/** Spawns a system ffmpeg. It is in the process group of the child and ends with it. */
export function ffmpegCodec(program: string): Codec {
  return {
    openEncoder: (settings) => openEncoder(program, settings),
    async remux(from, to, comment) {
      const copy = ['-c', 'copy', '-map_metadata', '-1', '-metadata', `comment=${comment}`, '-movflags', '+faststart']
      await ended(
        spawn(program, [...QUIET, ...inputOf(from, MADE), ...copy, '-f', 'mp4', to], {
          stdio: ['ignore', 'ignore', 'pipe'],
        }),
      )
    },
    pictureAt: (path, index) => pictureAt(program, path, index),
    upscale: (from, to, settings) => upscale(program, from, to, settings),
    decodeVideo: (path, settings) => decodeVideo(program, path, settings),
    decodeAudio: (path, samples) => decodeAudio(program, path, samples),
  }
}

function videoArguments({ preset, crf = CRF }: Pick<EncoderSettings, 'preset' | 'crf'>): string[] {
  const colour = ['-color_range', 'tv', '-color_primaries', 'bt709', '-color_trc', 'bt709', '-colorspace', 'bt709']
  const x264 = ['-preset', preset, '-crf', String(crf), '-profile:v', 'high', '-x264-params', X264_PARAMS]
  return ['-c:v', 'libx264', ...x264, '-g', String(KEY_INTERVAL), '-pix_fmt', 'yuv420p', ...colour]
}

async function openEncoder(program: string, settings: EncoderSettings): Promise<Encoder> {
  const { width, height, path } = settings
  const sound = settings.sound && (await writeSound(`${path}.f32`, settings.sound, settings.frames))
  const child = spawn(
    program,
    [
      ...QUIET,
      ...['-f', 'rawvideo', '-pix_fmt', 'yuv420p', '-s', `${width}x${height}`, '-r', String(FPS), '-i', 'pipe:0'],
      ...(sound ? ['-f', 'f32le', '-ar', String(SAMPLE_RATE), '-ac', '2', '-i', sound] : []),
      ...videoArguments(settings),
      ...(sound ? ['-c:a', 'aac', '-b:a', '160k'] : []),
      ...['-f', 'mp4', path],
    ],
    { stdio: ['pipe', 'ignore', 'pipe'] },
  )
  const end = ended(child)
  // A crash shows at the next write; nothing awaits this promise before.
  end.catch(() => {})
  const { stdin } = child
  // A broken pipe: the exit gives the reason.
  stdin.on('error', () => {})
  return {
    async write(picture) {
      const copy = Uint8Array.from(picture)
      if (!stdin.write(copy)) await Promise.race([once(stdin, 'drain'), end])
      if (stdin.destroyed) await end
    },
    async finish() {
      stdin.end()
      await end
      if (sound) await rm(sound)
    },
  }
}

/** Written before the frames: two pipes at once could block each other. */
async function writeSound(path: string, sound: () => Float32Array, frames: number): Promise<string> {
  const file = createWriteStream(path)
  for (let frame = 0; frame < frames; frame++) {
    const planar = sound()
    const mixed = new Float32Array(planar.length)
    for (let i = 0; i < SAMPLES_PER_PICTURE; i++) {
      mixed[i * 2] = planar[i] as number
      mixed[i * 2 + 1] = planar[i + SAMPLES_PER_PICTURE] as number
    }
    if (!file.write(Buffer.from(mixed.buffer))) await once(file, 'drain')
  }
  file.end()
  await once(file, 'close')
  return path
}

async function pictureAt(program: string, path: string, index: number): Promise<Picture> {
  const pick = [
    '-vf',
    `select=eq(n\\,${index})`,
    '-frames:v',
    '1',
    '-pix_fmt',
    'rgb24',
    '-f',
    'image2pipe',
    '-c:v',
    'ppm',
    '-',
  ]
  const child = spawn(program, [...QUIET, ...inputOf(path, MADE), ...pick], { stdio: ['ignore', 'pipe', 'pipe'] })
  const parts: Buffer[] = []
  child.stdout.on('data', (part: Buffer) => parts.push(part))
  await ended(child)
  return readPpm(Buffer.concat(parts))
}

/** "P6 width height 255" and the bytes. */
function readPpm(file: Buffer): Picture {
  const head = /^P6\s(\d+)\s(\d+)\s255\s/.exec(file.toString('latin1', 0, 40))
  if (!head) throw new Error('ffmpeg gave no picture')
  return { width: Number(head[1]), height: Number(head[2]), rgb: file.subarray(head[0].length) }
}

async function upscale(program: string, from: string, to: string, settings: UpscaleSettings): Promise<void> {
  const { factor } = settings
  const scale = ['-vf', `scale=iw*${factor}:ih*${factor}:flags=lanczos`]
  const report = ['-progress', 'pipe:1', '-nostats']
  const child = spawn(
    program,
    [
      ...QUIET,
      ...report,
      ...inputOf(from, MADE),
      ...scale,
      ...videoArguments(settings),
      '-c:a',
      'copy',
      '-f',
      'mp4',
      to,
    ],
    { stdio: ['ignore', 'pipe', 'pipe'] },
  )
  child.stdout.on('data', (part: Buffer) => {
    const done = /frame=\s*(\d+)/.exec(part.toString())
    if (done) settings.onProgress(Number(done[1]) / settings.frames)
  })
  await ended(child)
}
