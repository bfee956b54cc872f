import type { IncomingMessage } from 'node:http'
import type { Duplex } from 'node:stream'
import { handleProtocols, makeServer } from 'graphql-ws'
import { type RawData, WebSocket, WebSocketServer } from 'ws'
import { DomainError } from '../errors.ts'
import { createSlots, type Slots } from '../key/slots.ts'
import { givenTwice, repeatedName } from '../lib/names.ts'
import { splice } from '../lib/raw-json.ts'
import { SOCKET_KEEPALIVE_MS, SOCKET_MESSAGE_MAX_BYTES, SOCKET_OPERATIONS_MAX, SOCKETS_PER_KEY } from '../limits.ts'
import type { Rooms } from '../rooms.ts'
import { isPassing } from './graphql/errors.ts'
import { type Peer, socketOperations } from './graphql/operations.ts'
import type { Write } from './graphql/through.ts'
import { createTurns, headOf } from './graphql/turns.ts'
import type { GraphQLHandler } from './graphql.ts'
import { SOCKETS_UNKNOWN_MAX } from './limits.ts'
import { createMessageRate, createUnauthenticated } from './socket-limits.ts'
import { frameOf } from './text-frame.ts'

/** Stock clients reconnect after 1012 and 1013 and give up after the others (docs/decisions/push.md#close-codes). */
const CLOSE = {
  invalid: 4400,
  unauthorized: 4401,
  tooMany: 4429,
  restart: 1012,
  tryAgain: 1013,
  textOnly: 1003,
} as const

/** Messages that only the server may send; graphql-ws throws on them. */
const SERVERS_OWN: ReadonlySet<string> = new Set(['connection_ack', 'next', 'error'])

/** RFC 6455, 5.5: a control frame has 125 bytes, of which the code takes two. */
const REASON_MAX_BYTES = 123

/** Maximum memory of pending messages of one socket. A reader that falls further behind is disconnected. */
const UNSENT_MAX_BYTES = 4 * 1024 * 1024
/** Sockets that do not answer the close frame are destroyed after this time. */
const FAREWELL_MS = 1000

export interface SocketHandler {
  readonly upgrade: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Closes all sockets, by default with a code on which stock clients reconnect, and ends the event streams. */
  close(code?: number): Promise<void>
}

/** The GraphQL door over WebSocket: `graphql-transport-ws`, text frames, the same operations as over HTTP. */
export function createSocketHandler(rooms: Rooms, graphql: GraphQLHandler): SocketHandler {
  const server = new WebSocketServer({ noServer: true, maxPayload: SOCKET_MESSAGE_MAX_BYTES, handleProtocols })
  const protocol = makeServer(socketOperations(rooms, graphql))
  const slots = createSlots(SOCKETS_PER_KEY)
  const unauthenticated = createUnauthenticated<WebSocket>(SOCKETS_UNKNOWN_MAX)
  let closing: Promise<void> | null = null

  const serve = (socket: WebSocket, request: IncomingMessage, stream: Duplex) => {
    unauthenticated.add(socket)
    const known = () => unauthenticated.delete(socket)
    const write = writerTo(socket, stream)
    const peer = createPeer(rooms, slots, socket, write, request.headers.authorization ?? '', known)
    limitMessages(socket, () => !unauthenticated.has(socket))
    const stopKeepAlive = keepAlive(socket)
    socket.on('error', (error) => rooms.resources.log.debug({ err: error }, 'a socket broke'))
    const closed = protocol.opened(
      {
        protocol: socket.protocol,
        send: (data) => send(socket, splice(data)),
        // graphql-ws may quote an id of any length.
        close: (code, reason) => socket.close(code, reason && fitting(reason)),
        onMessage: (handle) => socket.on('message', receiver(rooms, socket, peer, handle)),
      },
      peer,
    )
    socket.once('close', (code, reason) => {
      known()
      stopKeepAlive()
      closed(code, String(reason)).catch((error) =>
        rooms.resources.log.error({ err: error }, 'a socket ended with an error'),
      )
    })
  }

  return {
    upgrade(request, socket, head) {
      if (closing) socket.destroy()
      else server.handleUpgrade(request, socket, head, (opened) => serve(opened, request, socket))
    },
    close(code = CLOSE.restart) {
      closing ??= closeAll(server, code).finally(() => rooms.keyGuard.close())
      return closing
    },
  }
}

/** Closes a socket that sends too many messages. Later ones are ignored. */
function limitMessages(socket: WebSocket, isKnown: () => boolean): void {
  const mayGoOn = createMessageRate(isKnown)
  const count = () => {
    if (mayGoOn() || socket.readyState !== WebSocket.OPEN) return
    socket.close(CLOSE.tooMany, 'Too many messages')
    setTimeout(() => socket.terminate(), FAREWELL_MS)
  }
  socket.on('message', count).on('ping', count).on('pong', count)
}

