import type { IncomingMessage } from 'node:http'
import { DomainError } from '../errors.ts'

/**
 * Headers that a request may have only once (RFC 9110, 5.3). Node uses the first of two or joins them, and a proxy in front may
 * have used the other.
 */
const SINGLE: ReadonlySet<string> = new Set([
  'host',
  'origin',
  'authorization',
  'content-type',
  'idempotency-key',
  'api-version',
  'last-event-id',
])

/** `/.` and `/..`, in any spelling. */
const DOT_SEGMENT = /\/(\.|%2e){1,2}(\/|$)/i

/** Path of a request, without its query. */
export function pathOf({ url = '/' }: IncomingMessage): string {
  const end = url.indexOf('?')
  return end < 0 ? url : url.slice(0, end)
}

/** `GET http://host/path`, the form for proxies, is the same request as `GET /path` (RFC 9112, 3.2.2). */
export function toOriginForm(request: IncomingMessage): void {
  const { url = '/' } = request
  if (url.startsWith('/') || !/^https?:/i.test(url) || !URL.canParse(url)) return
  const [, rest = ''] = /^https?:\/\/[^/?#]*(.*)$/i.exec(url) ?? []
  request.url = rest.startsWith('/') ? rest : `/${rest}`
}

/**
 * The refusal of an invalid request head, for any door; null if the head is valid. `..` is not resolved, because the rules of
 * proxies are for the path as written.
 */
export function refusalOfHead(request: IncomingMessage): DomainError | null {
  const { headers, httpVersion, rawHeaders, url = '/' } = request
  if (headers.host === undefined && httpVersion === '1.1') {
    return new DomainError('missing_parameter', 'An HTTP/1.1 request must have a Host header.', { param: 'Host' })
  }
  const repeated = repeatedIn(rawHeaders)
  if (repeated !== null) {
    return new DomainError('invalid_parameter', `${repeated} must be given once.`, { param: repeated })
  }
  if (headers.expect !== undefined && headers.expect.toLowerCase() !== '100-continue') {
    const message = 'Expect supports only 100-continue.'
    return new DomainError('invalid_parameter', message, { status: 417, param: 'Expect' })
  }
  if (url.includes('#')) return new DomainError('invalid_parameter', 'The request target must not have a fragment.')
  if (DOT_SEGMENT.test(pathOf(request))) return new DomainError('route_not_found', 'There is no such route.')
  return null
}

/** The first repeated name, as written. */
function repeatedIn(rawHeaders: readonly string[]): string | null {
  const seen = new Set<string>()
  for (let i = 0; i < rawHeaders.length; i += 2) {
    const written = rawHeaders[i] ?? ''
    const name = written.toLowerCase()
    if (!SINGLE.has(name)) continue
    if (seen.has(name)) return written
    seen.add(name)
  }
  return null
}
