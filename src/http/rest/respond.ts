import type { ServerResponse } from 'node:http'
import { type DomainError, errorType, toDomainError } from '../../errors.ts'
import type { Log } from '../../lib/log.ts'
import type { Page } from '../../lib/page.ts'
import { requestIdOf } from '../request-id.ts'

/**
 * A JSON answer from its text. Caches must not store it, because links expire and states change
 * (docs/rules/doors.md#answers). For prices and files a 304 would save almost nothing. HEAD has the length without the text.
 */
export function json(status: number, text: string, headers?: Readonly<Record<string, string>>): Response {
  const fixed = {
    'Content-Type': 'application/json',
    'Content-Length': String(Buffer.byteLength(text)),
    'Cache-Control': 'no-store',
  }
  return new Response(text, { status, headers: { ...fixed, ...headers } })
}

/** Marks a repeated answer. */
export function replayHeaders(replayed: boolean): Record<string, string> {
  return replayed ? { 'Idempotent-Replayed': 'true' } : {}
}

/** The answer to a deletion. */
export function deletion(id: string, object: string, replayed: boolean): Response {
  return json(200, JSON.stringify({ id, object, deleted: true }), replayHeaders(replayed))
}

/** The envelope of a list (docs/rules/doors.md#lists), of items as JSON text. */
export function listText<T extends { readonly id: string }>(page: Page<T>, present: (item: T) => string): string {
  const data = page.items.map(present)
  return `{"object":"list","data":[${data.join()}],${endsText(page.items)},"has_more":${page.hasMore}}`
}

/** `first_id` and `last_id` of a page. */
export function endsText(items: readonly { readonly id: string }[]): string {
  const [first, last] = [items[0]?.id ?? null, items.at(-1)?.id ?? null]
  return `"first_id":${JSON.stringify(first)},"last_id":${JSON.stringify(last)}`
}

/** The error object (docs/rules/doors.md#errors). */
export function errorObject(error: DomainError, requestId: string): Record<string, unknown> {
  const { code, message, param, details } = error
  const object = { type: errorType(error.status), code, message, param, request_id: requestId }
  return details ? { ...object, details } : object
}

/** Headers of an error: whether and when to try again (docs/rules/doors.md#errors). */
export function errorHeaders(error: DomainError): Record<string, string> {
  const headers: Record<string, string> = {}
  if (error.retryAfter !== null) headers['Retry-After'] = String(error.retryAfter)
  if (error.status === 401) headers['WWW-Authenticate'] = 'Bearer'
  // RFC 9110, 12.5.3: the accepted codings of a request.
  if (error.param === 'Content-Encoding') headers['Accept-Encoding'] = 'identity'
  // Stock SDKs repeat a 409, which is useful only while the first call still runs.
  if (error.status === 409) headers['x-should-retry'] = String(error.code === 'idempotency_in_progress')
  return headers
}

/** Answers with an error where there is no `Response`: outside of REST. */
export function refuse(response: ServerResponse, error: DomainError): void {
  const text = JSON.stringify({ error: errorObject(error, requestIdOf(response)) })
  const headers = { 'Content-Type': 'application/json', 'Content-Length': Buffer.byteLength(text) }
  response.writeHead(error.status, { ...headers, 'Cache-Control': 'no-store', ...errorHeaders(error) }).end(text)
}

/** The answer to any thrown value: a refusal unchanged; anything else masked, and logged with the request's id. */
export function refusal(
  thrown: unknown,
  requestId: string,
  log: Log,
  headers?: Readonly<Record<string, string>>,
): Response {
  const error = toDomainError(thrown)
  if (error !== thrown) log.error({ err: thrown, requestId }, 'a request failed')
  const text = JSON.stringify({ error: errorObject(error, requestId) })
  return json(error.status, text, { ...errorHeaders(error), ...headers })
}
