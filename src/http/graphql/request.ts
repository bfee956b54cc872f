import type { IncomingMessage, ServerResponse } from 'node:http'
import { GraphQLError } from 'graphql'
import type { GraphQLParams, Plugin } from 'graphql-yoga'
import type { Context } from '../../../schema/context.ts'
import { rememberVariables } from '../../../schema/json.ts'
import type { Meter } from '../../admission/meter.ts'
import { DomainError } from '../../errors.ts'
import type { Caller } from '../../key/caller.ts'
import { parseExact } from '../../lib/json.ts'
import { assertShallow } from '../../lib/nesting.ts'
import type { Rooms } from '../../rooms.ts'
import { httpMeter } from '../rate.ts'
import { requestIdOf } from '../request-id.ts'
import { readJsonText } from '../rest/body.ts'
import { isIntrospection } from './introspection.ts'
import { isMultipart, readMultipart, type WrittenParams } from './uploads.ts'

/** What a request brings to Yoga: node's own request and response. */
export interface ServerContext {
  readonly req: IncomingMessage
  readonly res: ServerResponse
}

/** What the resolvers' context is made of, by either door. */
export interface Origin {
  /** null: only the schema itself is asked for, which reaches no resolver. */
  readonly caller: Caller | null
  /** null as the caller is. */
  readonly meter: Meter | null
  readonly requestId: string
  readonly idempotencyKey: string | null
}

export function createContext(rooms: Rooms, { caller, meter, requestId, idempotencyKey }: Origin): Context {
  return { rooms, requestId, idempotencyKey, caller: caller as Caller, meter: meter as Meter }
}

/** Reads the parameters of a POST: one JSON object in UTF-8, capped; `variables` are kept as they were written. */
export const requestBody: Plugin<object, ServerContext> = {
  onRequestParse({ request, serverContext: { req, res }, setRequestParser }) {
    if (request.method === 'POST') setRequestParser(() => readParams(req, res))
  },
}

async function readParams(request: IncomingMessage, response: ServerResponse): Promise<GraphQLParams> {
  const { text, params } = isMultipart(request) ? await readMultipart(request, response) : await readJson(request)
  rememberVariables(text, ['variables'], params?.variables)
  return params
}

async function readJson(request: IncomingMessage): Promise<WrittenParams> {
  if (!/^application\/json\b/i.test(request.headers['content-type'] ?? '')) {
    throw new DomainError('unsupported_media_type', 'Send the request as application/json, or multipart/form-data.')
  }
  const text = await readJsonText(request)
  assertShallow(text)
  return { text, params: tryParse(text) }
}

function tryParse(text: string): GraphQLParams {
  try {
    return parseExact(text) as GraphQLParams
  } catch {
    throw new DomainError('invalid_json', 'The request body is not valid JSON.')
  }
}

/** Clients with automatic persisted queries send a hash first; told so in these words, they send the document from then on. */
function assertDocument({ query, extensions }: GraphQLParams): void {
  if (query != null || extensions?.['persistedQuery'] === undefined) return
  throw new GraphQLError('PersistedQueryNotSupported', {
    extensions: { code: 'persisted_query_not_supported', http: { status: 400 } },
  })
}

/** Judges the key before anything else (contract 2, order of judging); only a question for the schema needs none. */
export function authentication(rooms: Rooms): Plugin<object, ServerContext> {
  return {
    async onParams({ request, params, context }) {
      const caller = await rooms.verifier.verify(request.headers.get('authorization')).catch((error: unknown) => {
        if (error instanceof DomainError && isIntrospection(params.query, params.operationName)) return null
        throw error
      })
      const { res } = context as ServerContext
      const origin: Origin = {
        caller,
        meter: caller && httpMeter(rooms, caller, res),
        requestId: requestIdOf(res),
        idempotencyKey: request.headers.get('idempotency-key'),
      }
      Object.assign(context, { origin })
      assertDocument(params)
    },
  }
}
