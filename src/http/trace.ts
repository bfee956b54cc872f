import type { IncomingMessage, ServerResponse } from 'node:http'
import { type Span, SpanKind, SpanStatusCode, trace } from '@opentelemetry/api'
import { begin, contextOf, isTracing } from '../lib/trace.ts'
import { pathOf } from './request-head.ts'

const METHODS: ReadonlySet<string> = new Set(['GET', 'HEAD', 'POST', 'PATCH', 'DELETE', 'PUT'])

/**
 * Begins the span of a request of the API, in the caller's trace if it sends `traceparent`. It ends with the answer.
 * @returns null if the request is not traced
 */
export function beginRequest(request: IncomingMessage, response: ServerResponse, requestId: string): Span | null {
  if (!isTracing() || request.method === 'OPTIONS') return null
  const path = pathOf(request)
  const isGraphQL = path === '/graphql' || path === '/admin/graphql'
  if (!isGraphQL && !path.startsWith('/v1/')) return null
  const method = METHODS.has(request.method ?? '') ? String(request.method) : '_OTHER'
  const span = begin(
    isGraphQL ? `${method} ${path}` : method,
    {
      kind: SpanKind.SERVER,
      attributes: {
        'http.request.method': method,
        'network.protocol.version': request.httpVersion,
        'vidgate.request.id': requestId,
        ...(isGraphQL && { 'http.route': path }),
      },
    },
    contextOf(request.headers),
  )
  response.once('close', () => {
    const { statusCode, headersSent } = response
    if (headersSent) span?.setAttribute('http.response.status_code', statusCode)
    if (headersSent && statusCode >= 500) {
      span?.setStatus({ code: SpanStatusCode.ERROR }).setAttribute('error.type', `${statusCode}`)
    }
    span?.end()
  })
  return span
}

/** Names the active request by its route. */
export function nameRoute(method: string, route: string): void {
  if (!isTracing()) return
  trace.getActiveSpan()?.updateName(`${method} ${route}`).setAttribute('http.route', route)
}
