import { z } from 'zod'
import { ERROR_CODES, type ErrorCode, errorType } from '../../../errors.ts'
import { ADVICE } from './advice.ts'
import type { HeaderName } from './headers.ts'
import { JSON_TYPE, type Operation } from './operation.ts'
import { answerSchema, idOf, type JsonSchema, refTo } from './schema.ts'

/**
 * The error object (docs/rules/doors.md#errors): the body of a refusal, or part of a partial answer.
 */
export const ErrorObject = answerSchema(
  'Error',
  z
    .object({
      type: z
        .enum([...new Set([400, 401, 402, 403, 429, 500].map(errorType))])
        .meta({ description: 'Category; it follows from the status.' }),
      code: z
        .enum(ERROR_CODES)
        .meta({ description: 'What happened, for programs. The error catalogue explains each code.' }),
      message: z.string().meta({ description: 'What happened, for people. It may change: do not parse it.' }),
      param: z
        .string()
        .nullable()
        .meta({ description: 'The invalid parameter, down to the item: `references[2]`, `API-Version`.' }),
      request_id: idOf('req', 'The same as `X-Request-Id`.'),
      details: z
        .record(z.string(), z.unknown())
        .optional()
        .meta({ description: 'Further values of some codes, such as `available_micro` of `insufficient_balance`.' }),
    })
    .meta({ description: 'What was refused, and why.' }),
)

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

/** Refusals of an operation by status: its own, and those that follow from its scope, body and Idempotency-Key. */
export function refusalsOf(operation: Operation): ReadonlyMap<number, readonly ErrorCode[]> {
  const all = new Map<number, readonly ErrorCode[]>()
  const add = (status: number, ...codes: readonly ErrorCode[]) =>
    all.set(status, [...new Set([...(all.get(status) ?? []), ...codes])])
  const { need, body, idempotent } = operation
  const takesForm = body?.length === 1 && body[0]?.type === 'multipart/form-data'
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
    if (!takesForm) {
      add(400, 'invalid_json')
      add(413, 'request_too_large')
    }
  }
  if (idempotent) add(400, 'invalid_idempotency_key')
  if (idempotent === 'kept' && body) add(422, 'idempotency_key_reused')
  for (const [status, codes] of Object.entries(operation.refusals ?? {})) add(Number(status), ...codes)
  return new Map([...all].sort(([a], [b]) => a - b))
}

/** The body of a refusal with one of these codes. The example has the last code, which is the operation's own. */
export function refusalContent(status: number, codes: readonly ErrorCode[]): JsonSchema {
  const [code = 'internal_error'] = codes.slice(-1)
  const { happened: message } = ADVICE[code]
  const error = { type: errorType(status), code, message, param: null, request_id: 'req_01k5x2p8c4m6r9t1v3w5y7z0ab' }
  const narrowed = { allOf: [refTo(ErrorObject), { properties: { code: { enum: codes } } }] }
  const schema = { type: 'object', properties: { error: narrowed }, required: ['error'] }
  return { [JSON_TYPE]: { schema, examples: { [code]: { value: { error } } } } }
}

/** The codes and their meaning, as a Markdown list. */
export function refusalText(codes: readonly ErrorCode[]): string {
  return codes.map((code) => `- [\`${code}\`](/v1/docs/errors#${code}): ${ADVICE[code].happened}`).join('\n')
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
