import { randomUUID } from 'node:crypto'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { TestContext } from 'node:test'
import { bodyOf, type SentFile, sendJson } from '../workers/engines/model-server.ts'
import { type Made, madeClip } from './made.ts'

export interface Sent {
  readonly isForm: boolean
  /** As sent: a form's are text. */
  readonly fields: Readonly<Record<string, unknown>>
  readonly files: readonly SentFile[]
}

/** What a model makes of a request. */
export interface Verdict {
  readonly made: Made
  /** Why its render fails after the server has accepted it; null if it does not. */
  readonly fails: string | null
}

/** @throws Refused */
export type Judge = (sent: Sent) => Verdict | Promise<Verdict>

/** FastAPI's answer to a request that is refused. */
export class Refused extends Error {
  readonly status: number
  readonly detail: unknown

  constructor(detail: unknown, status = 400) {
    super(String(detail))
    this.status = status
    this.detail = detail
  }
}

export interface Job extends Verdict {
  readonly id: string
  readonly sent: Sent
  polls: number
}

export interface SglangServer {
  readonly url: string
  readonly jobs: readonly Job[]
  /** Method and path of every request; the ids are `ID`. */
  readonly lines: readonly string[]
}

/**
 * A server that judges as SGLang does (docs/engines/sglang.md): it reports no progress, an error without a code, and forgets a
 * video that is deleted.
 */
export async function startSglang(t: TestContext, judge: Judge): Promise<SglangServer> {
  const jobs: Job[] = []
  const kept = new Map<string, Job>()
  const lines: string[] = []
  const server = createServer(async (request, response) => {
    const { method = '', url = '' } = request
    const [, id = '', content] = /^\/v1\/videos(?:\/([^/]+)(\/content)?)?$/.exec(url) ?? []
    lines.push(`${method} ${url.replace(id || '\0', 'ID')}`)
    try {
      if (method === 'POST' && url === '/v1/videos') {
        const job = { ...(await judged(judge, request)), id: randomUUID(), polls: 0 }
        jobs.push(job)
        kept.set(job.id, job)
        return sendJson(response, 200, answerOf(job, 'queued'))
      }
      const job = kept.get(id)
      if (!job) throw new Refused(id ? 'Video not found' : 'Not Found', 404)
      if (content) return await sendVideo(response, job)
      if (method === 'DELETE') kept.delete(id)
      else job.polls++
      sendJson(response, 200, answerOf(job, method === 'DELETE' ? 'deleted' : statusOf(job)))
    } catch (error) {
      if (error instanceof Refused) return sendJson(response, error.status, { detail: error.detail })
      response.writeHead(500, { 'content-type': 'text/plain' }).end(`Internal Server Error ${error}`)
    }
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  t.after(() => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`, jobs, lines }
}

async function judged(judge: Judge, request: IncomingMessage): Promise<Verdict & { readonly sent: Sent }> {
  const sent = await read(request)
  return { ...(await judge(sent)), sent }
}

async function read(request: IncomingMessage): Promise<Sent> {
  const contentType = request.headers['content-type'] ?? ''
  const body = await bodyOf(request)
  if (!contentType.startsWith('multipart/form-data')) {
    return { isForm: false, fields: objectOf(body), files: [] }
  }
  const form = await new Response(new Uint8Array(body), { headers: { 'content-type': contentType } }).formData()
  const fields: Record<string, unknown> = {}
  const files: SentFile[] = []
  for (const [field, value] of form) {
    if (typeof value === 'string') fields[field] = value
    else {
      const bytes = Buffer.from(await value.arrayBuffer())
      files.push({ field, filename: value.name, contentType: value.type, bytes })
    }
  }
  return { isForm: true, fields, files }
}

/** A body that is not JSON is an empty object. */
function objectOf(body: Buffer): Record<string, unknown> {
  try {
    return Object(JSON.parse(body.toString()))
  } catch {
    return {}
  }
}

function statusOf({ polls, fails }: Job): string {
  if (polls < 2) return 'queued'
  return fails === null ? 'completed' : 'failed'
}

function answerOf({ id, fails, made }: Job, status: string) {
  return {
    id,
    object: 'video',
    model: 'sora-2',
    status,
    progress: status === 'completed' ? 100 : 0,
    created_at: 1,
    size: `${made.width}x${made.height}`,
    quality: 'standard',
    url: null,
    error:
      status === 'failed' ? { message: `Model generation returned no output. Error from scheduler: ${fails}` } : null,
  }
}

async function sendVideo(response: ServerResponse, job: Job): Promise<void> {
  if (statusOf(job) !== 'completed') throw new Refused('Generation is still in-progress', 404)
  createReadStream(await madeClip(job.made)).pipe(response.writeHead(200, { 'content-type': 'video/mp4' }))
}
