import { join as pathOf } from 'node:path'
import { FPS } from '../../../src/media/frames.ts'
import type { Made, TaskInput } from '../engine.ts'
import { EngineFailure } from '../failure.ts'
import { join } from '../procedural/codec/join.ts'
import type { ConformJob } from '../procedural/jobs.ts'
import type { Making } from './api.ts'
import { type Received, withReceived } from './received.ts'

/** Tolerance of 24 frames a second: encoders write 24 and 23.976 slightly off. */
const NEAR = 0.05
/** How many frames a server's grid may add or leave out. */
const GRID = FPS
/** A side may differ from the requested one by this factor: servers align sizes to multiples. */
const ALIGNED = 1.25
/** Sound may end later than the frames by this many seconds: a packet of sound lasts as long as half a frame. */
const LATE = 0.05

export interface Conforming {
  readonly task: Pick<TaskInput, 'frames' | 'width' | 'height' | 'audio'>
  /** What the server was asked for. */
  readonly making: Making
  /** Whether the last frame is the caller's end image: a surplus then leaves out frames throughout, not the last ones. */
  readonly endsOnImage: boolean
}

/** Encodes in a separate process. */
export type Recode = (work: Omit<ConformJob, 'kind' | 'preset' | 'ffmpegPath'>) => Promise<unknown>

export interface Conformed {
  /** The file for the next steps. */
  readonly path: string
  /** What the server made. */
  readonly made: Made
}

/**
 * Gives a server's video the task's number of frames at 24 a second without a change of speed, its canvas, and sound of that
 * length or none. Encodes only frames that must change; sound is copied.
 * @throws EngineFailure if the video is not what the server was asked for
 */
export function conform(path: string, folder: string, wanted: Conforming, recode: Recode): Promise<Conformed> {
  return withReceived(path, async (received) => {
    const { size, times, rate } = received
    const made = { ...size, frames: times.length, fps: rate, sound: received.sound !== null }
    return { path: await conformed(path, folder, received, wanted, recode), made }
  })
}

async function conformed(
  path: string,
  folder: string,
  received: Received,
  wanted: Conforming,
  recode: Recode,
): Promise<string> {
  const { frames, audio } = wanted.task
  assertAsked(received, wanted)
  const sound = audio ? received.sound : null
  const [asCoded, end] = [staysCoded(received, wanted), frames / FPS + LATE]
  const isSoundRight = sound ? (await sound.computeDuration()) <= end : received.sound === null
  if (asCoded && received.times.length === frames && isSoundRight) return path
  if (asCoded) return join(received.video, sound, pathOf(folder, 'conformed.mp4'), frames)
  const { width, height } = wanted.task
  const output = pathOf(folder, 'pictures.mp4')
  await recode({ video: path, output, width, height, frames, stretch: stretchOf(received, wanted) })
  if (!sound) return output
  return withReceived(output, ({ video }) => join(video, sound, pathOf(folder, 'conformed.mp4'), frames))
}

/** Frames of the video at 24 a second. */
const available = ({ times, rate }: Received) => Math.round((times.length / rate) * FPS)

function assertAsked(received: Received, { task, making }: Conforming) {
  const { size, times, rate } = received
  const isNear = (made: number, asked: number) => made <= asked * ALIGNED && made * ALIGNED >= asked
  if (!isNear(size.width, making.width) || !isNear(size.height, making.height)) {
    const [made, asked] = [size, making].map(({ width, height }) => `${width}x${height}`)
    throw new EngineFailure(`the video is ${made}, but ${asked} was requested`, { retry: false })
  }
  if (times.length > 0 && available(received) >= task.frames - GRID) return
  const made = `${times.length} frames at ${rate.toFixed(3)} a second`
  throw new EngineFailure(`the video has ${made}, which is too short for ${task.frames} at ${FPS}`, { retry: true })
}

/** Whether the first frames can be copied as they are coded. */
function staysCoded(received: Received, { task, endsOnImage }: Conforming): boolean {
  const { isPlain, rate, size, times, order } = received
  if (!isPlain || size.width !== task.width || size.height !== task.height || Math.abs(rate - FPS) > NEAR) return false
  if (times.length === task.frames) return true
  // A frame refers only to frames that are decoded before it. So these decode without the others.
  return !endsOnImage && times.length > task.frames && order.slice(0, task.frames).every((n) => n < task.frames)
}

function stretchOf(received: Received, { task, endsOnImage }: Conforming): number {
  const surplus = available(received) - task.frames
  if (!endsOnImage || surplus <= 0 || surplus > GRID) return 1
  const { times } = received
  return (task.frames - 1) / FPS / ((times.at(-1) ?? 0) - (times[0] ?? 0))
}
