import { createHash } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import { ALL_FORMATS, FilePathSource, Input } from 'mediabunny'
import sharp from 'sharp'
import type { Made } from './made.ts'

/** The rules of the models on a LightX2V server, as docs/engines/lightx2v.md describes them. */

/** An error of the model, with the type that the server reports. */
export class ModelError extends Error {
  readonly type: string

  constructor(type: string, message: string) {
    super(message)
    this.type = type
  }
}

/** Inputs of a task, by field. */
export type Inputs = Readonly<Record<string, unknown>>

/** Digests of the files that a video was made of, by field. */
export type Used = Readonly<Record<string, readonly string[]>>

/** Bytes of a file that the server saved; null if a path is not one of these. */
export type Saved = (path: string) => Buffer | null

interface Model {
  /** Fields of the record, apart from the seed and the text. */
  readonly fields: readonly string[]
  /** @throws ModelError */
  make(inputs: Inputs, config: Inputs, saved: Saved): Promise<{ readonly made: Made; readonly used: Used }>
}

const H3_FIELDS = ['target_shape', 'target_video_length']

export const MODELS = {
  t2av: h3([]),
  i2av: h3(['image_path']),
  l2av: h3(['last_frame_path']),
  fl2av: h3(['image_path', 'last_frame_path']),
  ref2av: { fields: [...H3_FIELDS, 'image_path', 'video_path', 'audio_path'], make: references },
  t2v: wan([]),
  i2v: wan(['image_path']),
  flf2v: wan(['image_path', 'last_frame_path']),
} satisfies Readonly<Record<string, Model>>

export type ServerTask = keyof typeof MODELS

const bad = (message: string) => new ModelError('ValueError', message)
const textOf = (inputs: Inputs, field: string) => String(inputs[field] ?? '')
const digestOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex')

function h3(images: readonly string[]): Model {
  return {
    fields: [...H3_FIELDS, ...images],
    async make(inputs, _, saved) {
      const missing = images.find((field) => textOf(inputs, field) === '')
      if (missing) throw bad(`MiniMax-H3 requires --${missing}`)
      if (images.some((field) => textOf(inputs, field).includes(','))) throw bad('one file per frame argument')
      const used: Record<string, string[]> = {}
      for (const field of images) used[field] = [(await openImage(textOf(inputs, field), saved)).digest]
      return { made: h3Geometry(inputs), used }
    },
  }
}

/** 17k+5 frames of 5 to 15 seconds, in multiples of 32 pixels. */
function h3Geometry({ target_shape: shape, target_video_length: length }: Inputs): Made {
  const [height = 0, width = 0, ...more] = shape as readonly number[]
  if (width === 0 || more.length > 0) throw bad('MiniMax-H3 target_shape must be [height, width]')
  const frames = 17 * Math.ceil((Number(length) - 5) / 17) + 5
  if (frames < 124 || frames > 362) throw bad(`MiniMax-H3 supports 124 to 362 frames; got ${frames}`)
  if (height % 32 || width % 32) throw bad(`MiniMax-H3 sides must be multiples of 32, got ${height}x${width}`)
  return { frames, fps: 24, width, height, sound: true }
}

/** Images, then videos, then audio files; the sound of a video counts as audio. */
async function references(inputs: Inputs, _: Inputs, saved: Saved) {
  const made = h3Geometry(inputs)
  const listOf = (field: string) =>
    textOf(inputs, field)
      .split(',')
      .flatMap((path) => path.trim() || [])
  const [images, videos, audios] = ['image_path', 'video_path', 'audio_path'].map(listOf) as [
    string[],
    string[],
    string[],
  ]
  const count = images.length + videos.length + audios.length
  if (count === 0) throw bad('MiniMax-H3 ref2av requires --image_path, --video_path, or --audio_path')
  if (count > 12) throw bad('MiniMax-H3 ref2av accepts at most 12 references')
  if (images.length > 9 || videos.length > 3) throw bad('MiniMax-H3 ref2av reference image/video count exceeds 9/3')
  if (count === audios.length) throw bad('MiniMax-H3 ref2av does not allow audio-only references')
  const opened = {
    image_path: await Promise.all(images.map((path) => openImage(path, saved))),
    video_path: await Promise.all(videos.map((path) => openMovie(path, 'video', saved))),
    audio_path: await Promise.all(audios.map((path) => openMovie(path, 'audio', saved))),
  }
  const all = Object.values(opened).flat()
  if (all.some(({ ratio }) => ratio !== null && (ratio < 0.25 || ratio > 4))) {
    throw bad('A reference image must be positive and within 1:4..4:1')
  }
  if (all.some(({ channels }) => channels > 2)) throw bad('Reference audio must be mono/stereo')
  if (all.filter(({ channels }) => channels > 0).length > 3) {
    throw bad('MiniMax-H3 ref2av accepts at most 3 audio-bearing references')
  }
  const digests = Object.entries(opened).map(([field, files]) => [field, files.map(({ digest }) => digest)])
  return { made, used: Object.fromEntries(digests) as Used }
}