/** @returns what to do with each message */
function receiver(rooms: Rooms, socket: WebSocket, peer: Peer, handle: (text: string) => Promise<void>) {
  const failed = (error: unknown) => {
    if (!isPassing(error)) rooms.resources.log.error({ err: error }, 'a socket failed')
    socket.close(CLOSE.tryAgain, 'Try again later')
  }
  // Not async, because that would keep the text as long as the subscription runs.
  const turns = createTurns((text) => {
    if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
    // `onSubscribe` reads it again, within this call.
    peer.text = text
    const done = handle(text)
    peer.text = ''
    return done.catch(failed)
  })
  return (data: RawData, isBinary: boolean) => {
    if (socket.readyState !== WebSocket.OPEN) return
    if (isBinary) return socket.close(CLOSE.textOnly, 'Text frames only')
    const text = data.toString()
    const head = headOf(text)
    if (SERVERS_OWN.has(head.type)) return socket.close(CLOSE.invalid, 'Invalid message received')
    if (turns.waiting() >= SOCKET_OPERATIONS_MAX) return socket.close(CLOSE.tooMany, 'Too many messages')
    turns.take(text, head)
  }
}

/** A reason cut to the size of a close frame, between two characters. */
function fitting(reason: string): string {
  const { read } = new TextEncoder().encodeInto(reason, new Uint8Array(REASON_MAX_BYTES))
  return reason.slice(0, read)
}

/** Settles once the network has accepted the frame, so that a slow reader slows only its own subscriptions. */
function send(socket: WebSocket, text: string): Promise<void> {
  if (socket.bufferedAmount > UNSENT_MAX_BYTES) socket.terminate()
  if (socket.readyState !== WebSocket.OPEN) return Promise.resolve()
  return new Promise((resolve) => socket.send(text, () => resolve()))
}

/**
 * Waits only for a reader that has fallen behind. A message goes to the connection in one write, where `ws` needs two and a
 * `writev`; only if `ws` has nothing queued and no extension, such as compression, is in use.
 */
function writerTo(socket: WebSocket, stream: Duplex): Write {
  return (text) => {
    if (socket.bufferedAmount > 0 || socket.readyState !== WebSocket.OPEN) return send(socket, text)
    const frame = socket.extensions === '' ? frameOf(text) : null
    if (frame) stream.write(frame, 'latin1')
    else socket.send(text)
    return undefined
  }
}

/**
 * @param header `Authorization` of the upgrade, for clients that cannot send parameters
 * @param known called once the socket has authenticated
 */
function createPeer(
  rooms: Rooms,
  slots: Slots,
  socket: WebSocket,
  write: Write,
  header: string,
  known: () => void,
): Peer {
  const refuse = (code: number, reason: string) => {
    socket.close(code, fitting(reason))
    return false
  }
  const peer: Peer = {
    text: '',
    write,
    caller: null,
    async admit(params) {
      const authorization = authorizationOf(params) ?? header
      const repeated = repeatedName(peer.text)
      if (repeated) return refuse(CLOSE.invalid, givenTwice(repeated).message)
      try {
        const caller = await rooms.verifier.verify(authorization)
        if (socket.readyState !== WebSocket.OPEN) return false
        const free = slots.take(caller.keyId)
        if (!free) return refuse(CLOSE.tooMany, 'Too many sockets')
        const release = rooms.keyGuard.hold(authorization, (lapsed) => {
          if (lapsed) refuse(CLOSE.unauthorized, lapsed.code)
        })
        socket.once('close', () => {
          release()
          free()
        })
        peer.caller = caller
        known()
        return true
      } catch (error) {
        if (error instanceof DomainError) return refuse(CLOSE.unauthorized, error.code)
        if (!isPassing(error)) rooms.resources.log.error({ err: error }, 'could not check a key')
        return refuse(CLOSE.tryAgain, 'Try again later')
      }
    },
  }
  return peer
}

/** `Authorization` of the connection's parameters, in any case. */
function authorizationOf(params: Readonly<Record<string, unknown>> = {}): string | undefined {
  const [, value] = Object.entries(params).find(([name]) => name.toLowerCase() === 'authorization') ?? []
  return typeof value === 'string' ? value : undefined
}

/** Sends pings. A peer that has not answered by the next ping is disconnected. */
function keepAlive(socket: WebSocket): () => void {
  let isAlive = true
  socket.on('pong', () => {
    isAlive = true
  })
  const timer = setInterval(() => {
    if (!isAlive) {
      socket.terminate()
      return
    }
    isAlive = false
    socket.ping()
  }, SOCKET_KEEPALIVE_MS)
  return () => clearInterval(timer)
}

async function closeAll(server: WebSocketServer, code: number): Promise<void> {
  const gone = [...server.clients].map(
    (socket) => new Promise<void>((resolve) => socket.once('close', () => resolve())),
  )
  for (const socket of server.clients) socket.close(code, 'Service restart')
  const cut = setTimeout(() => server.clients.forEach((socket) => void socket.terminate()), FAREWELL_MS)
  await Promise.all(gone)
  clearTimeout(cut)
  server.close()
}
