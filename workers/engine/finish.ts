import { open } from 'node:fs/promises'
import { join } from 'node:path'
import {
  EncodedPacketSink,
  EncodedVideoPacketSource,
  FilePathSource,
  FilePathTarget,
  Input,
  type InputVideoTrack,
  MP4,
  Mp4OutputFormat,
  Output,
  QTFF,
} from 'mediabunny'
import { openBytes } from '../../src/media/bytes.ts'
import { FPS } from '../../src/media/frames.ts'
import { readMovie } from '../../src/media/movie.ts'
import type { TaskInput } from './engine.ts'
import { EngineFailure } from './failure.ts'

/** Tolerance of 24 frames a second: encoders write 24 and 23.976 slightly off. */
const NEAR = 0.05

/**
 * Corrects another renderer's video as far as possible without loss: removes sound that was not requested, and retimes a silent
 * video with another frame rate to 24 frames a second. The number and size of frames are checked when the video is finished, as
 * for any engine.
 * @returns the file for the next steps. @throws EngineFailure
 */
export async function settleVideo(path: string, folder: string, { audio }: TaskInput): Promise<string> {
  const broken = await brokenness(path)
  if (broken) throw new EngineFailure(`the video ${broken}`, { retry: true })
  assertModest(path)
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  const { video, sound, rate } = await read(input).catch((error: unknown) => {
    throw new EngineFailure(`the video cannot be read: ${String(error)}`, { retry: true, cause: error })
  })
  const codec = video && (await video.getCodec())
  if (!video || codec !== 'avc') {
    throw new EngineFailure(`the video is ${video ? (codec ?? 'of an unknown codec') : 'sound only'}, not H.264`, {
      retry: false,
    })
  }
  const paced = Math.abs(rate - FPS) <= NEAR
  if (paced && (audio || !sound)) return path
  if (!paced && audio && sound) {
    throw new EngineFailure(`the video has ${rate.toFixed(3)} frames a second, and its sound has the same pace`, {
      retry: false,
    })
  }
  const settled = join(folder, 'settled.mp4')
  await writePictures(video, settled, paced ? null : FPS)
  return settled
}

/** Each sample becomes an object, so a table that claims millions would fill the worker's memory. */
const SAMPLES_MAX = 100_000

function assertModest(path: string) {
  using file = openBytes(path)
  const movie = readMovie(file, false)
  if (movie && movie.samples <= SAMPLES_MAX) return
  throw new EngineFailure(`the video ${movie ? `has ${movie.samples} samples` : 'is damaged'}`, { retry: true })
}

async function read(input: Input) {
  const video = await input.getPrimaryVideoTrack()
  const sound = (await input.getPrimaryAudioTrack()) !== null
  return { video, sound, rate: video ? (await video.computePacketStats()).averagePacketRate : 0 }
}

/** Copies the frames without sound, as they were coded. @param rate null: at their own times */
async function writePictures(track: InputVideoTrack, to: string, rate: number | null): Promise<void> {
  const decoderConfig = await track.getDecoderConfig()
  if (!decoderConfig) throw new EngineFailure('the video has no codec description', { retry: true })
  const output = new Output({ format: new Mp4OutputFormat({ fastStart: false }), target: new FilePathTarget(to) })
  const source = new EncodedVideoPacketSource('avc')
  output.addVideoTrack(source, { frameRate: FPS })
  await output.start()
  const shown = rate === null ? null : await orderOf(track)
  for await (const packet of new EncodedPacketSink(track).packets()) {
    const number = shown?.get(packet.timestamp)
    const times = number === undefined || rate === null ? {} : { timestamp: number / rate, duration: 1 / rate }
    await source.add(packet.clone(times), { decoderConfig })
  }
  await output.finalize()
}

/** Index of each frame in display order, by its time; frames are stored in decoding order. */
async function orderOf(track: InputVideoTrack): Promise<Map<number, number>> {
  const times: number[] = []
  for await (const { timestamp } of new EncodedPacketSink(track).packets(undefined, undefined, {
    metadataOnly: true,
  })) {
    times.push(timestamp)
  }
  return new Map(times.sort((a, b) => a - b).map((time, number) => [time, number]))
}

/** The error in an mp4's outermost boxes, such as a box beyond the end of a truncated file; null if there is none. */
async function brokenness(path: string): Promise<string | null> {
  const file = await open(path, 'r')
  try {
    const { size: end } = await file.stat()
    const header = Buffer.alloc(16)
    const types = new Set<string>()
    for (let at = 0; at < end; ) {
      const { bytesRead } = await file.read(header, 0, 16, at)
      const size = header.readUInt32BE(0)
      const length = size === 1 ? Number(header.readBigUInt64BE(8)) : size === 0 ? end - at : size
      if (types.size === 0 && header.toString('latin1', 4, 8) !== 'ftyp') return 'is no mp4'
      if (bytesRead < 8 || length < 8 || at + length > end) return 'is cut off'
      types.add(header.toString('latin1', 4, 8))
      at += length
    }
    return types.has('moov') && types.has('mdat') ? null : 'is not a complete mp4'
  } finally {
    await file.close()
  }
}
