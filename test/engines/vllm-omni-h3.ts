import { extname } from 'node:path'
import { ALL_FORMATS, BufferSource, Input } from 'mediabunny'
import sharp from 'sharp'
import type { SentFile } from '../workers/engines/model-server.ts'
import { type Extra, jsonOf, type Model, type Request, sizeOf, type Verdict } from './vllm-omni.ts'

type Kind = 'image' | 'video' | 'audio'
type Files = Readonly<Record<Kind, readonly SentFile[]>>

const MIB = 1024 * 1024
const LARGEST = { image: 30 * MIB, video: 50 * MIB, audio: 15 * MIB } as const
const MOST = { image: 9, video: 3, audio: 3 } as const
const ENDINGS = { image: /./, video: /^\.(mp4|mov)$/, audio: /^\.(wav|mp3)$/ } as const
const RATIOS = ['21:9', '16:9', '4:3', '1:1', '3:4', '9:16']

const refuse = (detail: string): Verdict => ({ refused: { status: 400, detail } })
/** The model's own refusals are those of the client. */
const fail = (message: string): Verdict => ({ failed: { code: 400, message } })

function kindOf({ contentType, filename }: SentFile): Kind {
  const [type] = contentType.split('/')
  if (type === 'image' || type === 'audio') return type
  return /\.(png|jpe?g|webp|heic|heif)$/.test(filename) ? 'image' : /\.(wav|mp3)$/.test(filename) ? 'audio' : 'video'
}

/** MiniMax H3 on a server with both of its partitions. */
export const MINIMAX_H3: Model = {
  mixed: true,
  async judge(request, extra) {
    const { files } = request
    if (files.length > 12) return refuse('MiniMax H3 accepts at most 12 total references.')
    for (const file of files) {
      const kind = kindOf(file)
      const ending = extname(file.filename)
      if (file.bytes.length > LARGEST[kind]) return refuse('Uploaded reference exceeds the size limit.')
      if (!ENDINGS[kind].test(ending)) return refuse(`MiniMax H3 reference ${kind} must not be a ${ending} file.`)
    }
    const byKind = Object.groupBy(files, kindOf)
    const all = { image: byKind.image ?? [], video: byKind.video ?? [], audio: byKind.audio ?? [] }
    return (
      taskFault(String(extra['task']), all, extra) ??
      shapeFault(request, extra) ??
      loraFault(request, extra) ??
      (await fileFault(all)) ?? { made: madeOf(request) }
    )
  },
}

function madeOf(request: Request) {
  const [width = 0, height = 0] = sizeOf(request)
  let frames = Number(request.fields['num_frames'])
  while (frames % 17 !== 5) frames++
  return { frames, fps: 24, width: width - (width % 32), height: height - (height % 32), sound: true }
}

function taskFault(task: string, { image, video, audio }: Files, extra: Extra): Verdict | null {
  const [images, videos, sounds] = [image.length, video.length, audio.length]
  if (task === 't2va') return images + videos + sounds > 0 ? fail('t2va does not accept conditions') : null
  if (task === 'ref2va') {
    if (images + videos === 0) return fail('ref2va requires at least one image or video reference')
    const many = images > MOST.image || videos > MOST.video || sounds > MOST.audio
    return many ? fail('ref2va accepts at most 9 image, 3 video and 3 standalone audio references') : null
  }
  if (task !== 'fl2va') return fail(`unsupported MiniMax H3 task '${task}'`)
  if (images === 0 || videos + sounds > 0) return fail('fl2va requires image conditions only')
  if (images > 2) return fail('fl2va accepts at most first and last images')
  const indices = JSON.stringify(extra['frame_indices'] ?? (images === 1 ? [0] : [0, -1]))
  const known = images === 1 ? ['[0]', '[-1]'] : ['[0,-1]']
  return known.includes(indices) ? null : fail('MiniMax H3 FL2VA frame_indices must be [0], [-1], or [0, -1]')
}

function shapeFault({ fields }: Request, extra: Extra): Verdict | null {
  if (Number(fields['fps']) !== 24) return fail('MiniMax H3 output fps is fixed at 24')
  const seconds = Number(fields['num_frames']) / 24
  if (!(seconds >= 4 && seconds <= 15)) return fail('MiniMax H3 output duration must be in [4, 15] seconds')
  const ratio = extra['aspect_ratio'] ?? fields['aspect_ratio']
  if (ratio === undefined && extra['task'] === 't2va') return fail('t2va requires an explicit aspect_ratio')
  if (ratio !== undefined && !RATIOS.includes(String(ratio))) return fail('MiniMax H3 aspect_ratio is not supported')
  return null
}

