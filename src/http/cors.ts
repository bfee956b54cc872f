import type { IncomingMessage, ServerResponse } from 'node:http'

const METHODS = 'GET, HEAD, POST, PATCH, DELETE'

/** Request headers that a browser may send (docs/rules/doors.md#browsers), beside any `X-Stainless-*`. */
const ALLOWED: ReadonlySet<string> = new Set([
  'authorization',
  'content-type',
  'idempotency-key',
  'range',
  'if-range',
  'if-none-match',
  'last-event-id',
  'api-version',
  // Of tracing in pages (W3C Trace Context); nothing here reads them.
  'traceparent',
  'tracestate',
  // Of stock SDKs: Firefox and Safari ask before they send one that a script has set.
  'user-agent',
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
  // Stock SDKs repeat a 409 that they cannot read it of.
  'x-should-retry',
].join(', ')

const MAX_AGE_SECONDS = 7200

/** Adds CORS headers to every answer to a browser, refusals and event streams too. */
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

/** Whether a browser asks what it may send. Any other OPTIONS asks what an address takes. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight: 204, with what may be sent where the origin is allowed, whether or not there is such a route. */
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
