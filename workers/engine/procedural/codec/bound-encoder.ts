import {
  AV_CHANNEL_LAYOUT_STEREO,
  AV_CODEC_FLAG_GLOBAL_HEADER,
  AV_PIX_FMT_YUV420P,
  AV_SAMPLE_FMT_FLTP,
  AVCHROMA_LOC_LEFT,
  AVCOL_PRI_BT709,
  AVCOL_RANGE_MPEG,
  AVCOL_SPC_BT709,
  AVCOL_TRC_BT709,
  AVERROR_EAGAIN,
  AVERROR_EOF,
  FF_ENCODER_AAC,
  FF_ENCODER_LIBX264,
} from 'node-av/constants'
import { Codec, CodecContext, Dictionary, type FormatContext, Frame, Packet, Rational, type Stream } from 'node-av/lib'
import { FPS } from '../../../../src/media/frames.ts'
import { check, openOutput, writeHeader } from './bound-files.ts'
import {
  CRF,
  type Encoder,
  type EncoderSettings,
  KEY_INTERVAL,
  SAMPLE_RATE,
  SAMPLES_PER_PICTURE,
  X264_PARAMS,
} from './codec.ts'

/** Samples in a packet of AAC. */
const AAC_FRAME = 1024

/** One encoder with its stream; `send(null)` flushes. */
interface Track {
  send(frame: Frame | null): Promise<void>
}

export async function openBoundEncoder(settings: EncoderSettings): Promise<Encoder> {
  const output = await openOutput(settings.path)
  const video = await openVideoTrack(output, settings)
  const audio = settings.sound && (await openAudioTrack(output))
  await writeHeader(output, {}, false)
  const sound = audio && newRepacker(audio)
  const { width, height } = settings
  let number = 0n
  return {
    async write(picture) {
      using frame = Frame.fromVideoBuffer(Buffer.from(picture.buffer, picture.byteOffset, picture.byteLength), {
        width,
        height,
        format: AV_PIX_FMT_YUV420P,
        timeBase: { num: 1, den: FPS },
        pts: number++,
      })
      await video.send(frame)
      if (sound && settings.sound) await sound.add(settings.sound())
    },
    async finish() {
      await video.send(null)
      await sound?.end()
      await audio?.send(null)
      check(await output.writeTrailer(), 'finish the file')
      await output.closeOutput()
    },
  }
}

export async function openVideoTrack(
  output: FormatContext,
  settings: Pick<EncoderSettings, 'width' | 'height' | 'preset' | 'crf'>,
): Promise<Track> {
  const codec = Codec.findEncoderByName(FF_ENCODER_LIBX264)
  if (!codec) throw new Error('this FFmpeg has no libx264')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.width = settings.width
  context.height = settings.height
  context.pixelFormat = AV_PIX_FMT_YUV420P
  context.timeBase = new Rational(1, FPS)
  context.framerate = new Rational(FPS, 1)
  context.sampleAspectRatio = new Rational(1, 1)
  context.gopSize = KEY_INTERVAL
  context.colorRange = AVCOL_RANGE_MPEG
  context.colorPrimaries = AVCOL_PRI_BT709
  context.colorTrc = AVCOL_TRC_BT709
  context.colorSpace = AVCOL_SPC_BT709
  context.chromaLocation = AVCHROMA_LOC_LEFT
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  const options = new Dictionary()
  options.set('preset', settings.preset)
  options.set('crf', String(settings.crf ?? CRF))
  options.set('profile', 'high')
  options.set('x264-params', X264_PARAMS)
  check(await context.open2(codec, options), 'open the video encoder')
  return trackOf(output, context)
}

async function openAudioTrack(output: FormatContext): Promise<Track> {
  const codec = Codec.findEncoderByName(FF_ENCODER_AAC)
  if (!codec) throw new Error('this FFmpeg has no AAC encoder')
  const context = new CodecContext()
  context.allocContext3(codec)
  context.sampleRate = SAMPLE_RATE
  context.sampleFormat = AV_SAMPLE_FMT_FLTP
  context.channelLayout = AV_CHANNEL_LAYOUT_STEREO
  context.timeBase = new Rational(1, SAMPLE_RATE)
  context.bitRate = 160000n
  context.setFlags(AV_CODEC_FLAG_GLOBAL_HEADER)
  check(await context.open2(codec, null), 'open the sound encoder')
  return trackOf(output, context)
}

function trackOf(output: FormatContext, context: CodecContext): Track {
  const stream: Stream = output.newStream(null)
  check(stream.codecpar.fromContext(context), 'describe a stream')
  stream.timeBase = context.timeBase
  if (context.framerate.num > 0) stream.avgFrameRate = context.framerate
  const packet = new Packet()
  packet.alloc()
  return {
    async send(frame) {
      check(await context.sendFrame(frame), 'encode')
      for (;;) {
        const code = await context.receivePacket(packet)
        if (code === AVERROR_EAGAIN || code === AVERROR_EOF) return
        check(code, 'encode')
        packet.streamIndex = stream.index
        packet.rescaleTs(context.timeBase, stream.timeBase)
        check(await output.interleavedWriteFrame(packet), 'write a packet')
      }
    },
  }
}

/** Cuts samples into AAC frames; the last one may be short. */
function newRepacker(track: Track) {
  const held = new Float32Array((AAC_FRAME + SAMPLES_PER_PICTURE) * 2)
  const room = AAC_FRAME + SAMPLES_PER_PICTURE
  let count = 0
  let sent = 0
  const emit = async (samples: number) => {
    const planar = new Float32Array(samples * 2)
    planar.set(held.subarray(0, samples), 0)
    planar.set(held.subarray(room, room + samples), samples)
    held.copyWithin(0, samples, count)
    held.copyWithin(room, room + samples, room + count)
    count -= samples
    using frame = Frame.fromAudioBuffer(Buffer.from(planar.buffer), {
      nbSamples: samples,
      format: AV_SAMPLE_FMT_FLTP,
      sampleRate: SAMPLE_RATE,
      channelLayout: AV_CHANNEL_LAYOUT_STEREO,
      timeBase: { num: 1, den: SAMPLE_RATE },
      pts: BigInt(sent),
    })
    sent += samples
    await track.send(frame)
  }
  return {
    async add(samples: Float32Array) {
      held.set(samples.subarray(0, SAMPLES_PER_PICTURE), count)
      held.set(samples.subarray(SAMPLES_PER_PICTURE), room + count)
      count += SAMPLES_PER_PICTURE
      while (count >= AAC_FRAME) await emit(AAC_FRAME)
    },
    async end() {
      if (count > 0) await emit(count)
    },
  }
}
