import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { bodyOf, sendJson } from '../workers/engines/model-server.ts'
import { type Inputs, MODELS, ModelError, type ServerTask, type Used } from './lightx2v-models.ts'
import { type Made, madeClip } from './made.ts'

/** A stand-in of a LightX2V server (docs/engines/lightx2v.md). */

/** A task that it has run. */
export interface Run {
  readonly id: string
  /** The inputs it ran with: those of the request over those of all requests before. */
  readonly inputs: Inputs
  /** The configuration it ran with, which every request changes too. */
  readonly config: Inputs
  readonly lora: string | null
  readonly made: Made | null
  readonly used: Used
  readonly error: ModelError | null
}

/** A body that is refused before it is queued. */
export interface Refused {
  readonly status: number
  readonly body: object
}

const isText = (value: unknown) => typeof value === 'string'
const isInt = (value: unknown) => Number.isInteger(value)
const isNumber = (value: unknown) => typeof value === 'number'
const isFlag = (value: unknown) => typeof value === 'boolean'
const orNull = (check: (value: unknown) => boolean) => (value: unknown) => value === null || check(value)
const TEXTS = 'task_id prompt negative_prompt image_path last_frame_path image_mask_path save_result_path presigned_url'

/** Fields of a request; the server ignores all others. */
const FIELDS: Readonly<Record<string, (value: unknown) => boolean>> = {
  ...Object.fromEntries(`${TEXTS} video_path audio_path`.split(' ').map((name) => [name, isText])),
  ...Object.fromEntries(
    'infer_steps seed num_fragments target_video_length video_duration'.split(' ').map((name) => [name, isInt]),
  ),
  use_prompt_enhancer: isFlag,
  reuse: isFlag,
  target_shape: (value) => Array.isArray(value) && value.every(isInt),
  lora_name: orNull(isText),
  lora_strength: isNumber,
  sr_ratio: isNumber,
  target_fps: orNull(isInt),
  resize_mode: orNull(isText),
}

export interface Wishes {
  readonly task: ServerTask
  /** Files in its folder of LoRAs; without any it has no folder. */
  readonly loras?: readonly string[]
}

/** A server without its sockets: one record of inputs and one configuration for all requests. */
export function newServer({ task, loras = [] }: Wishes) {
  const { fields, make } = MODELS[task]
  const inputs: Record<string, unknown> = Object.fromEntries(fields.map((name) => [name, '']))
  const config: Record<string, unknown> = { infer_steps: 40, target_video_length: 81 }
  const saved = new Map<string, Buffer>()
  let lora: string | null = null
  const runs: Run[] = []

  /** A file in the request is saved; everything else is a path. */
  const resolve = (value: string, signatures: readonly string[]) => {
    const bytes = Buffer.from(value, 'base64')
    const isInline =
      bytes.toString('base64') === value && signatures.some((start) => bytes.indexOf(start, 0, 'latin1') === 0)
    if (!isInline) return value
    const path = `inputs/${saved.size + 1}`
    saved.set(path, bytes)
    return path
  }

  return {
    runs,

    /** What is wrong with a body; null if it is accepted. */
    refusalOf(body: Inputs): Refused | null {
      const wrong = Object.keys(body).filter((name) => FIELDS[name] && !FIELDS[name](body[name]))
      const detail = wrong.map((name) => ({
        loc: ['body', name],
        msg: 'Input should be a valid value',
        input: body[name],
      }))
      return wrong.length > 0 ? { status: 422, body: { detail } } : null
    },

    async run(body: Inputs): Promise<Run> {
      const { task_id: id, lora_name: name = null, lora_strength: _, ...sent } = knownOf(body)
      const defaults = { negative_prompt: '', resize_mode: 'adaptive', target_shape: [] }
      const changes: Record<string, unknown> = { ...defaults, ...sent }
      if (isText(sent['image_path']))
        changes['image_path'] = resolve(String(sent['image_path']), ['\x89PNG', '\xff\xd8\xff'])
      if (isText(sent['audio_path']))
        changes['audio_path'] = resolve(String(sent['audio_path']), ['RIFF', 'ID3', '\xff\xfb'])
      for (const field of ['prompt', 'negative_prompt', 'seed', ...fields]) {
        if (field in changes) inputs[field] = changes[field]
      }
      Object.assign(config, changes)
      // A missing file leaves the model as it was, with a line in the log.
      if (name === null) lora = null
      else if (loras.includes(String(name))) lora = String(name)
      const about = { id: String(id), inputs: { ...inputs }, config: { ...config }, lora }
      const result = await make(about.inputs, about.config, (path) => saved.get(path) ?? null).then(
        ({ made, used }) => ({ made, used, error: null }),
        (error: unknown) => {
          if (error instanceof ModelError) return { made: null, used: {}, error }
          throw error
        },
      )
      const run = { ...about, ...result }
      runs.push(run)
      return run
    },
  }
}

