import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Duplex } from 'node:stream'
import { getRequestListener } from '@hono/node-server'
import { DomainError, toDomainError } from '../errors.ts'
import { type ClientAddress, clientAddresses } from '../lib/client-address.ts'
import type { Log } from '../lib/log.ts'
import { within } from '../lib/trace.ts'
import type { Metrics } from '../metrics.ts'
import type { Rooms } from '../rooms.ts'
import { ADMIN_METHODS } from './admin.ts'
import { ADMIN_EXPORT } from './admin-export.ts'
import { answerPreflight, createCors, isPreflight } from './cors.ts'
import {
  addressOf,
  closing,
  continueWhenRead,
  cutWhenStalled,
  dropRest,
  listen,
  refuseGarbage,
  refuseSocket,
  refuseTunnel,
} from './lifecycle.ts'
import { pathOf, refusalOfHead, toOriginForm } from './request-head.ts'
import { nameRequest } from './request-id.ts'
import { refuse } from './rest/respond.ts'
import { createRest } from './rest/router.ts'
import { SlicedResponse } from './sliced-response.ts'
import { beginRequest } from './trace.ts'
import type { Web } from './web.ts'

/** The doors other than REST. */
export interface Doors {
  /** Answers `/graphql`: a node handler, which a Yoga instance is (with its own CORS off). */
  readonly graphql?: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Takes over a WebSocket at `/graphql`. */
  readonly upgrade?: (request: IncomingMessage, socket: Duplex, head: Buffer) => void
  /** Answers `/admin/graphql`; without it there is no such route. */
  readonly admin?: (request: IncomingMessage, response: ServerResponse) => unknown
  /** Answers ADMIN_EXPORT; without it there is no such route. */
  readonly adminExport?: (request: IncomingMessage, response: ServerResponse) => Promise<void>
  /** Answers `/` and the other paths of the console. */
  readonly web?: Web
  /** Counts every request, and answers `/metrics` unless METRICS_PORT does. */
  readonly metrics?: Pick<Metrics, 'observe' | 'answer'>
}

