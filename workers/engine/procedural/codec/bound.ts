import { AV_PIX_FMT_YUV420P, AVMEDIA_TYPE_AUDIO, AVMEDIA_TYPE_VIDEO, SWS_LANCZOS } from 'node-av/constants'
import { Frame, Packet, SoftwareScaleContext, type Stream } from 'node-av/lib'
import { rgbOf } from '../pixels/colour.ts'
import { decodeAudio, decodeVideo } from './bound-decode.ts'
import { openBoundEncoder, openVideoTrack } from './bound-encoder.ts'
import { check, decodePictures, openInput, openOutput, writeHeader } from './bound-files.ts'
import type { Codec, Picture, UpscaleSettings } from './codec.ts'

/** FFmpeg inside the process (node-av). A native crash ends the process: run it in a child. */
export function boundCodec(): Codec {
  return { openEncoder: openBoundEncoder, remux, pictureAt, upscale, decodeVideo, decodeAudio }
}

async function remux(from: string, to: string, comment: string): Promise<void> {
  await using input = await openInput(from)
  await using output = await openOutput(to)
  const streams = input.streams.map((stream) => copyStream(stream, output.newStream(null)))
  await writeHeader(output, { comment }, true)
  using packet = new Packet()
  packet.alloc()
  while ((await input.readFrame(packet)) >= 0) {
    const from = input.streams[packet.streamIndex] as Stream
    const to = streams[packet.streamIndex] as Stream
    packet.rescaleTs(from.timeBase, to.timeBase)
    packet.pos = -1n
    check(await output.interleavedWriteFrame(packet), 'copy a packet')
  }
  check(await output.writeTrailer(), 'finish the file')
}

function copyStream(from: Stream, to: Stream): Stream {
  check(from.codecpar.copy(to.codecpar), 'copy a stream')
  to.codecpar.codecTag = 0
  to.timeBase = from.timeBase
  to.avgFrameRate = from.avgFrameRate
  return to
}

async function pictureAt(path: string, index: number): Promise<Picture> {
  await using input = await openInput(path)
  let number = 0
  for await (const frame of decodePictures(input)) {
    if (number++ < index) continue
    const { width, height } = frame
    return { width, height, rgb: rgbOf(frame.toBuffer(), width, height) }
  }
  throw new Error(`no picture ${index} in the video`)
}

function emptyFrame(width: number, height: number, format: Frame['format']): Frame {
  const frame = new Frame()
  frame.alloc()
  frame.width = width
  frame.height = height
  frame.format = format
  check(frame.getBuffer(), 'allocate a picture')
  return frame
}

async function upscale(from: string, to: string, settings: UpscaleSettings): Promise<void> {
  await using input = await openInput(from)
  await using sound = await openInput(from)
  await using output = await openOutput(to)
  const video = input.streams[input.findBestStream(AVMEDIA_TYPE_VIDEO)] as Stream
  const source = { width: video.codecpar.width, height: video.codecpar.height }
  const width = source.width * settings.factor
  const height = source.height * settings.factor
  const track = await openVideoTrack(output, { width, height, preset: settings.preset })
  const audio = sound.streams[sound.findBestStream(AVMEDIA_TYPE_AUDIO)]
  const audioOut = audio && copyStream(audio, output.newStream(null))
  await writeHeader(output, {}, false)
  using scaler = new SoftwareScaleContext()
  scaler.getContext(source.width, source.height, AV_PIX_FMT_YUV420P, width, height, AV_PIX_FMT_YUV420P, SWS_LANCZOS)
  using packet = new Packet()
  packet.alloc()
  let number = 0
  for await (const frame of decodePictures(input)) {
    using big = emptyFrame(width, height, AV_PIX_FMT_YUV420P)
    check(await scaler.scaleFrame(big, frame), 'scale a picture')
    big.pts = BigInt(number++)
    await track.send(big)
    // Sound is written at the same pace: otherwise the muxer would keep a whole video's frames in memory.
    for (let read = 0; audio && audioOut && read < 4; ) {
      if ((await sound.readFrame(packet)) < 0) break
      if (packet.streamIndex !== audio.index) continue
      packet.rescaleTs(audio.timeBase, audioOut.timeBase)
      packet.streamIndex = audioOut.index
      check(await output.interleavedWriteFrame(packet), 'copy the sound')
      read++
    }
    settings.onProgress(number / settings.frames)
  }
  await track.send(null)
  check(await output.writeTrailer(), 'finish the file')
}
