import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { type WebSocket, WebSocketServer } from 'ws'
import { bodyOf, sendJson } from '../workers/engines/model-server.ts'
import { judge, type Prompt, type World } from './comfyui/judge.ts'
import { MODELS, type Models, nodeClasses } from './comfyui/nodes.ts'
import { PromptQueue } from './comfyui/queue.ts'
import type { Job, Raised } from './comfyui/run.ts'
import { madeClip } from './made.ts'

export interface Options {
  /** False for a server before July 2025: it chooses the ids itself, and an interrupt stops whatever runs. */
  readonly recent?: boolean
  readonly models?: Models
  /** Called before each step of each node. */
  readonly pause?: (job: Job, node: string, step: number) => Promise<void> | void
  readonly raised?: (job: Job, node: string) => Raised | null
}

export interface Comfyui {
  readonly url: string
  /** Every prompt that was accepted. */
  readonly jobs: readonly Job[]
  /** Method and path of every request. */
  readonly requests: readonly string[]
  /** Uploaded files by annotated name, such as `folder/name [temp]`. */
  readonly uploads: Map<string, Buffer>
  readonly sockets: ReadonlyMap<string, WebSocket>
  /** Breaks every socket. */
  disconnect(): void
  /** Forgets everything, as a server that starts again. */
  restart(): void
}

const UUID = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/

type Body = Readonly<Record<string, unknown>>

/** A server that judges, queues and reports like ComfyUI (docs/engines/comfyui.md). It makes a video of the requested kind. */
export async function startComfyui(t: TestContext, options: Options = {}): Promise<Comfyui> {
  const { recent = true, models = MODELS, pause = () => {}, raised = () => null } = options
  const requests: string[] = []
  const uploads = new Map<string, Buffer>()
  const sockets = new Map<string, WebSocket>()
  const push = (client: string, type: string, data: object) => sockets.get(client)?.send(JSON.stringify({ type, data }))
  const read = (name: string) => uploads.get(name) ?? null
  const queue = new PromptQueue({ recent, pause, raised, push, read })
  const classes = nodeClasses(models, recent)
  const rooms = { queue, uploads, recent, world: { classes, exists: (name: string) => uploads.has(name) } }
  const server = createServer((request, response) => {
    requests.push(`${request.method} ${request.url}`)
    return answer(request, response, rooms)
  })
  const feed = new WebSocketServer({ server, path: '/ws' })
  feed.on('connection', (socket, { url = '' }) => {
    const client = new URL(url, 'http://server').searchParams.get('clientId') ?? ''
    sockets.set(client, socket)
    socket.send(
      JSON.stringify({ type: 'status', data: { status: { exec_info: { queue_remaining: 0 } }, sid: client } }),
    )
    // A preview picture.
    socket.send(Buffer.from([0, 0, 0, 1, 0, 0, 0, 1, 255]))
    socket.on('close', () => sockets.get(client) === socket && sockets.delete(client))
  })
  const disconnect = () => {
    for (const socket of feed.clients) socket.terminate()
  }
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    disconnect()
    server.closeAllConnections()
    server.close()
  })
  const restart = () => {
    queue.restart()
    uploads.clear()
    disconnect()
  }
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, jobs: queue.jobs, requests, uploads, sockets, disconnect, restart }
}

interface Rooms {
  readonly queue: PromptQueue
  readonly uploads: Map<string, Buffer>
  readonly recent: boolean
  readonly world: World
}

async function answer(request: IncomingMessage, response: ServerResponse, rooms: Rooms): Promise<unknown> {
  const { method = 'GET', url = '/' } = request
  const { queue, uploads } = rooms
  const { pathname, searchParams } = new URL(url, 'http://server')
  if (method === 'POST') {
    if (pathname === '/upload/image') return upload(request, response, uploads)
    return post(pathname, JSON.parse((await bodyOf(request)).toString()), response, rooms)
  }
  if (pathname === '/queue') {
    const item = (job: Job) => [0, job.id, job.prompt, { client_id: job.client }, job.outputs]
    const { running, pending } = queue
    return sendJson(response, 200, { queue_running: running ? [item(running)] : [], queue_pending: pending.map(item) })
  }
  const [, id = ''] = /^\/history\/([^/]+)$/.exec(pathname) ?? []
  if (id) return sendJson(response, 200, queue.history.has(id) ? { [id]: queue.history.get(id) } : {})
  return pathname === '/view' ? view(searchParams, response, queue.jobs) : response.writeHead(404).end('404: Not Found')
}

