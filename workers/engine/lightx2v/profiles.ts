import type { Mode, ModeLimits } from '../../../src/engine-limits.ts'
import type { Size } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { TaskInput } from '../engine.ts'
import type { Making, ServerProfile } from '../http/api.ts'
import { framesOn, WAN } from '../http/making.ts'
import { lightx2v } from './api.ts'
import type { ServerTask } from './request.ts'

function profile(
  model: string,
  serverTask: ServerTask,
  [mode, limits]: readonly [Mode, ModeLimits],
  making: (task: TaskInput) => Making,
): ServerProfile {
  return {
    name: `lightx2v/${model}-${serverTask}`,
    engine: 'lightx2v',
    limits: { modes: { [mode]: limits }, contextIr: false, progress: false },
    making,
    open: (settings) => lightx2v(settings, serverTask),
    plainMedia: mode === 'reference_to_video',
  }
}

/** MiniMax H3 makes exactly our frames and canvases, always with sound. */
function h3(serverTask: ServerTask, mode: Mode, limits: ModeLimits = {}): ServerProfile {
  const own = { minMs: 5000, maxMs: 15_000, sound: true, ...limits }
  return profile('minimax-h3', serverTask, [mode, own], ({ frames, width, height }) => ({
    frames,
    fps: FPS,
    width,
    height,
  }))
}

const WAN_FPS = 16
/** Of the server's own configurations for 720p. */
const WAN_AREA = 1280 * 720
/** Sides are multiples of this. */
const WAN_SIDE = 16

/** Wan 2.2 (A14B) makes 4k+1 silent frames at 16 a second. */
function wan(
  serverTask: ServerTask,
  mode: Mode,
  sizeOf: (canvas: Size) => Size,
  limits: ModeLimits = {},
): ServerProfile {
  return profile('wan-2.2', serverTask, [mode, { sound: false, ...limits }], (task) => ({
    frames: framesOn({ fps: WAN_FPS, ...WAN }, task),
    fps: WAN_FPS,
    ...sizeOf(task),
  }))
}

/** Multiples of 32, like all canvases. */
const canvasOf = ({ width, height }: Size): Size => ({ width, height })

/** The server chooses the size itself: the area of its configuration, in the ratio of the image. */
function sizeOfImage({ width, height }: Size): Size {
  const side = (ratio: number) => WAN_SIDE * Math.floor(Math.sqrt(WAN_AREA * ratio) / WAN_SIDE)
  return { width: side(width / height), height: side(height / width) }
}

const RATIOS = { minRatio: 1 / 4, maxRatio: 4 }

/** One for each `--task` of a server (docs/engines/lightx2v.md). */
export const LIGHTX2V: readonly ServerProfile[] = [
  h3('t2av', 'text_to_video'),
  h3('i2av', 'image_to_video', { ends: ['start'] }),
  h3('l2av', 'image_to_video', { ends: ['end'] }),
  h3('fl2av', 'image_to_video', { ends: ['both'] }),
  h3('ref2av', 'reference_to_video', {
    references: {
      max: 12,
      audioOnly: false,
      maxSounds: 3,
      image: { max: 9, ...RATIOS },
      video: { max: 3, ...RATIOS },
      audio: { max: 3 },
    },
  }),
  wan('t2v', 'text_to_video', canvasOf),
  wan('i2v', 'image_to_video', sizeOfImage, { ends: ['start'] }),
  wan('flf2v', 'image_to_video', sizeOfImage, { ends: ['both'] }),
]
