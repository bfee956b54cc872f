import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import type { Size } from '../../../src/media/canvas.ts'
import { FPS } from '../../../src/media/frames.ts'
import { madeClip } from '../../engines/made.ts'
import { clipOf } from './clips.ts'

/** A request to a model server. */
export interface Video {
  readonly id: string
  /** Fields of the request as received. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: readonly SentFile[]
  readonly frames: number
  /** The requested size; absent if the server cannot be asked for one. */
  readonly size?: Size
  /** The number of polls of its state. */
  polls: number
  deleted: boolean
}

export interface SentFile {
  readonly field: string
  readonly filename: string
  readonly contentType: string
  readonly bytes: Buffer
}

/** The kind of a request: the start of a video, its state, its file. */
export type Step = 'create' | 'state' | 'content'

export interface ModelServer {
  readonly url: string
  readonly videos: Video[]
  /** Every request: method, path and authorization. */
  readonly requests: { readonly line: string; readonly authorization: string | undefined }[]
  /** The header of every request, if it has one. */
  readonly traceparents: string[]
  /** Resolves with the next video that is deleted or cancelled. */
  deletion(): Promise<Video>
}

/** Answers instead of the server; false to let it answer. */
export type Trick = (step: Step, response: ServerResponse, video: Video | null) => boolean | Promise<boolean>

export interface Route {
  readonly step: Step | 'delete'
  readonly id: string
}

/** One kind of server: its paths, requests and answers. */
export interface Dialect {
  route(method: string, path: string): Route | null
  read(
    request: IncomingMessage,
    id: string,
  ): Promise<Omit<Video, 'polls' | 'deleted'> | { readonly status: number; readonly body: object }>
  created(video: Video): object
  state(video: Video): object
  /** The finished file; absent: a clip of the video's number of frames. */
  file?(video: Video): Promise<string>
  missing: object
  /** What it reports of itself, by path. */
  about: Readonly<Record<string, object>>
}

/** A small conforming server on this machine. It makes real videos, and deletes them on request. */
export async function startModelServer(t: TestContext, dialect: Dialect, trick: Trick): Promise<ModelServer> {
  const videos: Video[] = []
  const requests: ModelServer['requests'] = []
  const traceparents: string[] = []
  const waiting: ((video: Video) => void)[] = []
  let count = 0
  const server = createServer(async (request, response) => {
    const { method = 'GET', url = '/' } = request
    requests.push({ line: `${method} ${url}`, authorization: request.headers.authorization })
    traceparents.push(...[request.headers['traceparent'] ?? []].flat())
    const route = dialect.route(method, url)
    const video = videos.find(({ id, deleted }) => id === route?.id && !deleted) ?? null
    if (!route) {
      const about = method === 'GET' ? dialect.about[url] : undefined
      return sendJson(response, about ? 200 : 404, about ?? dialect.missing)
    }
    if (route.step !== 'delete' && (await trick(route.step, response, video))) return
    if (route.step === 'create') {
      const read = await dialect.read(request, `video-${++count}`)
      if ('status' in read) return sendJson(response, read.status, read.body)
      const made = { ...read, polls: 0, deleted: false }
      videos.push(made)
      return sendJson(response, 200, dialect.created(made))
    }
    if (!video) return sendJson(response, 404, dialect.missing)
    if (route.step === 'state') {
      video.polls++
      return sendJson(response, 200, dialect.state(video))
    }
    if (route.step === 'content') return sendFile(response, await (dialect.file ?? fileOf)(video))
    video.deleted = true
    for (const notify of waiting.splice(0)) notify(video)
    sendJson(response, 200, { id: video.id, deleted: true })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  return { url, videos, requests, traceparents, deletion: () => new Promise((resolve) => waiting.push(resolve)) }
}

export function sendJson(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

/** A real video with sound, in the requested size. */
function fileOf({ frames, size }: Video): Promise<string> {
  return size ? madeClip({ ...size, frames, fps: FPS, sound: true }) : clipOf(frames)
}

async function sendFile(response: ServerResponse, path: string): Promise<void> {
  response.writeHead(200, { 'content-type': 'video/mp4', 'content-length': (await stat(path)).size })
  createReadStream(path).pipe(response)
}

export async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = []
  for await (const part of request) parts.push(part as Buffer)
  return Buffer.concat(parts)
}
