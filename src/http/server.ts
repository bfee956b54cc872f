import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { DomainError } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import type { Metrics } from '../metrics.ts'
import type { Rooms } from '../rooms.ts'
import { answerPreflight, createCors } from './cors.ts'
import { addressOf, closing, listen, refuseGarbage } from './lifecycle.ts'
import { nameRequest, requestIdOf } from './request-id.ts'
import { errorObject } from './rest/respond.ts'
import { createRest } from './rest/router.ts'

/** The doors beside REST. */
export interface Doors {
  /** Answers `/graphql` and what is under it: a node handler, which a Yoga instance is (with its own CORS off). */
  readonly graphql?: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Takes over a WebSocket at `/graphql`. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Answers `/admin/graphql`; without it there is nothing at that address. */
  readonly admin?: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Counts every request, and answers `/metrics`. */
  readonly metrics?: Pick<Metrics, 'observe' | 'answer'>
}

export interface ServerOptions {
  readonly host: string
  /** 0: any free port. */
  readonly port: number
  readonly doors: Doors
}

export interface Server {
  /** Address on this machine. */
  readonly url: string
  readonly port: number
  /** Stops accepting, lets requests in flight finish, and cuts what is left after `graceMs`. */
  close(graceMs: number): Promise<void>
}

/** Longer than the minute that load balancers keep an idle connection, so that they close it first, not we. */
const KEEP_ALIVE_MS = 65_000

/** A 200 MB upload over 1 Mbit/s takes half an hour; headers must be there within a minute all the same. */
const REQUEST_MS = 3_600_000

/** Starts the gateway's one HTTP server. `rooms.publicUrl` becomes its address unless the configuration gave another. */
export async function startServer(rooms: Rooms, options: ServerOptions): Promise<Server> {
  const { doors, host } = options
  const isSocket = (request: IncomingMessage) =>
    doors.upgrade !== undefined && isGraphql(request) && request.headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer(
    { keepAliveTimeout: KEEP_ALIVE_MS, requestTimeout: REQUEST_MS, shouldUpgradeCallback: isSocket },
    createHandler(rooms, doors),
  )
  if (doors.upgrade) server.on('upgrade', doors.upgrade)
  server.on('clientError', refuseGarbage)
  const close = closing(server)
  await listen(server, host, options.port)
  const { port } = server.address() as AddressInfo
  const url = `http://${addressOf(host)}:${port}`
  if (rooms.publicUrl === '') rooms.publicUrl = url
  return { url, port, close }
}

function createHandler(rooms: Rooms, doors: Doors): (request: IncomingMessage, response: ServerResponse) => void {
  const { log, config } = rooms.resources
  const cors = createCors(config.corsOrigins)
  // Where the adapter cannot make a request of it (a malformed target or Host), it leaves the answer to us.
  const rest = getRequestListener(createRest(rooms).fetch, { hostname: 'localhost', errorHandler: () => {} })
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.method === 'OPTIONS') return answerPreflight(request, response)
    if (doors.graphql && isGraphql(request)) {
      await doors.graphql(request, response)
      return
    }
    if (doors.admin && pathOf(request) === '/admin/graphql') {
      await doors.admin(request, response)
      return
    }
    if (doors.metrics && isMetrics(request)) return doors.metrics.answer(response)
    await rest(request, response)
    if (!response.headersSent)
      refuse(response, new DomainError('invalid_parameter', 'The request target is malformed.'))
  }
  return (request, response) => {
    const requestId = nameRequest(response)
    cors(request, response)
    followRequest(log, doors.metrics, request, response, requestId)
    answer(request, response).catch((error) => {
      log.error({ err: error, requestId }, 'a request failed')
      if (response.headersSent) response.destroy()
      else refuse(response, new DomainError('internal_error', 'Something went wrong on our side.'))
    })
  }
}

/** One line and one observation a request. The query is left out: it may hold a signed link. */
function followRequest(
  log: Log,
  metrics: Doors['metrics'],
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const { method } = request
  const start = performance.now()
  response.once('close', () => {
    const elapsed = performance.now() - start
    metrics?.observe(request, response, elapsed / 1000)
    const level = response.statusCode >= 500 ? 'info' : 'debug'
    if (!log.isLevelEnabled(level)) return
    const ms = Math.round(elapsed * 10) / 10
    log[level]({ method, path: pathOf(request), status: response.statusCode, ms, requestId }, 'request')
  })
}

function pathOf(request: IncomingMessage): string {
  const url = request.url ?? '/'
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

function isGraphql(request: IncomingMessage): boolean {
  const path = pathOf(request)
  return path === '/graphql' || path.startsWith('/graphql/')
}

/** Other methods are REST's to refuse. */
function isMetrics(request: IncomingMessage): boolean {
  return request.method === 'GET' && pathOf(request) === '/metrics'
}

function refuse(response: ServerResponse, error: DomainError): void {
  const text = JSON.stringify({ error: errorObject(error, requestIdOf(response)) })
  response.writeHead(error.status, { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) })
  response.end(text)
}
