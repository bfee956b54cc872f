import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, type RequestOptions, request } from 'node:http'
import { WebSocket } from 'ws'
import type { Asked } from './asked.ts'

/** One cycle: subscribes, waits for the messages and ends the subscription in one way. */
export type Way = (port: number, asked: Asked) => Promise<void>

async function openSocket(port: number, key: string): Promise<WebSocket> {
  const headers = { authorization: `Bearer ${key}` }
  const socket = new WebSocket(`ws://127.0.0.1:${port}/graphql`, 'graphql-transport-ws', { headers })
  await once(socket, 'open')
  socket.send('{"type":"connection_init"}')
  await once(socket, 'message')
  return socket
}

interface Message {
  readonly id?: string
  readonly type: string
  readonly payload?: { readonly data?: object }
}

/** Subscribes on a socket and waits for the messages. */
async function begin(socket: WebSocket, operation: string, { payload, messages }: Asked): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  let left = messages
  const hear = (data: unknown) => {
    const message = JSON.parse(String(data)) as Message
    if (message.id !== operation) return
    if (message.type === 'next' && message.payload?.data) left -= 1
    else reject(new Error(`a subscription was answered with ${data}`))
    if (left === 0) resolve()
  }
  const lost = () => reject(new Error('the gateway closed a socket'))
  socket.on('message', hear)
  socket.once('close', lost)
  socket.send(JSON.stringify({ id: operation, type: 'subscribe', payload }))
  if (left > 0) await promise
  socket.off('message', hear)
  socket.off('close', lost)
}

async function end(socket: WebSocket, how: (socket: WebSocket) => void): Promise<void> {
  const gone = once(socket, 'close')
  how(socket)
  await gone
}

/** On long-lived sockets, one for each key: the client completes the operation. */
export function completing(): { readonly way: Way; close(): Promise<void> } {
  const sockets = new Map<string, WebSocket>()
  let operations = 0
  return {
    async way(port, asked) {
      const socket = sockets.get(asked.key) ?? (await openSocket(port, asked.key))
      sockets.set(asked.key, socket)
      operations += 1
      const id = String(operations)
      await begin(socket, id, asked)
      socket.send(JSON.stringify({ id, type: 'complete' }))
    },
    async close() {
      for (const socket of sockets.values()) await end(socket, (each) => each.close(1000))
    },
  }
}

/** The socket is closed properly, or destroyed. */
function socketThat(how: (socket: WebSocket) => void): Way {
  return async (port, asked) => {
    const socket = await openSocket(port, asked.key)
    await begin(socket, '1', asked)
    await end(socket, how)
  }
}

/** Server-sent events: the connection is destroyed in the middle of the stream. */
async function abort(options: RequestOptions, body: string, asked: Asked, event: RegExp): Promise<void> {
  const headers = { authorization: `Bearer ${asked.key}`, accept: 'text/event-stream', ...options.headers }
  const sent = request({ ...options, host: '127.0.0.1', agent: false, headers })
  sent.on('error', () => {})
  sent.end(body)
  if (asked.messages === 0) await once(sent, 'finish')
  else await eventsOf(sent, asked.messages, event)
  const gone = new Promise((resolve) => sent.once('close', resolve))
  sent.destroy()
  await gone
}

async function eventsOf(sent: ClientRequest, count: number, event: RegExp): Promise<void> {
  const [response] = (await once(sent, 'response')) as [IncomingMessage]
  if (response.statusCode !== 200) throw new Error(`a stream was answered ${response.statusCode}`)
  response.on('error', () => {})
  let text = ''
  await new Promise<void>((resolve) => {
    response.setEncoding('utf8').on('data', (chunk: string) => {
      text += chunk
      if ((text.match(event)?.length ?? 0) >= count) resolve()
    })
  })
}

const overGraphQL: Way = (port, asked) => {
  const headers = { 'content-type': 'application/json' }
  return abort({ port, path: '/graphql', method: 'POST', headers }, JSON.stringify(asked.payload), asked, /^data: \{/gm)
}

const overRest: Way = (port, asked) => abort({ port, path: `/v1/videos/${asked.taskId}/events` }, '', asked, /^id: /gm)

export const WAYS: readonly Way[] = [
  socketThat((socket) => socket.close(1000)),
  socketThat((socket) => socket.terminate()),
  overGraphQL,
  overRest,
]