/**
 * The name of a Turbo file has its tasks, its steps and, for 768p, its shorter flow shift. A request counts the points of the
 * schedule, one more than steps.
 */
function loraFault({ fields }: Request, extra: Extra): Verdict | null {
  if (fields['lora'] === undefined) return null
  const name = String(jsonOf(fields['lora'])?.['path']).split('/').pop() ?? ''
  const [, family, steps, small] =
    /^minimax_h3_(fl2v|ref2v)_turbo_(\d+)step_v\d+\.\d+(_768p)?(?:_bf16)?\.safetensors$/.exec(name) ?? []
  if (family === undefined) return fail(`${name} is not a LoRA of MiniMax H3`)
  if (family === 'ref2v') return fail(`${name} is a Ref2VA Turbo artifact; start the server with --task-type ref2va`)
  if (extra['task'] === 'ref2va') return fail(`${name} does not serve ref2va`)
  const points = String(Number(steps) + 1)
  if (fields['num_inference_steps'] !== points) return fail(`${name} requires num_inference_steps=${points}`)
  const shift = small ? 6 : 12
  if (Number(fields['flow_shift'] ?? extra['flow_shift'] ?? 12) !== shift) {
    return fail(`${name} requires flow_shift=${shift}`)
  }
  return Number(extra['audio_flow_shift'] ?? 3) === 3 ? null : fail(`${name} requires audio_flow_shift=3`)
}

async function fileFault({ image, video, audio }: Files): Promise<Verdict | null> {
  for (const { bytes } of image) {
    const { width, height } = await sharp(bytes).metadata()
    const fault = sizeFault('image', width, height)
    if (fault) return fault
  }
  const clips = await Promise.all(video.map(probe))
  const sounds = await Promise.all(audio.map(probe))
  for (const { width, height, fps, codec, soundCodec } of clips) {
    const fault = sizeFault('video', width, height)
    if (fault) return fault
    if (!(fps >= 23.976 && fps <= 60)) return fail(`reference video FPS must be in [23.976, 60], got ${fps}`)
    if (codec !== 'avc' && codec !== 'hevc') return fail(`reference video must use H.264 or H.265 video, got ${codec}`)
    if (soundCodec && !/^(aac|mp3)$/.test(soundCodec)) return fail('reference video must use AAC or MP3 audio')
  }
  const bad = sounds.find(({ soundCodec }) => !/^(aac|mp3|pcm-.*)$/.test(soundCodec ?? ''))
  if (bad) return fail('reference audio must use MP3 or PCM audio')
  // Of a whole kind the sound may have exactly 15 seconds, a video 10 milliseconds more.
  return lengthFault('video', clips, 15.01) ?? lengthFault('audio', sounds, 15)
}

function sizeFault(kind: Kind, width: number, height: number): Verdict | null {
  const ratio = width / height
  if (!(ratio >= 0.4 && ratio <= 2.5)) return fail(`reference ${kind} aspect ratio must be in [0.4, 2.5]`)
  const sides = Math.min(width, height) >= 256 && Math.max(width, height) <= 5760
  return sides ? null : fail(`reference ${kind} dimensions must be in [256, 5760] pixels`)
}

function lengthFault(kind: Kind, probes: readonly Probe[], most: number): Verdict | null {
  if (probes.some(({ seconds }) => !(seconds >= 2 && seconds <= 15))) {
    return fail(`reference ${kind} duration must be in [2, 15] seconds`)
  }
  const whole = probes.reduce((sum, { seconds }) => sum + seconds, 0)
  return whole > most ? fail(`reference ${kind} must be at most 15 seconds in total`) : null
}

type Probe = Awaited<ReturnType<typeof probe>>

/** As FFmpeg describes a file: the stored picture, without its rotation. */
export async function probe({ bytes }: SentFile) {
  using input = new Input({ source: new BufferSource(bytes), formats: ALL_FORMATS })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const stats = await video?.computePacketStats()
  return {
    width: (await video?.getCodedWidth()) ?? 0,
    height: (await video?.getCodedHeight()) ?? 0,
    fps: stats?.averagePacketRate ?? 0,
    codec: (await video?.getCodec()) ?? null,
    soundCodec: (await audio?.getCodec()) ?? null,
    seconds: (await (video ?? audio)?.computeDuration()) ?? 0,
  }
}
