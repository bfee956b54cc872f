import { randomUUID } from 'node:crypto'
import { readFile } from 'node:fs/promises'
import type { Material, MaterialFile } from '../engine.ts'
import { EngineFailure } from '../failure.ts'
import type { Order, VideoApi, VideoState } from '../http/api.ts'
import { errorIn, type Json, ServerFault } from '../http/call.ts'
import type { ServerSettings } from '../settings.ts'

/** Python's errors about the input of a request. */
const OVER_REQUEST = /ValueError|TypeError|UnidentifiedImage|DecompressionBomb|InvalidData/

/**
 * LightX2V's tasks API. One server runs one task (text, image or references to video). The request contains at most one start
 * image. The server opens all other files by path, so it must have access to this machine's temporary files.
 */
export function lightx2v(config: ServerSettings): VideoApi {
  const path = (id: string) => `/v1/tasks/${encodeURIComponent(id)}`
  return {
    server: config,
    keeps: false,
    async order(order) {
      const id = `vidgate-${randomUUID()}`
      return { call: { method: 'POST', path: '/v1/tasks/video/', json: await bodyOf(config, order, id) }, id }
    },
    idOf(answer) {
      const { task_id: id } = answer
      if (typeof id === 'string' && /^[\w.:-]{1,200}$/.test(id)) return id
      throw new ServerFault(
        'garbled',
        `the server returned no id for the video: ${JSON.stringify(answer).slice(0, 500)}`,
      )
    },
    statePath: (id) => `${path(id)}/status`,
    contentPath: (id) => `${path(id)}/result`,
    videoPath: path,
    stateOf,
  }
}

/** LightX2V reports no progress. */
function stateOf(answer: Json): VideoState {
  const { status, error_type: type } = answer
  switch (status) {
    case 'pending':
    case 'processing':
      return { is: 'running', fraction: null }
    case 'completed':
      return { is: 'done' }
    case 'failed': {
      const words = errorIn(answer)?.words ?? 'no message'
      if (words.startsWith('Task cancelled')) return { is: 'gone' }
      const code = typeof type === 'string' ? type : ''
      return { is: 'failed', complaint: { code, words, blamesRequest: OVER_REQUEST.test(code) } }
    }
    case 'cancelled':
      return { is: 'gone' }
    default:
      throw new ServerFault('garbled', `the server says that the video is ${JSON.stringify(status)?.slice(0, 100)}`)
  }
}

async function bodyOf(
  config: ServerSettings,
  { task, making, material, accelerated }: Order,
  id: string,
): Promise<Json> {
  const files = config.sharedFiles ? pathsOf(material) : await inlineOf(material)
  return {
    ...config.parameters,
    ...(accelerated ? config.acceleratedParameters[task.mode] : {}),
    // Promised to callers: no parameter changes it.
    task_id: id,
    prompt: task.prompt,
    ...(task.negativePrompt === null ? {} : { negative_prompt: task.negativePrompt }),
    seed: task.seed,
    target_video_length: making.frames,
    target_shape: [making.height, making.width],
    ...files,
  }
}

async function inlineOf({ inputImage }: Material): Promise<Json> {
  return inputImage ? { image_path: await readFile(inputImage.path, 'base64') } : {}
}

/** Lists are comma-separated strings. */
function pathsOf({ inputImage, endImage, references }: Material): Json {
  const files = (kind: MaterialFile['kind']) => references.filter((file) => file.kind === kind)
  const fields = {
    image_path: inputImage ? [inputImage] : files('image'),
    last_frame_path: endImage ? [endImage] : [],
    video_path: files('video'),
    audio_path: files('audio'),
  }
  const named = Object.entries(fields).filter(([, list]) => list.length > 0)
  if (named.some(([, list]) => list.some(({ path }) => path.includes(',')))) {
    throw new EngineFailure('LightX2V cannot open paths with a comma: set TMPDIR to a path without one', {
      retry: false,
    })
  }
  return Object.fromEntries(named.map(([name, list]) => [name, list.map(({ path }) => path).join(',')]))
}
