import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import { createMeter, type Meter } from '../../admission/meter.ts'
import type { Calling, Standing } from '../../admission/rate.ts'
import { DomainError } from '../../errors.ts'
import type { Context } from '../../graphql-context.ts'
import type { Caller } from '../../key/caller.ts'
import { newId } from '../../lib/id.ts'
import { parseExact } from '../../lib/json.ts'
import { givenTwice } from '../../lib/names.ts'
import type { Rooms } from '../../rooms.ts'
import { GRAPHQL_KEYLESS_PER_MINUTE, KEYLESS_BODIES_MAX, KEYLESS_BODY_MAX_BYTES } from '../limits.ts'
import { httpMeter } from '../rate.ts'
import { requestIdOf } from '../request-id.ts'
import { readJsonText } from '../rest/body.ts'
import { isIntrospection } from './introspection.ts'
import type { PersistedQueries } from './persisted.ts'
import { isMultipart, readMultipart, type WrittenParams } from './uploads.ts'
import { keepWritten } from './variables.ts'

/** Yoga's server context: Node's own request and response. */
export interface ServerContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
  /** The caller, or why the key is refused; checked before the body is read. */
  judged?: Judged
}

type Judged = { readonly caller: Caller } | { readonly refusal: DomainError }

/** Source of the resolvers' context, on both transports. */
export interface Origin {
  /** null if the request reads only the schema itself, which reaches no resolver. */
  readonly caller: Caller | null
  readonly meter: Meter
  readonly requestId: string
  readonly idempotencyKey: string | null
}

export function createContext(rooms: Rooms, { caller, meter, requestId, idempotencyKey }: Origin): Context {
  return { rooms, requestId, idempotencyKey, caller: caller as Caller, meter }
}

/** Reads the parameters. Those of a POST are one JSON object in UTF-8 of limited size; `variables` keep their text. */
export function requestBody({ verifier }: Pick<Rooms, 'verifier'>): Plugin<object, ServerContext> {
  const readKeyless = keylessReader()
  const readPost = async (context: ServerContext): Promise<GraphQLParams> => {
    const { req: request, res: response } = context
    context.judged = await judgeKey(verifier, request)
    const refusal = 'refusal' in context.judged ? context.judged.refusal : null
    if (refusal && isMultipart(request)) throw refusal
    const { text, params } = isMultipart(request)
      ? await readMultipart(request, response)
      : await readJson(request, refusal ? () => readKeyless(request, refusal) : () => readJsonText(request))
    assertObject(params)
    keepWritten(text, ['variables'], params.variables)
    return params
  }
  return {
    onRequestParse({ request, serverContext, setRequestParser }) {
      if (request.method === 'POST') setRequestParser(() => readPost(serverContext))
      else if (request.method === 'GET') setRequestParser(() => readQuery(serverContext.req.url ?? ''))
    },
  }
}

async function judgeKey(verifier: Rooms['verifier'], { headers }: IncomingMessage): Promise<Judged> {
  try {
    return { caller: await verifier.verify(headers.authorization) }
  } catch (error) {
    if (error instanceof DomainError) return { refusal: error }
    throw error
  }
}

/** Reads a body without a valid key, which may only be introspection. Its size and the number read at once are bounded. */
function keylessReader(): (request: IncomingMessage, refusal: DomainError) => Promise<string> {
  let reading = 0
  return async (request, refusal) => {
    if (reading >= KEYLESS_BODIES_MAX) throw refusal
    reading += 1
    try {
      return await readJsonText(request, KEYLESS_BODY_MAX_BYTES)
    } catch (error) {
      throw error instanceof DomainError && error.code === 'request_too_large' ? refusal : error
    } finally {
      reading -= 1
    }
  }
}

/** The parameters of a GET. */
function readQuery(url: string): GraphQLParams {
  const given = new URLSearchParams(url.split('?', 2)[1])
  const read = (name: string) => {
    const [value, ...more] = given.getAll(name)
    if (more.length > 0) throw givenTwice([name])
    return value || undefined
  }
  const [variables, extensions] = [read('variables'), read('extensions')]
  const params = {
    query: read('query'),
    operationName: read('operationName'),
    variables: variables && tryParse(variables),
    extensions: extensions && tryParse(extensions),
  } as GraphQLParams
  if (variables) keepWritten(`{"variables":${variables}}`, ['variables'], params.variables)
  return params
}

/** Yoga itself refuses lists, but only after code that needs an object or a list. */
function assertObject(params: unknown): void {
  if (typeof params === 'object' && params !== null) return
  const extensions = { code: 'BAD_REQUEST', http: { status: 400 } }
  throw new GraphQLError('The request body must be a JSON object.', { extensions })
}

async function readJson({ headers }: IncomingMessage, read: () => Promise<string>): Promise<WrittenParams> {
  if (!/^application\/json\b/i.test(headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'Send the request as application/json, or multipart/form-data.')
  }
  const text = await read()
  return { text, params: tryParse(text) }
}

function tryParse(text: string): GraphQLParams {
  try {
    return parseExact(text) as GraphQLParams
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.')
  }
}

function tooManyKeyless({ limit, resetSeconds }: Standing): DomainError {
  const message = `Without an API key ${limit} schema queries per minute are allowed; send a key, or try again in ${resetSeconds} s.`
  return new DomainError('rate_limit_exceeded', message, { retryAfter: resetSeconds })
}

/**
 * Checks the key before anything else (docs/rules/doors.md#order-of-checks). Only introspection needs no key. It counts against
 * one budget of this process for all callers without a key.
 */
export function authentication(rooms: Rooms, persisted: PersistedQueries): Plugin<object, ServerContext> {
  const process = newId('keyless')
  const keyless: Calling = {
    keyId: process,
    accountId: `${process} all`,
    readToken: null,
    callsPerMinute: GRAPHQL_KEYLESS_PER_MINUTE,
    rateFactor: 1,
  }
  return {
    async onParams({ request, params, context }) {
      const { req, res, judged = await judgeKey(rooms.verifier, req) } = context as ServerContext
      if ('refusal' in judged && !isIntrospection(params.query, params.operationName)) throw judged.refusal
      const caller = 'caller' in judged ? judged.caller : null
      const origin: Origin = {
        caller,
        meter: caller ? httpMeter(rooms, caller, res) : createMeter(rooms.rates, keyless, () => {}, tooManyKeyless),
        requestId: requestIdOf(res),
        idempotencyKey: request.headers.get('idempotency-key'),
      }
      Object.assign(context, { origin })
      // Callers without a key neither use nor fill the store.
      if (caller) persisted.fill(params, caller)
    },
  }
}
