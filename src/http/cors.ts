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
  // For tracing in pages (W3C Trace Context, docs/operating.md#traces).
  'traceparent',
  'tracestate',
  // For clients of the Model Context Protocol.
  'mcp-protocol-version',
  'max-amount-micro',
  // For stock SDKs: Firefox and Safari send a preflight for one set by a script.
  'user-agent',
  // For GraphQL uploads, which need one of them.
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
  // Without it stock SDKs repeat every 409.
  'x-should-retry',
].join(', ')

const MAX_AGE_SECONDS = 7200

/** Adds CORS headers to every answer to a browser, including refusals and event streams. */
export type Cors = (request: IncomingMessage, response: ServerResponse) => void

/** @param origins allowed origins; `*` allows any, which is safe: nothing here authenticates by cookie */
export function createCors(origins: readonly string[]): Cors {
  const any = origins.includes('*')
  return (request, response) => {
    const { origin } = request.headers
    if (!any) response.setHeader('Vary', 'Origin')
    if (origin === undefined || !isAllowedOrigin(origins, origin)) return
    response.setHeader('Access-Control-Allow-Origin', any ? '*' : origin)
    response.setHeader('Access-Control-Expose-Headers', EXPOSED)
  }
}

/** Whether the configuration allows pages of an origin. */
export function isAllowedOrigin(origins: readonly string[], origin: string): boolean {
  return origins.includes('*') || origins.includes(origin)
}

/** Whether it is a browser's preflight. Any other OPTIONS asks for the methods of an address. */
export function isPreflight({ method, headers }: IncomingMessage): boolean {
  return method === 'OPTIONS' && headers.origin !== undefined && headers['access-control-request-method'] !== undefined
}

/** Answers a preflight with 204, and with the allowed methods and headers if the origin is allowed; for unknown routes too. */
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