export interface ServerOptions {
  readonly host: string
  /** 0 for any free port. */
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

/** Longer than the minute for which load balancers keep an idle connection, so that they close it first. */
const KEEP_ALIVE_MS = 65_000

/** A 200 MB upload over 1 Mbit/s takes half an hour. Headers must still arrive within a minute. */
const REQUEST_MS = 3_600_000

/** Methods of the doors other than REST; GraphQL refuses other methods itself. */
const GRAPHQL_METHODS = 'GET, POST, OPTIONS'
const READ_METHODS = 'GET, HEAD, OPTIONS'

/** Starts the gateway's HTTP server. `rooms.publicUrl` becomes its address unless the configuration sets another. */
export async function startServer(rooms: Rooms, options: ServerOptions): Promise<Server> {
  const { doors, host } = options
  const isSocket = (request: IncomingMessage) =>
    doors.upgrade !== undefined &&
    request.method === 'GET' &&
    pathOf(request) === '/graphql' &&
    request.headers.upgrade?.toLowerCase() === 'websocket'
  const server = createServer(
    {
      keepAliveTimeout: KEEP_ALIVE_MS,
      requestTimeout: REQUEST_MS,
      ServerResponse: SlicedResponse,
      shouldUpgradeCallback: isSocket,
      // Node would refuse it without a message; `refusalOfHead` adds one.
      requireHostHeader: false,
    },
    createHandler(rooms, doors),
  )
  if (doors.upgrade) server.on('upgrade', guarded(doors.upgrade))
  server.on('clientError', refuseGarbage).on('connect', refuseTunnel)
  server.on('checkContinue', continueWhenRead)
  server.on('checkExpectation', (request, response) => server.emit('request', request, response))
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
  const answer = createAnswer(rooms, doors)
  const following = { log, metrics: doors.metrics, clientOf: clientAddresses(config.trustProxy) }
  return (request, response) => {
    const requestId = nameRequest(response)
    toOriginForm(request)
    cors(request, response)
    cutWhenStalled(response)
    dropRest(request, response)
    followRequest(following, request, response, requestId)
    const span = beginRequest(request, response, requestId)
    const answered = span ? within(span, () => answer(request, response)) : answer(request, response)
    answered.catch((error) => {
      log.error({ err: error, requestId }, 'a request failed')
      if (response.headersSent) response.destroy()
      else refuse(response, toDomainError(error))
    })
  }
}

/** The head of a socket's request is checked like any other. */
function guarded(upgrade: NonNullable<Doors['upgrade']>): NonNullable<Doors['upgrade']> {
  return (request, socket, head) => {
    const refusal = refusalOfHead(request)
    if (refusal) refuseSocket(socket, refusal)
    else upgrade(request, socket, head)
  }
}

/** Routes each request to its door. */
function createAnswer(
  rooms: Rooms,
  doors: Doors,
): (request: IncomingMessage, response: ServerResponse) => Promise<void> {
  // The adapter cannot build a Request from a malformed target or Host, so it is answered here.
  const rest = getRequestListener(createRest(rooms, doors.web).fetch, { hostname: 'localhost', errorHandler: () => {} })
  const graphqls = new Map([
    ['/graphql', doors.graphql],
    ['/admin/graphql', doors.admin],
  ])
  const { metrics, web, adminExport } = doors
  const { metricsPort } = rooms.resources.config
  /** Answers read-only addresses. */
  const readerOf = (path: string): ((...asked: Parameters<Web['answer']>) => unknown) | null => {
    if (metrics && path === '/metrics' && metricsPort === null) return (_request, response) => metrics.answer(response)
    if (adminExport && path === ADMIN_EXPORT) return adminExport
    return web?.has(path) ? web.answer : null
  }
  return async (request, response) => {
    const refusal = refusalOfHead(request)
    if (refusal) return refuse(response, refusal)
    if (isPreflight(request)) return answerPreflight(request, response)
    const path = pathOf(request)
    const isOptions = request.method === 'OPTIONS'
    if (path === '*' && isOptions) return allow(response)
    const graphql = graphqls.get(path)
    if (graphql) {
      if (isOptions) return allow(response, path === '/graphql' ? GRAPHQL_METHODS : ADMIN_METHODS)
      await graphql(request, response)
      return
    }
    const read = readerOf(path)
    if (read) {
      if (isOptions) return allow(response, READ_METHODS)
      if (request.method === 'GET' || request.method === 'HEAD') {
        await read(request, response, path)
        return
      }
      response.setHeader('Allow', READ_METHODS)
      return refuse(response, new DomainError('method_not_allowed', 'This address accepts only GET and HEAD.'))
    }
    await rest(request, response)
    if (!response.headersSent)
      refuse(response, new DomainError('invalid_parameter', 'The request target is malformed.'))
  }
}

/** One log line and one observation per request. The query is left out, because it may contain a signed link. */
function followRequest(
  { log, metrics, clientOf }: { log: Log; metrics: Doors['metrics']; clientOf: ClientAddress },
  request: IncomingMessage,
  response: ServerResponse,
  requestId: string,
): void {
  const { method, headers, socket } = request
  // A closed connection knows it no more.
  const peer = socket.remoteAddress
  const start = performance.now()
  response.once('close', () => {
    const elapsed = performance.now() - start
    metrics?.observe(request, response, elapsed / 1000)
    const level = response.statusCode >= 500 ? 'info' : 'debug'
    if (!log.isLevelEnabled(level)) return
    const ms = Math.round(elapsed * 10) / 10
    const client = clientOf(peer, headers['x-forwarded-for']?.toString())
    log[level]({ method, path: pathOf(request), status: response.statusCode, ms, client, requestId }, 'request')
  })
}

/** The answer to OPTIONS that is not a preflight. */
function allow(response: ServerResponse, methods?: string): void {
  response.writeHead(204, methods === undefined ? {} : { Allow: methods }).end()
}