/** 4k+1 silent frames at 16 a second, of the length in the configuration. */
function wan(images: readonly string[]): Model {
  return {
    fields: ['resize_mode', 'target_shape', ...images],
    async make(inputs, config, saved) {
      const length = Number(config['target_video_length'])
      const [height = 0, width = 0] = inputs['target_shape'] as readonly number[]
      const grid = 4 * Math.floor((length - 1) / 4) + 1
      if (images.length === 0) {
        if (height % 16 || width % 16) throw new ModelError('RuntimeError', 'sizes of tensors must match')
        return { made: { frames: grid, fps: 16, width, height, sound: false }, used: {} }
      }
      if (grid !== length) throw new ModelError('RuntimeError', `shape is invalid for input of ${length + 3} frames`)
      const opened: Opened[] = []
      for (const field of images) opened.push(await openImage(textOf(inputs, field), saved))
      const ratio = opened[0]?.ratio ?? 1
      const used = Object.fromEntries(images.map((field, index) => [field, [opened[index]?.digest ?? '']]))
      return { made: { frames: length, fps: 16, ...wanSize(config, ratio), sound: false }, used }
    },
  }
}

/** By the mode of resizing in the configuration, which requests overwrite. */
function wanSize({ resize_mode: mode }: Inputs, ratio: number): Pick<Made, 'width' | 'height'> {
  if (mode === null) {
    const side = (share: number) => 16 * Math.floor(Math.sqrt(1280 * 720 * share) / 16)
    return { width: side(ratio), height: side(1 / ratio) }
  }
  if (mode !== 'adaptive') throw new ModelError('AssertionError', '')
  if (ratio > 1.2) return { width: 832, height: 480 }
  return ratio < 0.83 ? { width: 480, height: 832 } : { width: 480, height: 480 }
}

interface Opened {
  readonly digest: string
  /** Width by height; null for audio. */
  readonly ratio: number | null
  /** Of its sound; 0 without sound. */
  readonly channels: number
}

async function openImage(path: string, saved: Saved): Promise<Opened> {
  const bytes = saved(path) ?? (await readFile(path).catch(() => null))
  if (!bytes) throw new ModelError('FileNotFoundError', `[Errno 2] No such file or directory: '${path.slice(0, 200)}'`)
  const { width, height } = await sharp(bytes)
    .metadata()
    .catch(() => {
      throw new ModelError('UnidentifiedImageError', `cannot identify image file '${path}'`)
    })
  return { digest: digestOf(bytes), ratio: width / height, channels: 0 }
}

async function openMovie(path: string, kind: 'video' | 'audio', saved: Saved): Promise<Opened> {
  const bytes = saved(path) ?? (await readFile(path).catch(() => null))
  if (!bytes) throw bad(`MiniMax-H3 reference ${kind} is not a local file: ${path}`)
  using input = new Input({ source: new FilePathSource(path), formats: ALL_FORMATS })
  const video = await input.getPrimaryVideoTrack()
  const audio = await input.getPrimaryAudioTrack()
  if (kind === 'video' ? !video : !audio) throw bad(`No ${kind} stream to decode in ${path}`)
  return {
    digest: digestOf(bytes),
    ratio: kind === 'video' && video ? (await video.getDisplayWidth()) / (await video.getDisplayHeight()) : null,
    channels: (await audio?.getNumberOfChannels()) ?? 0,
  }
}
