import { EVERYTHING } from '../../../src/engine-limits.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { ServerProfile } from '../http/api.ts'
import { lightx2v } from './api.ts'

export const LIGHTX2V: readonly ServerProfile[] = [
  {
    name: 'lightx2v/minimax-h3',
    engine: 'lightx2v',
    limits: EVERYTHING,
    making: ({ frames, width, height }) => ({ frames, fps: FPS, width, height }),
    open: lightx2v,
  },
]
