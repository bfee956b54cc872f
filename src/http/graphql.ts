import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import { schema } from '../../schema/index.ts'
import type { Context } from '../graphql-context.ts'
import type { Rooms } from '../rooms.ts'
import { sameHead } from './event-stream-head.ts'
import { isStream, jsonAnyway, toAnswer, toEventAnswer } from './graphql/answer.ts'
import { charges } from './graphql/charge.ts'
import { keepDocuments } from './graphql/documents.ts'
import { toPublicError } from './graphql/errors.ts'
import { toEventStream } from './graphql/event-stream.ts'
import { guards } from './graphql/guards.ts'
import { createPersistedQueries, type PersistedQueries } from './graphql/persisted.ts'
import { playground } from './graphql/playground.ts'
import { authentication, createContext, type Origin, requestBody, type ServerContext } from './graphql/request.ts'
import { schemaAnswers } from './graphql/schema-answers.ts'
import { createSubscribe, type Subscribe, sharedExecution } from './graphql/shared.ts'
import { writtenQueries } from './graphql/writer/queries.ts'
import { requestIdOf } from './request-id.ts'

export const ENDPOINT = '/graphql'

/** A node handler for `/graphql`; the sockets run operations through its pipeline (`getEnveloped`) and its `subscribe`. */
export type GraphQLHandler = YogaServerInstance<ServerContext, Context> & {
  readonly subscribe: Subscribe
  readonly persisted: PersistedQueries
}

/**
 * The GraphQL door over HTTP: queries and mutations by POST (queries also by GET), subscriptions as Server-Sent Events, and
 * GraphiQL for a browser. CORS belongs to the server.
 */
export function createGraphQLHandler(rooms: Rooms): GraphQLHandler {
  const subscribe = createSubscribe()
  const persisted = createPersistedQueries()
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: ENDPOINT,
    context: (initial) => createContext(rooms, (initial as unknown as { origin: Origin }).origin),
    maskedErrors: { maskError: toPublicError, errorMessage: 'Unexpected error.' },
    // The answer logs masked errors, with the request's id.
    logging: false,
    multipart: false,
    batching: false,
    // Bodies are read and capped by `requestBody`.
    maxRequestBodySize: false,
    // Replaced by `keepDocuments`.
    parserAndValidationCache: false,
    cors: false,
    graphiql: false,
    landingPage: false,
    plugins: [
      keepDocuments(),
      playground(ENDPOINT),
      requestBody(rooms),
      authentication(rooms, persisted),
      ...guards(),
      charges(rooms),
      schemaAnswers(),
      writtenQueries(),
      sharedExecution(subscribe),
      answers(rooms),
      jsonAnyway,
    ],
  })
  return Object.assign(yoga, { subscribe, persisted })
}

/** Prepares every result for sending: errors signed, raw JSON spliced, streams guarded. */
function answers(rooms: Rooms): Plugin<object, ServerContext> {
  return {
    onResultProcess({ request: { headers }, result, setResult, serverContext }) {
      if (Array.isArray(result)) return
      if (isStream(result)) {
        setResult(toEventStream(rooms, headers, serverContext, result))
        return
      }
      // Yoga also writes a single result as an event, if Accept requests it.
      const asAnswer = /\btext\//.test(headers.get('accept') ?? '') ? toEventAnswer : toAnswer
      setResult(asAnswer(result, requestIdOf(serverContext.res), rooms.resources.log))
    },
    onResponse({ response }) {
      sameHead(response.headers)
      if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'no-store')
    },
  }
}
