import { openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import type { OpenaiVideoConfig, Parameters } from '../../../src/lib/engine-settings.ts'
import { CANVASES } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import type { Material, MaterialFile, TaskInput } from '../engine.ts'
import type { Order, VideoApi, VideoState } from './api.ts'
import { errorIn, type Json, ServerFault } from './call.ts'

/** Names of the model's tasks, which vLLM-Omni takes in `extra_params`; models with one task ignore them. */
const TASKS = { text_to_video: 't2va', image_to_video: 'fl2va', reference_to_video: 'ref2va' } as const

const ID = /^[\w.:-]{1,200}$/

/**
 * OpenAI's Videos API as vLLM-Omni and SGLang serve it: a multipart form with exact pictures (`num_frames`, `fps`) beside
 * OpenAI's own fields.
 */
export function openaiVideo(config: OpenaiVideoConfig): VideoApi {
  const path = (id: string) => `/v1/videos/${encodeURIComponent(id)}`
  return {
    server: config,
    keeps: true,
    problemOf(material) {
      const many = material.endImage !== null || material.references.length > 0
      return many && config.dialect === 'sglang' ? 'SGLang takes one start image and nothing else' : null
    },
    async order(order) {
      return { call: { method: 'POST', path: '/v1/videos', body: await formOf(config, order) }, id: null }
    },
    idOf(answer) {
      const { id } = answer
      if (typeof id === 'string' && ID.test(id)) return id
      throw new ServerFault('garbled', `the server gave the video no id: ${JSON.stringify(answer).slice(0, 500)}`)
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
      const blamesRequest = /\b4\d\d\b|invalid|bad_?request|unprocessable/i.test(code)
      return { is: 'failed', complaint: { code, words, blamesRequest } }
    }
    case 'cancelled':
    case 'deleted':
      return { is: 'gone' }
    default:
      throw new ServerFault('garbled', `the server says that the video is ${JSON.stringify(status)?.slice(0, 100)}`)
  }
}

async function formOf(config: OpenaiVideoConfig, { task, material, accelerated }: Order): Promise<FormData> {
  const form = new FormData()
  const more = accelerated ? config.acceleratedParameters : null
  for (const [name, value] of Object.entries(merge(fieldsOf(config, task, material), config.parameters, more ?? {}))) {
    if (value !== null) form.append(name, typeof value === 'object' ? JSON.stringify(value) : String(value))
  }
  const { inputImage, endImage, references } = material
  const images = [inputImage, endImage].filter((file) => file !== null)
  // A start image alone goes by OpenAI's own name; several files need the other one, which counts them by kind.
  const files = images.length > 0 ? images : references
  const name = endImage === null && references.length === 0 ? 'input_reference' : 'input_references'
  for (const file of files) form.append(name, await blobOf(file), basename(file.path))
  return form
}

/** Read while it is sent, never whole. */
function blobOf({ path, contentType }: MaterialFile): Promise<Blob> {
  return openAsBlob(path, { type: contentType })
}

function fieldsOf(
  { model, dialect }: OpenaiVideoConfig,
  task: TaskInput,
  { inputImage, endImage }: Material,
): Parameters {
  const plain = {
    prompt: task.prompt,
    model,
    size: `${task.width}x${task.height}`,
    num_frames: task.frames,
    fps: FPS,
    seed: task.seed,
    negative_prompt: task.negativePrompt,
  }
  if (dialect === 'sglang') return plain
  const frames = endImage && { frame_indices: inputImage ? [0, -1] : [-1] }
  return {
    ...plain,
    generate_sound: task.audio,
    aspect_ratio: ratioOf(task),
    extra_params: { task: TASKS[task.mode], ...frames },
  }
}

function ratioOf({ width, height }: TaskInput): string | null {
  const found = Object.entries(CANVASES).find(([, canvas]) => canvas.width === width && canvas.height === height)
  return found?.[0] ?? null
}

/** Later ones win; inside `extra_params` too. */
function merge(...all: readonly Parameters[]): Parameters {
  const extra = Object.assign({}, ...all.map((each) => each['extra_params']))
  const merged = Object.assign({}, ...all) as Record<string, unknown>
  return Object.keys(extra).length > 0 ? { ...merged, extra_params: extra } : merged
}
