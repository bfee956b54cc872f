import { EVERYTHING } from '../../../src/engine-limits.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { ServerProfile } from '../http/api.ts'
import { vllmOmni } from './api.ts'

export const VLLM_OMNI: readonly ServerProfile[] = [
  {
    name: 'vllm-omni/minimax-h3',
    engine: 'openai-video',
    limits: EVERYTHING,
    making: ({ frames, width, height }) => ({ frames, fps: FPS, width, height }),
    open: vllmOmni,
  },
]
