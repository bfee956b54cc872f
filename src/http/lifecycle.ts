import { once } from 'node:events'
import { type IncomingMessage, METHODS, maxHeaderSize, type Server, type ServerResponse, STATUS_CODES } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { DomainError, type ErrorCode } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { DRAIN_MS } from '../limits.ts'
import { drain } from './drain.ts'
import { RESPONSE_STALL_MS } from './limits.ts'
import { errorObject } from './rest/respond.ts'

/** How long a kept-alive connection may still send requests, which are answered with `Connection: close`. */
const FAREWELL_MS = 250
const SWEEP_MS = 50

export async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/**
 * Closes a server without breaking running requests. It stops accepting connections; for a moment it answers requests with
 * `Connection: close`; then it closes connections as they become idle; after `graceMs` it destroys the rest, including sockets
 * and streams. Node's own `close` cuts idle connections at once, even if a request is already on its way.
 */
export function closing(server: Server): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  let closed: Promise<void> | null = null
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const close = async (graceMs: number) => {
    const cut = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), graceMs)
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    // Right after a poll, which accepts all waiting connections: those that wait when listening ends are reset.
    await turn()
    const gone = once(server, 'close')
    NetServer.prototype.close.call(server)
    if (sockets.size > 0) await pause(Math.min(FAREWELL_MS, graceMs))
    const sweep = setInterval(() => {
      server.closeIdleConnections()
      // Node does not count a connection as idle before its first request. Browsers and undici open such ones in advance.
      for (const socket of sockets) if (socket.bytesRead === 0) socket.destroy()
    }, SWEEP_MS)
    server.close()
    await gone
    clearInterval(sweep)
    clearTimeout(cut)
  }
  return (graceMs) => {
    closed ??= close(graceMs)
    return closed
  }
}

/** Closes the connection of a client that reads nothing of a pending response. A large write counts as progress while it drains. */
export function cutWhenStalled(response: ServerResponse): void {
  response.setTimeout(RESPONSE_STALL_MS, () => {
    if (response.writableLength > 0) response.destroy()
  })
}

/** After the response, discards the rest of the request body for a moment, and closes the connection if it does not arrive. */
export function dropRest(request: IncomingMessage, response: ServerResponse): void {
  response.once('finish', async () => {
    if (!request.complete && !(await drain(request))) request.destroy()
  })
}

/** `Expect: 100-continue` is answered only when the body is read, so that the body of a refused request is not sent. */
export function continueWhenRead(this: Server, request: IncomingMessage, response: ServerResponse): void {
  request.once('resume', () => {
    if (!response.headersSent) response.writeContinue()
  })
  this.emit('request', request, response)
}

type Refusal = readonly [code: ErrorCode, status: number, message: string]

/** By Node's error code. */
const GARBAGE: Readonly<Record<string, Refusal>> = {
  HPE_HEADER_OVERFLOW: ['request_too_large', 431, `URL and headers may have at most ${maxHeaderSize} bytes together.`],
  HPE_CHUNK_EXTENSIONS_OVERFLOW: ['request_too_large', 413, 'The chunk extensions are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: ['invalid_parameter', 408, 'The request did not arrive in time.'],
}
const NO_REQUEST: Refusal = ['invalid_parameter', 400, 'This is not an HTTP request.']

/** A request line with any method (RFC 9112, 3), for methods that Node does not know (501: RFC 9110, 15.6.2). */
const REQUEST_LINE = /^([\w!#$%&'*+.^`|~-]+) [^\s]+ HTTP\/1\.[01]\r?\n/
const LINE_MAX = 4096
const ALLOW = 'Allow: GET, HEAD, POST, PATCH, DELETE, OPTIONS'

const refused = new WeakSet<Duplex>()

/** An invalid HTTP request gets the usual error object too, with an id. */
export function refuseGarbage(thrown: NodeJS.ErrnoException & { readonly rawPacket?: Buffer }, socket: Duplex): void {
  // The rest of a refused request arrives here too, packet by packet.
  if (refused.has(socket)) return
  if (thrown.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [, method] = REQUEST_LINE.exec(String(thrown.rawPacket ?? '').slice(0, LINE_MAX)) ?? []
  // A known method belongs to an earlier request in the same packet; what follows it is garbage.
  if (thrown.code === 'HPE_INVALID_METHOD' && method && !METHODS.includes(method)) {
    refuseSocket(socket, new DomainError('method_not_allowed', 'This method is not supported.', { status: 501 }), [
      ALLOW,
    ])
    return
  }
  const [code, status, message] = GARBAGE[thrown.code ?? ''] ?? NO_REQUEST
  refuseSocket(socket, new DomainError(code, message, { status }))
}

/** CONNECT, for which Node has no response object. */
export function refuseTunnel(_request: IncomingMessage, socket: Duplex): void {
  refuseSocket(socket, new DomainError('method_not_allowed', 'This server is not a proxy.'), [ALLOW])
}

/** Answers without a response object, and reads on for a while, so that the answer reaches a client that still sends. */
export function refuseSocket(socket: Duplex, error: DomainError, more: readonly string[] = []): void {
  const requestId = newId('req')
  const body = JSON.stringify({ error: errorObject(error, requestId) })
  const head = [
    `HTTP/1.1 ${error.status} ${STATUS_CODES[error.status]}`,
    'Connection: close',
    `Date: ${new Date().toUTCString()}`,
    'Content-Type: application/json',
    'Cache-Control: no-store',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
    ...more,
  ]
  refused.add(socket)
  socket.on('error', () => socket.destroy())
  const cut = setTimeout(() => socket.destroy(), DRAIN_MS)
  socket.once('close', () => clearTimeout(cut))
  socket.resume().end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** A URL to call: a wildcard host becomes the loopback address. */
export function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
