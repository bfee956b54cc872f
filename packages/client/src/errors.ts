import type { ErrorObject } from './generated/api.ts'

/** A code of the gateway's catalogue (`/v1/docs/errors`), or one of the client's own. */
export type ErrorCode = ErrorObject['code'] | 'connection_failed' | 'token_failed' | 'unexpected_answer'

interface Details extends Partial<Omit<ErrorObject, 'code' | 'type'>> {
  readonly code: ErrorCode
  readonly type?: string
  readonly status?: number
  readonly retryAfter?: number | null
  readonly isRepeatable?: boolean
  readonly cause?: unknown
}

/**
 * A call that was refused, or got no answer. Decide by `code`, show `message` to people, and quote `requestId` to support.
 * `connection_failed`: there was no answer; `cause` says why. `token_failed`: the `token` function threw `cause`.
 * `unexpected_answer`: the answer is not the gateway's.
 */
export class VidgateError extends Error {
  override readonly name = 'VidgateError'
  readonly code: ErrorCode
  /** Category, which follows from the status. */
  readonly type: string
  /** 0: there was no answer. */
  readonly status: number
  /** The invalid parameter, down to the item: `references[2]`. */
  readonly param: string | null
  readonly requestId: string | null
  /** Seconds after which the same call may succeed. */
  readonly retryAfter: number | null
  /** Further values of some codes. */
  readonly details: Readonly<Record<string, unknown>> | null
  /** Whether the same call may succeed later. */
  readonly isRepeatable: boolean

  constructor(details: Details) {
    super(details.message, { cause: details.cause })
    this.code = details.code
    this.type = details.type ?? 'client_error'
    this.status = details.status ?? 0
    this.param = details.param ?? null
    this.requestId = details.request_id || null
    this.retryAfter = details.retryAfter ?? null
    this.details = details.details ?? null
    this.isRepeatable = details.isRepeatable ?? this.status === 0
  }
}

/** An error of a GraphQL answer. */
export interface GraphqlError {
  readonly message: string
  readonly extensions?: { readonly code?: ErrorCode; readonly retryAfter?: number }
}

/** The error of a refused call, in REST's or GraphQL's form. Proxies answer with other bodies. */
export async function errorOf(response: Response): Promise<VidgateError> {
  const { status, headers } = response
  const text = await response.text().catch(() => '')
  const given = parse(text)
  const error = given.error ?? graphqlDetails(given.errors?.[0])
  const wait = headers.get('retry-after')
  const retryAfter = wait === null ? null : Number.isNaN(+wait) ? (Date.parse(wait) - Date.now()) / 1000 : +wait
  return new VidgateError({
    message: `The answer has status ${status}, and is not the gateway's.`,
    code: 'unexpected_answer',
    request_id: headers.get('x-request-id') ?? '',
    ...error,
    status,
    retryAfter,
    // The gateway's word counts for 409, of which one passes; 429 passes if it says when.
    isRepeatable:
      [408, 500, 502, 503, 504].includes(status) ||
      (status === 429 && retryAfter !== null) ||
      headers.get('x-should-retry') === 'true',
  })
}

/** Errors of a subscription that has begun, with the statuses that they have elsewhere: it can be opened again. */
const LATER: Partial<Record<ErrorCode, number>> = {
  stream_lagged: 429,
  overloaded: 503,
  internal_error: 500,
  read_token_expired: 401,
}

/** The error of an event of a subscription. */
export function subscriptionError(error: GraphqlError): VidgateError {
  const details = graphqlDetails(error)
  const status = LATER[details.code]
  return new VidgateError({ ...details, status: status ?? 200, isRepeatable: status !== undefined })
}

function graphqlDetails(error: GraphqlError): Pick<Details, 'message' | 'code'> & { retryAfter?: number }
function graphqlDetails(error: GraphqlError | undefined): object
function graphqlDetails(error: GraphqlError | undefined): object {
  return error ? { code: 'unexpected_answer', ...error.extensions, message: error.message } : {}
}

function parse(text: string): { error?: ErrorObject; errors?: GraphqlError[] } {
  try {
    return JSON.parse(text) ?? {}
  } catch {
    return {}
  }
}
