import type { IncomingMessage, ServerResponse } from 'node:http'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'

/** Request headers that a browser may send (contract 3, CORS), beside any `X-Stainless-*`. */
const ALLOWED: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'if-range',
  'if-none-match',
  'last-event-id',
  'api-version',
  // Of GraphQL uploads, which must have one of them.
  'x-graphql-yoga-csrf',
  'apollo-require-preflight',
  'x-apollo-operation-name',
  'graphql-require-preflight',
])

const EXPOSED = [
  'Retry-After',
  'RateLimit',
  'RateLimit-Policy',
  'X-Request-Id',
  'Content-Range',
  'Content-Length',
  'ETag',
  'Location',
  'Idempotent-Replayed',
].join(', ')

const MAX_AGE_SECONDS = 7200

/** Adds CORS headers to the answer to a browser (contract 3). */
export type Cors = (request: IncomingMessage, response: ServerResponse) => void

/** @param origins allowed origins; `*` allows any, which is safe: nothing here authenticates by cookie */
export function createCors(origins: readonly string[]): Cors {
  const any = origins.includes('*')
  return (request, response) => {
    const { origin } = request.headers
    if (!any) response.setHeader('Vary', 'Origin')
    if (origin === undefined || !(any || origins.includes(origin))) return
    response.setHeader('Access-Control-Allow-Origin', any ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', EXPOSED)
  }
}

/** Answers OPTIONS: 204, and to a browser's preflight what it may send. */
export function answerPreflight(request: IncomingMessage, response: ServerResponse): void {
  const wanted = request.headers['access-control-request-headers']
  if (response.hasHeader('Access-Control-Allow-Origin')) {
    response.setHeader('Access-Control-Allow-Methods', METHODS)
    response.setHeader('Access-Control-Max-Age', MAX_AGE_SECONDS)
    if (wanted) response.setHeader('Access-Control-Allow-Headers', allowedOf(wanted))
  }
  response.writeHead(204).end()
}

function allowedOf(wanted: string): string {
  const names = wanted.split(',').map((name) => name.trim().toLowerCase())
  return names.filter((name) => ALLOWED.has(name) || /^x-stainless-[a-z0-9-]+$/.test(name)).join(', ')
}