function knownOf(body: Inputs): Record<string, unknown> {
  return Object.fromEntries(Object.entries(body).filter(([name]) => FIELDS[name]))
}

const QUEUE = 10

interface Entry {
  status: 'pending' | 'processing' | 'completed' | 'failed' | 'cancelled'
  run: Run | null
}

/** The server with its tasks API. It runs one task after another. */
export async function startLightx2v(t: TestContext, wishes: Wishes) {
  const { runs, refusalOf, run } = newServer(wishes)
  const entries = new Map<string, Entry>()
  /** Method and path of every request. */
  const requests: string[] = []
  let busy: Promise<unknown> = Promise.resolve()

  const create = (body: Inputs): Refused => {
    const refusal = refusalOf(body)
    if (refusal) return refusal
    const id = String(body['task_id'])
    if (entries.has(id)) return { status: 503, body: { detail: `Task ID ${id} already exists` } }
    const active = [...entries.values()].filter(({ status }) => status === 'pending' || status === 'processing').length
    if (active >= QUEUE) return { status: 503, body: { detail: `Task queue is full (max ${QUEUE} tasks)` } }
    const entry: Entry = { status: 'pending', run: null }
    entries.set(id, entry)
    busy = busy.then(async () => {
      if (entry.status === 'cancelled') return
      entry.status = 'processing'
      entry.run = await run(body)
      entry.status = entry.run.error ? 'failed' : 'completed'
    })
    return { status: 200, body: { task_id: id, task_status: 'pending', save_result_path: id } }
  }

  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    requests.push(`${method} ${url}`)
    if (method === 'POST' && url === '/v1/tasks/video/') {
      const { status, body } = create(JSON.parse((await bodyOf(request)).toString()))
      return sendJson(response, status, body)
    }
    const [, id = '', what] = /^\/v1\/tasks\/([^/]+)(?:\/(status|result))?$/.exec(url) ?? []
    const entry = entries.get(id)
    if (method === 'DELETE') {
      const running = entry?.status === 'pending' || entry?.status === 'processing'
      if (entry && running) entry.status = 'cancelled'
      return sendJson(response, 200, { stop_status: running ? 'success' : 'do_nothing', reason: '' })
    }
    if (!entry) return sendJson(response, 404, { detail: 'Task not found' })
    if (what === 'status') return sendJson(response, 200, stateOf(id, entry))
    if (entry.status !== 'completed' || !entry.run?.made)
      return sendJson(response, 404, { detail: 'Task not completed' })
    await sendClip(response, entry.run.made)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, runs, requests }
}

function stateOf(id: string, { status, run }: Entry): object {
  const error = status === 'cancelled' ? 'Task cancelled by user' : (run?.error?.message ?? null)
  return { task_id: id, status, error, error_type: run?.error?.type ?? '', save_result_path: id }
}

async function sendClip(response: ServerResponse, made: Made): Promise<void> {
  const path = await madeClip(made)
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': (await stat(path)).size })
  createReadStream(path).pipe(response)
}
