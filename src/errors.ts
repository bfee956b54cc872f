/** The error catalogue (docs/rules/doors.md#errors): every code that a caller can get, with its status. */
const CATALOGUE = {
  invalid_json: 400,
  invalid_parameter: 400,
  missing_parameter: 400,
  unknown_parameter: 400,
  conflicting_parameters: 400,
  reference_not_supplied: 400,
  negative_prompt_unsupported: 400,
  file_expired: 400,
  file_wrong_kind: 400,
  empty_file: 400,
  audio_duration_unreadable: 400,
  media_unreadable: 400,
  image_too_large: 400,
  material_too_long: 400,
  material_too_short: 400,
  too_many_references: 400,
  invalid_cursor: 400,
  upscale_not_eligible: 400,
  invalid_idempotency_key: 400,
  unsupported_api_version: 400,
  missing_api_key: 401,
  invalid_api_key: 401,
  api_key_revoked: 401,
  api_key_expired: 401,
  read_token_expired: 401,
  insufficient_balance: 402,
  spend_limit_exceeded: 402,
  insufficient_scope: 403,
  account_disabled: 403,
  origin_not_allowed: 403,
  invalid_signature: 403,
  video_not_found: 404,
  group_not_found: 404,
  file_not_found: 404,
  api_key_not_found: 404,
  delivery_not_found: 404,
  route_not_found: 404,
  method_not_allowed: 405,
  task_not_cancellable: 409,
  task_not_deletable: 409,
  file_in_use: 409,
  idempotency_in_progress: 409,
  video_not_ready: 409,
  video_unavailable: 409,
  upscale_price_changed: 409,
  price_above_maximum: 409,
  key_limit_reached: 409,
  video_expired: 410,
  video_deleted: 410,
  source_unavailable: 410,
  link_expired: 410,
  request_too_large: 413,
  file_too_large: 413,
  storage_quota_exceeded: 413,
  unsupported_media_type: 415,
  range_not_satisfiable: 416,
  idempotency_key_reused: 422,
  rate_limit_exceeded: 429,
  concurrency_limit_exceeded: 429,
  stream_lagged: 429,
  internal_error: 500,
  prompt_optimizer_unavailable: 502,
  overloaded: 503,
  storage_unavailable: 503,
  insufficient_storage: 507,
} as const satisfies Record<string, number>

export type ErrorCode = keyof typeof CATALOGUE

/** Every code, in the order of the statuses. */
export const ERROR_CODES = Object.keys(CATALOGUE) as readonly ErrorCode[]

/** The status of a code, unless a refusal sets another. */
export function statusOf(code: ErrorCode): number {
  return CATALOGUE[code]
}

export interface ErrorExtras {
  /** Status where it differs from the catalogue's (file_not_found is 400 in a create, 404 as a resource). */
  readonly status?: number
  /** Path of the invalid parameter, down to the item: `references[2]`. */
  readonly param?: string
  /** Whole seconds, at most 60. */
  readonly retryAfter?: number
  readonly details?: Readonly<Record<string, unknown>>
}

/** A refusal that callers see. REST and GraphQL each map it once; any other error is a masked internal_error. */
export class DomainError extends Error {
  readonly code: ErrorCode
  readonly status: number
  readonly param: string | null
  readonly retryAfter: number | null
  readonly details: Readonly<Record<string, unknown>> | null

  constructor(code: ErrorCode, message: string, extras: ErrorExtras = {}) {
    super(message)
    this.name = 'DomainError'
    this.code = code
    this.status = extras.status ?? CATALOGUE[code]
    this.param = extras.param ?? null
    this.retryAfter = extras.retryAfter ?? null
    this.details = extras.details ?? null
  }
}

const TYPES: Readonly<Record<number, string>> = {
  401: 'authentication_error',
  402: 'insufficient_balance_error',
  403: 'permission_error',
  429: 'rate_limit_error',
}

/** `error.type` of a status. */
export function errorType(status: number): string {
  return status >= 500 ? 'api_error' : (TYPES[status] ?? 'invalid_request_error')
}

/** The public form of any thrown value: a refusal unchanged, a temporary state as 503, anything else masked. */
export function toDomainError(thrown: unknown): DomainError {
  if (thrown instanceof DomainError) return thrown
  const state = databaseState(thrown)
  if (state) return new DomainError('overloaded', PASSING[state], { retryAfter: RETRY_S })
  if (codesOf(thrown).some((code) => FULL.test(code))) return insufficientStorage()
  return new DomainError('internal_error', 'Something went wrong on our side. Quote the request id when reporting it.')
}

export function insufficientStorage(): DomainError {
  return new DomainError('insufficient_storage', 'The storage is full; try again later.')
}

const RETRY_S = 1

/** A disk that cannot be written: full, over quota, or read-only. */
const FULL = /^(ENOSPC|EDQUOT|EROFS)$/

const PASSING: Readonly<Record<DatabaseState, string>> = {
  away: 'The service is restarting; try again shortly.',
  locked: 'Another change of this account is under way; try again shortly.',
  busy: 'The service is overloaded; try again shortly.',
}

/** Temporary state of the database that caused an error (docs/rules/limits.md#missing-database). */
export type DatabaseState = 'away' | 'locked' | 'busy'

/** SQLSTATE classes 08 and 57P (the server stops or starts), and Prisma's codes for it. */
const AWAY = /^(08...|57P0.|P10(01|02|08|17)|P2024)$/

/** Messages of pg for a broken connection, which have no code. */
const BROKEN = /^(Connection terminated|Client has encountered a connection error|Client was closed)/

/** Messages of pg if no connection was free in time. */
const LATE = /^timeout exceeded when trying to connect/

/** Socket errors of any unreachable server. */
const UNREACHABLE = /^E(CONNREFUSED|CONNRESET|CONNABORTED|PIPE|TIMEDOUT|HOSTUNREACH|NETUNREACH|NOTFOUND|AI_AGAIN)$/

/** Class 53: no disk, memory or connections left; a statement that took too long; a victim of a deadlock. */
const BUSY = /^(53...|57014|40P01|40001)$/

/** null if the error is no temporary state of the database. */
export function databaseState(thrown: unknown): DatabaseState | null {
  const codes = codesOf(thrown)
  if (codes.includes('55P03')) return 'locked'
  if (isWorded(thrown, LATE) || saysDatabaseAway(thrown) || codes.some((code) => UNREACHABLE.test(code))) return 'away'
  return codes.some((code) => BUSY.test(code)) ? 'busy' : null
}

/** Whether an error can only mean that the database is unreachable. */
export function saysDatabaseAway(thrown: unknown): boolean {
  return codesOf(thrown).some((code) => AWAY.test(code)) || isWorded(thrown, BROKEN)
}

type Cause = Readonly<Record<string, unknown>>

/** An error and its chain of causes; a cause may be an object that is not an error. */
export function causesOf(thrown: unknown): Cause[] {
  const causes: Cause[] = []
  for (let cause = thrown; cause instanceof Object && causes.length < 4; ) {
    const link = cause as Cause
    causes.push(link)
    cause = link['cause']
  }
  return causes
}

function codesOf(thrown: unknown): string[] {
  const codes = causesOf(thrown).flatMap(({ code, originalCode }) => [code, originalCode])
  return codes.filter((code) => typeof code === 'string')
}

function isWorded(thrown: unknown, words: RegExp): boolean {
  return causesOf(thrown).some(({ message }) => words.test(String(message)))
}

/** Whether a row was locked for longer than the lock timeout; the transaction was rolled back. */
export function isLocked(thrown: unknown): boolean {
  return databaseState(thrown) === 'locked'
}
