import { basename } from 'node:path'
import { type EngineLimits, MODES, type Mode } from '../../../src/engine-limits.ts'
import { nearestCanvas } from '../../../src/media/canvas.ts'
import type { Order, ServerProfile } from '../http/api.ts'
import { countingSoundtracks, makingOn } from '../http/making.ts'
import type { Parameters } from '../settings.ts'
import { vllmOmni } from './api.ts'

const TASKS = { text_to_video: 't2va', image_to_video: 'fl2va', reference_to_video: 'ref2va' } as const

/** 15 seconds. The server refuses more before it rounds up to its grid, where 15 seconds have 362 frames. */
const MOST_FRAMES = 360

const DURATIONS = { minMs: 4000, maxMs: 15_000, sound: true } as const
const PICTURE = { minSide: 256, minRatio: 0.4, maxRatio: 2.5 } as const

const LIMITS: EngineLimits = {
  modes: {
    text_to_video: DURATIONS,
    image_to_video: DURATIONS,
    reference_to_video: {
      ...DURATIONS,
      references: {
        max: 12,
        audioOnly: false,
        image: { max: 9, ...PICTURE },
        video: { max: 3, minMs: 2000, ...PICTURE },
        audio: { max: 3, minMs: 2000 },
      },
    },
  },
  progress: false,
}

/** The modes of a LoRA: the server reads its task family from the name of its file and refuses other tasks. */
const FAMILIES: readonly (readonly [name: RegExp, modes: readonly Mode[]])[] = [
  [/^minimax_h3_fl2v_/, ['text_to_video', 'image_to_video']],
  [/^minimax_h3_ref2v_/, ['reference_to_video']],
  [/^minimax_h3_t2va_/, ['text_to_video']],
]

function accelerates(mode: Mode, parameters: Parameters): boolean {
  const lora = (parameters['lora'] ?? {}) as Parameters
  const path = lora['path'] ?? lora['local_path'] ?? lora['lora_path'] ?? lora['lora_local_path'] ?? ''
  const family = FAMILIES.find(([name]) => name.test(basename(String(path))))
  return (family?.[1] ?? MODES).includes(mode)
}

function ownFields({ task, making, material }: Order): Parameters {
  const { inputImage, endImage } = material
  const frames = endImage && { frame_indices: inputImage ? [0, -1] : [-1] }
  return {
    prompt: countingSoundtracks(task.prompt, material.references),
    num_frames: Math.min(making.frames, MOST_FRAMES),
    extra_params: { task: TASKS[task.mode], aspect_ratio: nearestCanvas(task), ...frames },
  }
}

/** The model is distilled without negative prompts and always makes sound. */
export const MINIMAX_H3: ServerProfile = {
  name: 'vllm-omni/minimax-h3',
  engine: 'openai-video',
  limits: LIMITS,
  making: makingOn({ fps: 24, step: 17, offset: 5, multiple: 32 }),
  open: vllmOmni(ownFields),
  plainMedia: true,
  accelerates,
}
