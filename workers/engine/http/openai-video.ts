import { CANVASES } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { Material, TaskInput } from '../engine.ts'
import type { OpenaiVideoSettings, Parameters } from '../settings.ts'
import type { Order, VideoApi, VideoState } from './api.ts'
import { errorIn, type Json, ServerFault } from './call.ts'
import { type Form, formOf } from './form.ts'

/** Names of the model's tasks for vLLM-Omni's `extra_params`; models with one task ignore them. */
const TASKS = { text_to_video: 't2va', image_to_video: 'fl2va', reference_to_video: 'ref2va' } as const

const ID = /^[\w.:-]{1,200}$/

/**
 * OpenAI's Videos API as vLLM-Omni and SGLang serve it: a multipart form with an exact number of frames (`num_frames`, `fps`)
 * besides OpenAI's own fields.
 */
export function openaiVideo(config: OpenaiVideoSettings): VideoApi {
  const path = (id: string) => `/v1/videos/${encodeURIComponent(id)}`
  return {
    server: config,
    keeps: true,
    problemOf(material) {
      const many = material.endImage !== null || material.references.length > 0
      return many && config.dialect === 'sglang' ? 'SGLang accepts only one start image' : null
    },
    async order(order) {
      return { call: { method: 'POST', path: '/v1/videos', form: requestOf(config, order) }, id: null }
    },
    idOf(answer) {
      const { id } = answer
      if (typeof id === 'string' && ID.test(id)) return id
      throw new ServerFault(
        'garbled',
        `the server returned no id for the video: ${JSON.stringify(answer).slice(0, 500)}`,
      )
    },
    statePath: path,
    videoPath: path,
    contentPath: (id) => `${path(id)}/content`,
    stateOf,
  }
}

function stateOf(answer: Json): VideoState {
  const { status, progress } = answer
  switch (status) {
    case 'queued':
    case 'in_progress':
      return { is: 'running', fraction: typeof progress === 'number' ? Math.min(1, progress / 100) : null }
    case 'completed':
      return { is: 'done' }
    case 'failed': {
      const { code, words } = errorIn(answer) ?? { code: '', words: 'no message' }
      const blamesRequest = /\b4(?!08|25|29)\d\d\b|invalid|bad_?request|unprocessable/i.test(code)
      return { is: 'failed', complaint: { code, words, blamesRequest } }
    }
    case 'cancelled':
    case 'deleted':
      return { is: 'gone' }
    default:
      throw new ServerFault('garbled', `the server says that the video is ${JSON.stringify(status)?.slice(0, 100)}`)
  }
}

function requestOf(config: OpenaiVideoSettings, { task, material, accelerated }: Order): Form {
  const more = accelerated ? config.acceleratedParameters : null
  const fields = merge(fieldsOf(config, task, material), config.parameters, more ?? {}, ownFieldsOf(task))
  const texts = Object.entries(fields)
    .filter(([, value]) => value !== null)
    .map(([name, value]) => [name, typeof value === 'object' ? JSON.stringify(value) : String(value)])
  const { inputImage, endImage, references } = material
  const images = [inputImage, endImage].filter((file) => file !== null)
  // A single start image has OpenAI's own field name; several files need the other one, which counts them by kind.
  const field = endImage === null && references.length === 0 ? 'input_reference' : 'input_references'
  const files = images.length > 0 ? images : references
  return formOf(
    Object.fromEntries(texts),
    files.map((file) => ({ field, file })),
  )
}

function fieldsOf(
  { model, dialect }: OpenaiVideoSettings,
  task: TaskInput,
  { inputImage, endImage }: Material,
): Parameters {
  if (dialect === 'sglang') return { model }
  const frames = endImage && { frame_indices: inputImage ? [0, -1] : [-1] }
  return {
    model,
    generate_sound: task.audio,
    aspect_ratio: ratioOf(task),
    extra_params: { task: TASKS[task.mode], ...frames },
  }
}

/** Promised to callers: no parameter changes it. */
function ownFieldsOf(task: TaskInput): Parameters {
  return {
    prompt: task.prompt,
    size: `${task.width}x${task.height}`,
    num_frames: task.frames,
    fps: FPS,
    seed: task.seed,
    negative_prompt: task.negativePrompt,
  }
}

function ratioOf({ width, height }: TaskInput): string | null {
  const found = Object.entries(CANVASES).find(([, canvas]) => canvas.width === width && canvas.height === height)
  return found?.[0] ?? null
}

/** Later values win, also inside `extra_params`. */
function merge(...all: readonly Parameters[]): Parameters {
  const extra = Object.assign({}, ...all.map((each) => each['extra_params']))
  const merged = Object.assign({}, ...all) as Record<string, unknown>
  return Object.keys(extra).length > 0 ? { ...merged, extra_params: extra } : merged
}
