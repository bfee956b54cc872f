import { copyFile, mkdir, rename, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import {
  ALL_FORMATS,
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import sharp from 'sharp'
import { EVERYTHING } from '../../src/engine-limits.ts'
import { FPS } from '../../src/media/frames.ts'
import type { Stage } from '../../src/queue/catalog.ts'
import type { Engine, TaskInput } from '../../workers/engine/engine.ts'
import { COMMENT, type EncoderSettings, SAMPLES_PER_PICTURE } from '../../workers/engine/procedural/codec/codec.ts'
import { quietCodec } from './codec.ts'
import { exists, RUN_FOLDER } from './once.ts'

/**
 * An engine for tests that do not look at the video: real mp4 files with the right size, number of frames and sound. All frames are
 * the same. They are encoded once per run and then copied.
 * @param wishes.hangsIn a stage that reports a progress of a tenth and then only ends with its signal
 * @param wishes.renderMs how long a render takes
 * @param wishes.renderUntil returns a promise that the render of a prompt waits for
 */
export function quickEngine({
  hangsIn,
  renderMs = 0,
  renderUntil,
}: {
  hangsIn?: Stage | undefined
  renderMs?: number
  renderUntil?: ((prompt: string) => Promise<void> | null) | undefined
} = {}): Engine {
  const begin = async (stage: Stage, signal: AbortSignal, onProgress: (fraction: number) => void) => {
    signal.throwIfAborted()
    onProgress(0.1)
    if (stage === hangsIn) await pause(2 ** 31 - 1, undefined, { signal })
  }
  return {
    name: 'quick',
    limits: EVERYTHING,
    async encode({ task, folder }, signal, onProgress) {
      await begin('encode', signal, onProgress)
      const path = join(folder, 'scene.json')
      await writeFile(path, JSON.stringify(task))
      return { path, contextIrApplied: false }
    },
    async render({ task, folder }, signal, onProgress) {
      await begin('render', signal, onProgress)
      if (renderMs > 0) await pause(renderMs, undefined, { signal })
      await renderUntil?.(task.prompt)
      const path = join(folder, 'rendered.mp4')
      await copyFile(await clipOf(task, task.width, task.height), path)
      return { path, accelerated: task.accelerated }
    },
    async upscale({ task, folder, factor }, signal, onProgress) {
      await begin('upscale', signal, onProgress)
      const path = join(folder, 'upscaled.mp4')
      await copyFile(await clipOf(task, task.width * factor, task.height * factor), path)
      return { path }
    },
    async package({ folder, rendered }, signal, onProgress) {
      await begin('package', signal, onProgress)
      const [path, thumbnailPath] = [join(folder, 'video.mp4'), join(folder, 'thumbnail.webp')]
      await copyFile(rendered, path)
      await writeFile(thumbnailPath, await thumbnail)
      return { path, thumbnailPath, watermarked: false }
    },
  }
}

const GREY = 128
const thumbnail = sharp({ create: { width: 64, height: 64, channels: 3, background: '#808080' } })
  .webp()
  .toBuffer()

const made = new Map<string, Promise<string>>()

async function clipOf({ frames, audio }: TaskInput, width: number, height: number): Promise<string> {
  const name = `${width}x${height}-${frames}${audio ? '-sound' : ''}.mp4`
  const clip = made.get(name) ?? makeClip(name, { frames, audio, width, height })
  made.set(name, clip)
  return clip
}

type ClipSize = Pick<TaskInput, 'frames' | 'audio' | 'width' | 'height'>

/** One frame is encoded in its size and repeated; the sound is that of a video of the smallest size. */
async function makeClip(name: string, { frames, audio, width, height }: ClipSize): Promise<string> {
  const folder = process.env[RUN_FOLDER] ?? ''
  const path = join(folder, name)
  if (await exists(path)) return path
  // Lanes may create the same clip at once; a clip is complete or missing.
  const own = join(folder, String(process.pid))
  await mkdir(own, { recursive: true })
  const [picture, sound, joined, packed] = ['picture', 'sound', 'joined', 'packed'].map((word) =>
    join(own, `${word}-${name}`),
  ) as [string, string, string, string]
  await encode({ path: picture, width, height, frames: 1, sound: null })
  if (audio) await encode({ path: sound, width: 64, height: 64, frames, sound: silence })
  await joinUp(picture, audio ? sound : null, frames, joined)
  await (await quietCodec()).remux(joined, packed, COMMENT)
  await rename(packed, path)
  return path
}

const samples = new Float32Array(2 * SAMPLES_PER_PICTURE)
const silence = () => samples

/** Brighter from left to right, without colour. */
function pictureOf(width: number, height: number): Uint8Array {
  const picture = new Uint8Array((width * height * 3) / 2).fill(GREY)
  for (let x = 0; x < width; x++) picture[x] = 16 + (219 * x) / width
  for (let y = 1; y < height; y++) picture.copyWithin(y * width, 0, width)
  return picture
}

async function encode(settings: Omit<EncoderSettings, 'preset'>): Promise<void> {
  const encoder = await (await quietCodec()).openEncoder({ ...settings, preset: 'ultrafast' })
  const picture = pictureOf(settings.width, settings.height)
  for (let index = 0; index < settings.frames; index++) await encoder.write(picture)
  await encoder.finish()
}

/** The first frame of one file, repeated, with the sound of another. */
async function joinUp(picture: string, sound: string | null, frames: number, to: string): Promise<void> {
  using shown = new Input({ source: new FilePathSource(picture), formats: ALL_FORMATS })
  using heard = new Input({ source: new FilePathSource(sound ?? picture), formats: ALL_FORMATS })
  const [videoTrack, audioTrack] = [await shown.getPrimaryVideoTrack(), await heard.getPrimaryAudioTrack()]
  const output = new Output({ format: new Mp4OutputFormat(), target: new FilePathTarget(to) })
  const [video, audio] = [new EncodedVideoPacketSource('avc'), new EncodedAudioPacketSource('aac')]
  output.addVideoTrack(video, { frameRate: FPS })
  if (audioTrack) output.addAudioTrack(audio)
  await output.start()
  const packet = videoTrack && (await new EncodedPacketSink(videoTrack).getFirstPacket())
  const config = await videoTrack?.getDecoderConfig()
  if (!packet || !config) throw new Error('there is no frame')
  for (let index = 0; index < frames; index++) {
    await video.add(packet.clone({ timestamp: index / FPS, duration: 1 / FPS }), { decoderConfig: config })
  }
  const decoderConfig = await audioTrack?.getDecoderConfig()
  if (audioTrack && decoderConfig) {
    for await (const each of new EncodedPacketSink(audioTrack).packets()) await audio.add(each, { decoderConfig })
  }
  await output.finalize()
}
