import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import {
  EncodedAudioPacketSource,
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  MP4,
  Mp4OutputFormat,
  Output,
} from 'mediabunny'
import { SAMPLE_RATE, SAMPLES_PER_PICTURE } from '../../workers/engine/procedural/codec/codec.ts'
import { quietCodec } from '../support/codec.ts'
import { onLaneEnd } from '../support/lane.ts'

const folders: string[] = []
onLaneEnd(() => Promise.all(folders.map((folder) => rm(folder, { recursive: true, force: true }))))

/** What a stand-in of a model server makes. */
export interface Made {
  readonly frames: number
  readonly fps: number
  readonly width: number
  readonly height: number
  readonly sound: boolean
}

const clips = new Map<string, Promise<string>>()

/** A video of exactly this kind: one encoded picture, repeated; silence as sound. Made once for each kind. */
export function madeClip(made: Made): Promise<string> {
  const key = JSON.stringify(made)
  const clip = clips.get(key) ?? write(made)
  clips.set(key, clip)
  return clip
}

async function write({ frames, fps, width, height, sound }: Made): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-made-'))
  folders.push(folder)
  const [one, many] = [join(folder, 'one.mp4'), join(folder, 'many.mp4')]
  await encodeOne(one, width, height)
  using input = new Input({ source: new FilePathSource(one), formats: [MP4] })
  const [video, audio] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  const picture = video && (await new EncodedPacketSink(video).getFirstPacket())
  const silence = audio && (await new EncodedPacketSink(audio).getFirstPacket())
  const [videoConfig, audioConfig] = [await video?.getDecoderConfig(), await audio?.getDecoderConfig()]
  if (!picture || !silence || !videoConfig || !audioConfig) throw new Error('the encoder wrote no picture or no sound')
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(many) })
  const pictures = new EncodedVideoPacketSource('avc')
  const sounds = new EncodedAudioPacketSource('aac')
  output.addVideoTrack(pictures, { frameRate: fps })
  if (sound) output.addAudioTrack(sounds)
  await output.start()
  const whole = frames / fps
  for (let i = 0; i < frames; i++) {
    await pictures.add(picture.clone({ timestamp: i / fps, duration: 1 / fps }), { decoderConfig: videoConfig })
  }
  const step = 1024 / SAMPLE_RATE
  for (let at = 0; sound && at < whole; at += step) {
    await sounds.add(silence.clone({ timestamp: at, duration: step }), { decoderConfig: audioConfig })
  }
  await output.finalize()
  return many
}

/** A gradient, so that the file shows a picture. */
async function encodeOne(path: string, width: number, height: number): Promise<void> {
  const encoder = await (await quietCodec()).openEncoder({
    path,
    width,
    height,
    frames: 1,
    preset: 'ultrafast',
    sound: () => new Float32Array(2 * SAMPLES_PER_PICTURE),
  })
  const picture = Buffer.alloc((width * height * 3) / 2, 128)
  for (let y = 0; y < height; y++) picture.fill(32 + Math.round((y * 190) / height), y * width, (y + 1) * width)
  await encoder.write(picture)
  await encoder.finish()
}
