import { AVERROR_EAGAIN, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, Frame, Packet, type Stream } from 'node-av/lib'

export function check(code: number, what: string): number {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`)
  return code
}

export async function openInput(path: string): Promise<FormatContext> {
  const input = new FormatContext()
  check(await input.openInput(path), 'open the video')
  check(await input.findStreamInfo(), 'read the video')
  return input
}

export async function openOutput(path: string): Promise<FormatContext> {
  const output = new FormatContext()
  check(output.allocOutputContext2(null, 'mp4', path), 'choose mp4')
  check(await output.openOutput(), 'open the output')
  return output
}

/** @param early whether moov goes to the front, which rewrites the file once at the end */
export async function writeHeader(output: FormatContext, tags: Readonly<Record<string, string>>, early: boolean) {
  const metadata = new Dictionary()
  for (const [key, value] of Object.entries(tags)) metadata.set(key, value)
  if (Object.keys(tags).length > 0) output.metadata = metadata
  const options = new Dictionary()
  if (early) options.set('movflags', '+faststart')
  check(await output.writeHeader(options), 'write the header')
}

/** Every picture of the video in order. A frame is reused: it is only valid until the next one is asked for. */
export async function* decodePictures(input: FormatContext): AsyncGenerator<Frame> {
  const stream = input.streams[input.findBestStream(AVMEDIA_TYPE_VIDEO)]
  if (!stream) throw new Error('no video track to decode')
  for await (const frame of decodeStream(input, stream, (code) => check(code, 'decode'))) yield frame
}

/**
 * Frames of one stream in order, each valid until the next one is asked for.
 * @param onPacket told how the decoder took each packet; may throw
 */
export async function* decodeStream(
  input: FormatContext,
  stream: Stream,
  onPacket: (code: number) => void,
): AsyncGenerator<Frame> {
  const codec = Codec.findDecoder(stream.codecpar.codecId)
  if (!codec) throw new Error('no decoder for the track')
  using decoder = new CodecContext()
  decoder.allocContext3(codec)
  check(decoder.parametersToContext(stream.codecpar), 'set up the decoder')
  check(await decoder.open2(codec, null), 'open the decoder')
  using packet = new Packet()
  packet.alloc()
  using frame = new Frame()
  frame.alloc()
  for (let ended = false; !ended; ) {
    ended = (await input.readFrame(packet)) < 0
    if (!ended && packet.streamIndex !== stream.index) {
      packet.unref()
      continue
    }
    onPacket(await decoder.sendPacket(ended ? null : packet))
    packet.unref()
    for (;;) {
      const code = await decoder.receiveFrame(frame)
      if (code === AVERROR_EAGAIN || code < 0) break
      yield frame
    }
  }
}
