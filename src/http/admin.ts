import { hash, timingSafeEqual } from 'node:crypto'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import { createYoga, type GraphQLParams, type Plugin } from 'graphql-yoga'
import { operatorSchema } from '../../schema/operator/index.ts'
import { DomainError } from '../errors.ts'
import type { OperatorContext } from '../graphql-context.ts'
import { parseJson } from '../lib/body.ts'
import type { Rooms } from '../rooms.ts'
import { sameHead } from './event-stream-head.ts'
import { isStream, jsonAnyway, toAnswer } from './graphql/answer.ts'
import { toPublicError } from './graphql/errors.ts'
import { guards } from './graphql/guards.ts'
import type { ServerContext } from './graphql/request.ts'
import { httpMeter } from './rate.ts'
import { requestIdOf } from './request-id.ts'

const ADMIN_ENDPOINT = '/admin/graphql'

/** What `/admin/graphql` takes. */
export const ADMIN_METHODS = 'POST, OPTIONS'

/** A query and its variables; nothing is sent here that is longer. */
const BODY_MAX_BYTES = 64 * 1024

/**
 * The operator has the rate of a key with default limits (docs/rules/limits.md#rates); an open dashboard stays far
 * below.
 */
export const OPERATOR = {
  keyId: 'operator',
  accountId: '',
  scopes: [],
  apiVersion: '',
  createsPerMinute: 0,
  callsPerMinute: 600,
  rateFactor: 1,
  readToken: null,
  taskIds: null,
} as const

/**
 * The operator's API: GraphQL by POST over the operator's schema. It accepts only OPERATOR_KEY, which no caller's API accepts
 * (docs/rules/keys.md#operator-key).
 */
export function createAdminHandler(
  rooms: Rooms,
  operatorKey: string,
): (request: IncomingMessage, response: ServerResponse) => unknown {
  return createYoga<ServerContext, OperatorContext>({
    schema: operatorSchema,
    graphqlEndpoint: ADMIN_ENDPOINT,
    context: rooms.resources,
    maskedErrors: { maskError: (error) => toPublicError(inOurWords(error)), errorMessage: 'Unexpected error.' },
    logging: false,
    multipart: false,
    batching: false,
    maxRequestBodySize: BODY_MAX_BYTES,
    cors: false,
    graphiql: false,
    landingPage: false,
    plugins: [admission(rooms, operatorKey), ...guards(), answers(rooms), jsonAnyway],
  })
}

/** Judged before the body is read: the key, the rate, the form. */
function admission(rooms: Rooms, operatorKey: string): Plugin<object, ServerContext> {
  const judge = createOperatorGuard(operatorKey)
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      judge(request.headers.get('authorization'))
      const exceeded = httpMeter(rooms, OPERATOR, serverContext.res).count(1)
      if (exceeded) throw exceeded
      if (request.method !== 'POST') {
        serverContext.res.setHeader('Allow', ADMIN_METHODS)
        throw new DomainError('method_not_allowed', 'This address takes POST alone.')
      }
      if (!/^application\/json\b/i.test(request.headers.get('content-type') ?? '')) {
        throw new DomainError('unsupported_media_type', 'Send the request as application/json.')
      }
      setRequestParser(async (body) => parseJson(await body.text()) as GraphQLParams)
    },
  }
}

/**
 * Judges Authorization headers by the operator's key, in constant time: digests are compared, whose lengths are the same.
 * @returns a function that throws DomainError 401 missing_api_key, invalid_api_key
 */
export function createOperatorGuard(operatorKey: string): (authorization: string | null) => void {
  const expected = hash('sha256', operatorKey, 'buffer')
  return (authorization) => {
    if (!authorization) {
      throw new DomainError('missing_api_key', 'Send the operator’s key as `Authorization: Bearer <OPERATOR_KEY>`.')
    }
    const [, given = ''] = /^Bearer +(\S+)$/i.exec(authorization) ?? []
    if (timingSafeEqual(hash('sha256', given, 'buffer'), expected)) return
    throw new DomainError('invalid_api_key', 'This is not the operator’s key.')
  }
}

/** Yoga's own refusal of a long body, as the other doors say it. */
function inOurWords(error: unknown): unknown {
  if (!(error instanceof GraphQLError) || error.extensions['code'] !== 'REQUEST_ENTITY_TOO_LARGE') return error
  return new DomainError('request_too_large', `A request body may have ${BODY_MAX_BYTES} bytes.`)
}

function answers({ resources: { log } }: Rooms): Plugin<object, ServerContext> {
  return {
    onResultProcess({ result, setResult, serverContext }) {
      if (!Array.isArray(result) && !isStream(result)) setResult(toAnswer(result, requestIdOf(serverContext.res), log))
    },
    onResponse({ response }) {
      sameHead(response.headers)
      response.headers.set('Cache-Control', 'no-store')
    },
  }
}
