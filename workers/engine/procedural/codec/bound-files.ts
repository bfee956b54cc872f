import { AVERROR_EAGAIN, AVMEDIA_TYPE_VIDEO } from 'node-av/constants'
import { Codec, CodecContext, Dictionary, FFmpegError, FormatContext, Frame, Packet, type Stream } from 'node-av/lib'
import { type Allowed, DECODING, MADE } from './source.ts'

export function check(code: number, what: string): number {
  if (code < 0) throw new Error(`could not ${what}: ${new FFmpegError(code).message}`)
  return code
}

/** All files that FFmpeg reads are opened here, with limits on formats and codecs. */
export async function openFile(path: string, allowed: Allowed): Promise<FormatContext> {
  const input = new FormatContext()
  try {
    check(await input.openInput(path, null, dictionaryOf(allowed)), 'open the file')
    return input
  } catch (error) {
    await input.closeInput()
    throw error
  }
}

/** A video that an engine made. FFmpeg decodes a part of it to find values that the container lacks. */
export async function openInput(path: string): Promise<FormatContext> {
  const input = await openFile(path, MADE)
  try {
    check(await input.findStreamInfo(), 'read the file')
    return input
  } catch (error) {
    await input.closeInput()
    throw error
  }
}

function dictionaryOf(values: Readonly<Record<string, string>>): Dictionary {
  const dictionary = new Dictionary()
  for (const [key, value] of Object.entries(values)) dictionary.set(key, value)
  return dictionary
}

export async function openOutput(path: string): Promise<FormatContext> {
  const output = new FormatContext()
  check(output.allocOutputContext2(null, 'mp4', path), 'choose mp4')
  check(await output.openOutput(), 'open the output')
  return output
}

/** @param early whether moov moves to the front, which rewrites the file once at the end */
export async function writeHeader(output: FormatContext, tags: Readonly<Record<string, string>>, early: boolean) {
  if (Object.keys(tags).length > 0) output.metadata = dictionaryOf(tags)
  const options: Readonly<Record<string, string>> = early ? { movflags: '+faststart' } : {}
  check(await output.writeHeader(dictionaryOf(options)), 'write the header')
}

/** All frames of the video in order. The buffer is reused: a frame is valid until the next one is requested. */
export async function* decodePictures(input: FormatContext): AsyncGenerator<Frame> {
  const stream = input.streams[input.findBestStream(AVMEDIA_TYPE_VIDEO)]
  if (!stream) throw new Error('no video track to decode')
  for await (const frame of decodeStream(input, stream, (code) => check(code, 'decode'))) yield frame
}

/**
 * Frames of one stream in order. Each is valid until the next one is requested.
 * @param onPacket called with the decoder's result for each packet; may throw
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
  check(await decoder.open2(codec, dictionaryOf(DECODING)), 'open the decoder')
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
