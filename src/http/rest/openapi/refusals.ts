import { type ErrorCode, errorType } from '../../../errors.ts'
import type { Declared } from '../route.ts'
import { ADVICE } from './advice.ts'
import { ErrorObject, JSON_TYPE } from './answer.ts'
import type { HeaderName } from './headers.ts'
import type { JsonSchema } from './schema.ts'

/** Refusals of a missing or invalid key or token. */
export const KEY_CODES: readonly ErrorCode[] = [
  'missing_api_key',
  'invalid_api_key',
  'api_key_revoked',
  'api_key_expired',
  'read_token_expired',
]

/** Also refusals of operations that any key may call, because read tokens may not call them. */
export const SCOPE_CODES: readonly ErrorCode[] = ['insufficient_scope', 'account_disabled']

/** Refusals of an operation by status: its own, and those that follow from the rest of its declaration. */
export function refusalsOf(operation: Declared): ReadonlyMap<number, readonly ErrorCode[]> {
  const all = new Map<number, readonly ErrorCode[]>()
  const add = (status: number, ...codes: readonly ErrorCode[]) =>
    all.set(status, [...new Set([...(all.get(status) ?? []), ...codes])])
  const { need, id, query, body, idempotent, version } = operation
  const takesJson = body?.content.some(({ type }) => type === JSON_TYPE)
  add(400, 'invalid_parameter', 'unknown_parameter')
  if (need !== 'nothing') {
    add(400, 'unsupported_api_version')
    add(401, ...KEY_CODES)
    add(403, ...SCOPE_CODES)
    add(429, 'rate_limit_exceeded')
  }
  if (body) {
    add(400, 'missing_parameter')
    add(415, 'unsupported_media_type')
    if (takesJson) {
      add(400, 'invalid_json')
      add(413, 'request_too_large')
    }
  }
  if (idempotent) add(400, 'invalid_idempotency_key')
  if (idempotent === 'kept' && body) add(422, 'idempotency_key_reused')
  if (query?.['after']) add(400, 'invalid_cursor')
  if (id) add(404, id.unknown)
  for (const [status, codes] of Object.entries(operation.refusals ?? {})) add(Number(status), ...codes)
  if (version) add(404, 'route_not_found')
  return new Map([...all].sort(([a], [b]) => a - b))
}

/** The body of a refusal with one of these codes. The example has the last code, which is the operation's own. */
export function refusalContent(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const [code = 'internal_error'] = codes.slice(-1)
  const { happened: message } = ADVICE[code]
  const error = { type: errorType(status), code, message, param: null, request_id: 'req_01k5x2p8c4m6r9t1v3w5y7z0ab' }
  const narrowed = { allOf: [ErrorObject, { properties: { code: { enum: codes } } }] }
  const schema = { type: 'object', properties: { error: narrowed }, required: ['error'] }
  return { [JSON_TYPE]: { schema, examples: { [code]: { value: { error } } } } }
}

/** The codes and their meaning, as a Markdown list. */
export function refusalText(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- [\`${code}\`](docs/errors#${code}): ${ADVICE[code].happened}`).join('\n')
}

/** Headers that a refusal always has, in addition to the request's id. */
export function refusalHeaders(status: number): readonly HeaderName[] {
  if (status === 401) return ['WWW-Authenticate']
  if (status === 409) return ['x-should-retry']
  if (status === 416) return ['Content-Range']
  return status === 429 ? ['Retry-After'] : []
}

/** Codes that can happen to any operation, so that no operation lists them. */
export const ANYWHERE: readonly ErrorCode[] = [
  'internal_error',
  'storage_unavailable',
  'insufficient_storage',
  'overloaded',
]