function post(path: string, body: Body, response: ServerResponse, { queue, recent, world }: Rooms): unknown {
  const ids = (body['delete'] ?? []) as readonly string[]
  const [, cancelled] = /^\/api\/jobs\/([^/]+)\/cancel$/.exec(path) ?? []
  if (cancelled !== undefined && recent) {
    const live = queue.running?.id === cancelled || queue.pending.some(({ id }) => id === cancelled)
    if (queue.running?.id === cancelled) queue.interrupt()
    queue.remove(cancelled)
    return sendJson(response, 200, { cancelled: live })
  }
  switch (path) {
    case '/prompt':
      return prompt(body, response, { queue, recent, world })
    case '/queue':
      for (const id of ids) queue.remove(id)
      break
    case '/interrupt':
      if (!recent || body['prompt_id'] === queue.running?.id) queue.interrupt()
      break
    case '/history':
      for (const id of ids) queue.history.delete(id)
      break
    default:
      // The path of the static files, which have no POST.
      return response.writeHead(405).end('405: Method Not Allowed')
  }
  return response.writeHead(200, { 'content-length': 0 }).end()
}

function prompt(body: Body, response: ServerResponse, { queue, recent, world }: Omit<Rooms, 'uploads'>) {
  const { prompt_id: chosen, client_id: client } = body
  if (recent && chosen !== undefined && !UUID.test(String(chosen))) {
    const error = { type: 'invalid_prompt_id', message: 'prompt_id must be a valid UUID', details: '', extra_info: {} }
    return sendJson(response, 400, { error, node_errors: {} })
  }
  const graph = body['prompt'] as Prompt
  const { error, nodeErrors: node_errors, outputs } = judge(graph, world)
  if (error) return sendJson(response, 400, { error, node_errors })
  const id = recent && chosen !== undefined ? String(chosen) : null
  const job = queue.put({ id, client: String(client), prompt: graph, outputs })
  return sendJson(response, 200, { prompt_id: job.id, number: queue.jobs.length, node_errors })
}

/** Saves a file under its name, or under the next free one if another file has it. */
async function upload(request: IncomingMessage, response: ServerResponse, uploads: Map<string, Buffer>) {
  const headers = { 'content-type': request.headers['content-type'] ?? '' }
  const form = await new Response(new Uint8Array(await bodyOf(request)), { headers }).formData()
  const image = form.get('image')
  if (!(image instanceof File) || image.name === '') return void response.writeHead(400).end()
  const [type, subfolder] = [form.get('type') ?? 'input', form.get('subfolder') ?? '']
  const bytes = Buffer.from(await image.arrayBuffer())
  const [, stem = '', extension = ''] = /^(.*?)(\.[^.]*)?$/.exec(image.name) ?? []
  const keyOf = (name: string) => `${subfolder}${subfolder === '' ? '' : '/'}${name} [${type}]`
  let { name } = image
  for (let i = 1; uploads.has(keyOf(name)) && !uploads.get(keyOf(name))?.equals(bytes); i++) {
    name = `${stem} (${i})${extension}`
  }
  uploads.set(keyOf(name), bytes)
  sendJson(response, 200, { name, subfolder, type })
}

async function view(query: URLSearchParams, response: ServerResponse, jobs: readonly Job[]) {
  const prefix = `${query.get('subfolder')}/${query.get('filename')}`.replace(/_00001_\.mp4$/, '')
  const job = jobs.find(({ prompt }) =>
    Object.values(prompt).some(({ inputs }) => inputs['filename_prefix'] === prefix),
  )
  if (!job?.made || query.get('type') !== 'output') return void response.writeHead(404).end()
  const path = await madeClip(job.made)
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': (await stat(path)).size })
  createReadStream(path).pipe(response)
}
