import { GraphQLError, type GraphQLErrorExtensions, Kind } from 'graphql'
import { type DomainError, toDomainError } from '../../errors.ts'
import type { Log } from '../../lib/log.ts'
import { PROBLEMS_MAX } from '../../limits.ts'
import { GRAPHQL_MESSAGE_MAX } from '../limits.ts'
import { errorHeaders } from '../rest/respond.ts'

/** The code of an unknown hash. Clients compare it, so it is not in lower case. */
export const NOT_PERSISTED = 'PERSISTED_QUERY_NOT_FOUND'

/** Codes of the GraphQL layer itself, in addition to the catalogue in `src/errors.ts`. */
const LAYER_CODES: Readonly<Record<string, string>> = {
  BAD_REQUEST: 'bad_request',
  GRAPHQL_PARSE_FAILED: 'graphql_parse_failed',
  GRAPHQL_VALIDATION_FAILED: 'graphql_validation_failed',
  [NOT_PERSISTED]: NOT_PERSISTED,
  OPERATION_RESOLUTION_FAILURE: 'operation_resolution_failure',
}

/** Errors that are already public, each with its hidden cause. */
const published = new WeakMap<GraphQLError, { readonly cause: unknown }>()

/**
 * The public form of any thrown value (docs/rules/doors.md#graphql): a refusal with its code, a mistake in the
 * request with a code of the layer, anything else masked as `internal_error`. `extensions.http` passes the HTTP door a
 * status and never leaves it.
 */
export function toPublicError(error: unknown): GraphQLError {
  if (error instanceof GraphQLError && published.has(error)) return error
  const root = rootOf(error)
  const passing = root instanceof GraphQLError ? null : toDomainError(root)
  const isKnown = passing !== null && passing.code !== 'internal_error'
  const known = isKnown ? refusal(passing, error) : root instanceof GraphQLError ? mistake(root, error) : null
  const shown = known ?? derive(error, 'Unexpected error.', { code: 'internal_error', http: { status: 500 } })
  const isPlain = root === passing || (known !== null && !isKnown)
  published.set(shown, { cause: isPlain ? null : root })
  return shown
}

/** Whether it is a temporary state of the service (503), after which clients should retry. */
export function isPassing(error: unknown): boolean {
  return toPublicError(error).extensions['code'] === 'overloaded'
}

function rootOf(error: unknown): unknown {
  let root = error
  while (root instanceof GraphQLError && root.originalError) root = root.originalError
  return root
}

/** Position and path of the original. A field's error does not change the status of the answer, because other fields may be valid. */
function derive(error: unknown, message: string, extensions: GraphQLErrorExtensions): GraphQLError {
  if (!(error instanceof GraphQLError)) return new GraphQLError(message, { extensions })
  const { nodes = null, source, positions, path } = error
  const { http, ...rest } = extensions
  return new GraphQLError(message, {
    nodes,
    source,
    positions,
    path,
    extensions: path || !http ? rest : { ...rest, http },
  })
}

function refusal(root: DomainError, error: unknown): GraphQLError {
  return derive(error, root.message, {
    code: root.code,
    ...(root.param === null ? {} : { param: root.param }),
    ...(root.retryAfter === null ? {} : { retryAfter: root.retryAfter }),
    ...(root.details === null ? {} : { details: root.details }),
    http: { status: root.status, headers: errorHeaders(root) },
  })
}

/** A mistake in the request; null for errors of the gateway's code, such as a null for a non-null field. */
function mistake(root: GraphQLError, error: unknown): GraphQLError | null {
  const { code, http, originalError: _, ...rest } = root.extensions as Record<string, unknown>
  const outer = error as GraphQLError
  if (code === undefined && outer.path && outer.nodes?.[0]?.kind === Kind.FIELD) return null
  const { status = 400, ...protocol } = (http ?? { spec: true }) as { status?: number; spec?: boolean }
  const own = typeof code === 'string' && !(code in LAYER_CODES)
  const named = typeof code === 'string' ? (LAYER_CODES[code] ?? code) : codeOf(outer)
  const shown = named === 'bad_request' && status === 405 ? 'method_not_allowed' : named
  // `spec` lets a client that asks for application/json have 200 for its mistakes; a guard's refusal is 400 for everyone.
  return derive(outer, cut(root.message), { ...rest, code: shown, http: own ? { status } : { status, ...protocol } })
}

/** graphql-js repeats names and values at any length. */
function cut(message: string): string {
  return message.length > GRAPHQL_MESSAGE_MAX ? `${message.slice(0, GRAPHQL_MESSAGE_MAX).toWellFormed()}…` : message
}

function codeOf({ nodes, message }: GraphQLError): string {
  if (nodes?.[0]?.kind === Kind.VARIABLE_DEFINITION) return 'invalid_variables'
  return message.startsWith('Syntax Error') ? 'graphql_parse_failed' : 'bad_request'
}

/** The first errors, signed; an answer has a limited number of them. */
export function signErrors(errors: readonly unknown[], requestId: string, log: Log): GraphQLError[] {
  return errors.slice(0, PROBLEMS_MAX).map((error) => signError(error, requestId, log))
}

/** The error with the request's id, which every refusal has. A masked error is logged with that id. */
export function signError(error: unknown, requestId: string, log: Log): GraphQLError {
  const shown = toPublicError(error)
  const cause = published.get(shown)?.cause
  if (cause) log.error({ err: cause, requestId, path: shown.path?.join('.') }, 'a GraphQL operation failed')
  const { nodes = null, source, positions, path, message, extensions } = shown
  const signed = new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, requestId } })
  published.set(signed, { cause: null })
  return signed
}
