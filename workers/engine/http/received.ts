import { open } from 'node:fs/promises'
import {
  EncodedPacketSink,
  FilePathSource,
  Input,
  type InputAudioTrack,
  type InputVideoTrack,
  MP4,
  QTFF,
} from 'mediabunny'
import { openBytes } from '../../../src/media/bytes.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { readMovie } from '../../../src/media/movie.ts'
import { EngineFailure } from '../failure.ts'

/** A server's video, opened. */
export interface Received {
  readonly video: InputVideoTrack
  readonly sound: InputAudioTrack | null
  /** As displayed. */
  readonly size: Size
  /** Whether its frames can stay as they are coded: H.264 that players decode, upright, with square pixels. */
  readonly isPlain: boolean
  /** Times of the frames in display order, in seconds. */
  readonly times: readonly number[]
  /** Frames a second. */
  readonly rate: number
  /** Position in display order of each frame in decoding order. */
  readonly order: readonly number[]
}

/** Each sample becomes an object, so a table that claims millions would fill the worker's memory. */
const SAMPLES_MAX = 100_000

/** Checks that a downloaded file is a whole mp4. @throws EngineFailure */
export async function assertWhole(path: string): Promise<void> {
  const broken = await brokenness(path)
  if (broken) throw new EngineFailure(`the video ${broken}`, { retry: true })
  using file = openBytes(path)
  const movie = readMovie(file, false)
  if (movie && movie.samples <= SAMPLES_MAX) return
  throw new EngineFailure(`the video ${movie ? `has ${movie.samples} samples` : 'is damaged'}`, { retry: true })
}

/** Opens a file that `assertWhole` accepted, for a callback. @throws EngineFailure */
export async function withReceived<T>(path: string, use: (received: Received) => Promise<T>): Promise<T> {
  using input = new Input({ source: new FilePathSource(path), formats: [MP4, QTFF] })
  const received = await read(input).catch((error: unknown) => {
    if (error instanceof EngineFailure) throw error
    throw new EngineFailure(`the video cannot be read: ${String(error)}`, { retry: true, cause: error })
  })
  return await use(received)
}

async function read(input: Input): Promise<Received> {
  const [video, sound] = [await input.getPrimaryVideoTrack(), await input.getPrimaryAudioTrack()]
  if (!video) throw new EngineFailure('the video is sound only', { retry: false })
  const decoded: number[] = []
  const packets = new EncodedPacketSink(video).packets(undefined, undefined, { metadataOnly: true })
  for await (const { timestamp } of packets) decoded.push(timestamp)
  const times = decoded.toSorted((a, b) => a - b)
  const numbers = new Map(times.map((time, number) => [time, number]))
  const order = decoded.map((time) => numbers.get(time) as number)
  const rate = (await video.computePacketStats()).averagePacketRate
  const size = { width: await video.getDisplayWidth(), height: await video.getDisplayHeight() }
  return { video, sound, size, isPlain: await isPlain(video, size), times, rate, order }
}

/** Profiles of H.264 with 4:2:0 and 8 bits: Baseline, Main and High. */
const PLAYED = /^avc1\.(42|4d|64)/i

async function isPlain(video: InputVideoTrack, { width, height }: Size): Promise<boolean> {
  const isUpright = (await video.getRotation()) === 0
  const isSquare = (await video.getCodedWidth()) === width && (await video.getCodedHeight()) === height
  return isUpright && isSquare && PLAYED.test((await video.getCodecParameterString()) ?? '')
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
