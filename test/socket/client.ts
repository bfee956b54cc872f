import { on, once } from 'node:events'
import { type Client, type ClientOptions, createClient } from 'graphql-ws'
import { WebSocket } from 'ws'
import type { TestGateway } from '../support/gateway.ts'

export function socketUrl(gateway: TestGateway): string {
  return `${gateway.url.replace(/^http/, 'ws')}/graphql`
}

/** The stock client with the account's key, without reconnection. */
export function openClient(gateway: TestGateway, options: Partial<ClientOptions> = {}): Client {
  return createClient({
    url: socketUrl(gateway),
    webSocketImpl: WebSocket,
    retryAttempts: 0,
    connectionParams: { Authorization: `Bearer ${gateway.key}` },
    ...options,
  })
}

/** A bare socket, for messages that the stock client would not send. */
export async function openSocket(gateway: TestGateway, headers: Record<string, string> = {}): Promise<WebSocket> {
  const socket = new WebSocket(socketUrl(gateway), 'graphql-transport-ws', { headers })
  inboxes.set(socket, on(socket, 'message'))
  await once(socket, 'open')
  return socket
}

export async function closeOf(socket: WebSocket): Promise<{ code: number; reason: string }> {
  const [code, reason] = (await once(socket, 'close')) as [number, Buffer]
  return { code, reason: reason.toString() }
}

const inboxes = new WeakMap<WebSocket, AsyncIterator<unknown[]>>()

/** The next message, as written. */
export async function messageOf(socket: WebSocket): Promise<string> {
  const message = await inboxes.get(socket)?.next()
  return String(message?.value?.[0])
}

export async function initialise(gateway: TestGateway): Promise<WebSocket> {
  const socket = await openSocket(gateway, { authorization: `Bearer ${gateway.key}` })
  socket.send('{"type":"connection_init"}')
  await messageOf(socket)
  return socket
}
