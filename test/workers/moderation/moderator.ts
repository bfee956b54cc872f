import { once } from 'node:events'
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import { after } from 'node:test'
import type { ModerationConfig } from '../../../src/content-variables.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { type QuickWorker, startQuickWorker } from '../../support/worker.ts'

/** A question as the service received it. */
export interface Question {
  readonly method: string
  readonly url: string
  readonly headers: IncomingHttpHeaders
  // biome-ignore lint/suspicious/noExplicitAny: the JSON of a request
  readonly request: any
  /** Bytes of the form's files, by the names of their parts. */
  readonly files: ReadonlyMap<string, Buffer>
  /** Resolves when the connection ends. */
  readonly gone: Promise<unknown>
}

/** How the service answers: a verdict or any other text, silence, or a broken connection. */
export type Reply =
  | { readonly status?: number; readonly headers?: Record<string, string>; readonly body: string }
  | 'silence'
  | 'break'

export const allow: Reply = { body: '{"verdict":"allow"}' }
export const refuse = (detail?: unknown): Reply => ({ body: JSON.stringify({ verdict: 'refuse', detail }) })

export interface Moderator {
  readonly url: string
  /** Empty again before each test. */
  readonly questions: Question[]
  answer: (question: Question) => Reply
}

/** A moderation service over HTTP. */
export async function startModerator(): Promise<Moderator> {
  const server = createServer((request, response) => {
    handle(request, response).catch(() => response.destroy())
  })
  const handle = async (request: IncomingMessage, response: ServerResponse) => {
    const gone = once(response, 'close')
    const question = { ...(await questionOf(request)), gone }
    moderator.questions.push(question)
    const reply = moderator.answer(question)
    if (reply === 'silence') return
    if (reply === 'break') return void request.socket.destroy()
    response.writeHead(reply.status ?? 200, { 'Content-Type': 'application/json', ...reply.headers }).end(reply.body)
  }
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => {
    server.close()
    server.closeAllConnections()
  })
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1/judge?tenant=7`
  const moderator: Moderator = { url, questions: [], answer: () => allow }
  return moderator
}

async function questionOf(incoming: IncomingMessage): Promise<Omit<Question, 'gone'>> {
  const { method = '', url = '', headers } = incoming
  const body = await buffer(incoming)
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': headers['content-type'] ?? '' },
  }).formData()
  const parts = await Promise.all(
    [...form].map(async ([name, value]) =>
      typeof value === 'string' ? null : ([name, Buffer.from(await value.arrayBuffer())] as const),
    ),
  )
  const files = new Map(parts.filter((part) => part !== null))
  return { method, url, headers, request: JSON.parse(String(form.get('request'))), files }
}

/** A worker that asks a service. */
export function startModeratedWorker(
  gateway: TestGateway,
  moderation: Partial<ModerationConfig> & { readonly url: string },
): Promise<QuickWorker> {
  const { rooms } = gateway
  const whole = { secret: null, unavailable: 'refuse', timeoutMs: 60_000, ...moderation } as const
  const config = { ...rooms.resources.config, moderation: whole }
  return startQuickWorker({ ...gateway, rooms: { ...rooms, resources: { ...rooms.resources, config } } })
}
