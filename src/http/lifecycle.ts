import { once } from 'node:events'
import type { Server } from 'node:http'
import { Server as NetServer, type Socket } from 'node:net'
import type { Duplex } from 'node:stream'
import { setTimeout as pause, setImmediate as turn } from 'node:timers/promises'
import { DomainError } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { errorObject } from './rest/respond.ts'

/** How long a connection that is kept alive may still ask, and be told not to ask again on it. */
const FAREWELL_MS = 250
const SWEEP_MS = 50

export async function listen(server: Server, host: string, port: number): Promise<void> {
  server.listen(port, host)
  await once(server, 'listening')
}

/**
 * How a server is closed, so that no request under way finds its connection gone: no more accepting; for a moment whoever
 * still asks is answered with `Connection: close`; then idle connections are cut as they fall idle; all that is left,
 * sockets and streams too, is destroyed after `graceMs`. Node's own `close` cuts idle connections at once, in the face of
 * requests that are on their way.
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
    // Right after a poll, which accepts all that wait: what still waits when the listening ends is reset.
    await turn()
    const gone = once(server, 'close')
    NetServer.prototype.close.call(server)
    if (sockets.size > 0) await pause(Math.min(FAREWELL_MS, graceMs))
    const sweep = setInterval(() => server.closeIdleConnections(), SWEEP_MS)
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
