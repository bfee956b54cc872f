import { once } from 'node:events'
import type { Server } from 'node:http'
import type { Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause } from 'node:timers/promises'
import { DomainError } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { errorObject } from './rest/respond.ts'

/** While this lasts every answer tells its client not to use the connection again. */
const FAREWELL_MS = 250
const SWEEP_MS = 50

export async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/**
 * How a server is closed: `Connection: close` on what is still asked, so that no client finds its next request on a
 * connection that has just gone; then no more accepting, idle connections cut as they fall idle; all that is left, sockets
 * and streams too, destroyed after `graceMs`.
 */
export function closing(server: Server): (graceMs: number) => Promise<void> {
  const sockets = new Set<Socket>()
  let closed: Promise<void> | null = null
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.once('close', () => sockets.delete(socket))
  })
  const close = async (graceMs: number) => {
    server.prependListener('request', (_request, response) => {
      response.shouldKeepAlive = false
    })
    const farewell = sockets.size > 0 ? Math.min(FAREWELL_MS, graceMs) : 0
    if (farewell > 0) await pause(farewell)
    const gone = new Promise<void>((resolve) => server.close(() => resolve()))
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
    const cut = setTimeout(() => sockets.forEach((socket) => void socket.destroy()), graceMs - farewell)
    await gone
    clearInterval(sweep)
    clearTimeout(cut)
  }
  return (graceMs) => {
    closed ??= close(graceMs)
    return closed
  }
}

const GARBAGE: Readonly<Record<string, readonly [status: number, reason: string, message: string]>> = {
  HPE_HEADER_OVERFLOW: [431, 'Request Header Fields Too Large', 'The request headers are too large.'],
  ERR_HTTP_REQUEST_TIMEOUT: [408, 'Request Timeout', 'The request did not arrive in time.'],
}

/** What is no HTTP request is answered in the one error shape too, with an id. */
export function refuseGarbage(thrown: NodeJS.ErrnoException, socket: Duplex): void {
  if (thrown.code === 'ECONNRESET' || !socket.writable) {
    socket.destroy()
    return
  }
  const [status, reason, message] = GARBAGE[thrown.code ?? ''] ?? [400, 'Bad Request', 'This is not an HTTP request.']
  const requestId = newId('req')
  const error = errorObject(new DomainError('invalid_parameter', message, { status }), requestId)
  const body = JSON.stringify({ error })
  const head = [
    `HTTP/1.1 ${status} ${reason}`,
    'Connection: close',
    'Content-Type: application/json',
    `Content-Length: ${Buffer.byteLength(body)}`,
    `X-Request-Id: ${requestId}`,
  ]
  socket.end(`${head.join('\r\n')}\r\n\r\n${body}`)
}

/** An address that can be called: a wildcard host is this machine's own. */
export function addressOf(host: string): string {
  if (host === '0.0.0.0' || host === '::' || host === '') return '127.0.0.1'
  return host.includes(':') ? `[${host}]` : host
}
