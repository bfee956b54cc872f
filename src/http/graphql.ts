import { createYoga, type Plugin, type YogaServerInstance } from 'graphql-yoga'
import type { Context } from '../../schema/context.ts'
import { schema } from '../../schema/index.ts'
import type { Rooms } from '../rooms.ts'
import { isStream, toAnswer, toAnswers } from './graphql/answer.ts'
import { charges } from './graphql/charge.ts'
import { documentCache } from './graphql/documents.ts'
import { toPublicError } from './graphql/errors.ts'
import { guards } from './graphql/guards.ts'
import { playground } from './graphql/playground.ts'
import { authentication, createContext, type Origin, requestBody, type ServerContext } from './graphql/request.ts'
import { createSubscribe, type Subscribe, sharedExecution } from './graphql/shared.ts'
import { requestIdOf } from './request-id.ts'

export const ENDPOINT = '/graphql'

/** A node handler for `/graphql`; the sockets run operations through its pipeline (`getEnveloped`) and its `subscribe`. */
export type GraphQLHandler = YogaServerInstance<ServerContext, Context> & { readonly subscribe: Subscribe }

/**
 * The GraphQL door over HTTP: queries and mutations by POST (queries also by GET), subscriptions as Server-Sent Events, and
 * GraphiQL for a browser. CORS belongs to the server.
 */
export function createGraphQLHandler(rooms: Rooms): GraphQLHandler {
  const subscribe = createSubscribe()
  const yoga = createYoga<ServerContext, Context>({
    schema,
    graphqlEndpoint: ENDPOINT,
    context: (initial) => createContext(rooms, (initial as unknown as { origin: Origin }).origin),
    maskedErrors: { maskError: toPublicError, errorMessage: 'Unexpected error.' },
    // What is masked is logged by the answer, with the request's id.
    logging: false,
    multipart: false,
    batching: false,
    // Bodies are read and capped by `requestBody`.
    maxRequestBodySize: false,
    parserAndValidationCache: { documentCache: documentCache(), errorCache: documentCache() },
    cors: false,
    graphiql: false,
    landingPage: false,
    plugins: [
      playground(ENDPOINT),
      requestBody,
      authentication(rooms),
      ...guards(),
      charges(rooms),
      sharedExecution(subscribe),
      answers(rooms),
    ],
  })
  return Object.assign(yoga, { subscribe })
}

/** Every result as it leaves: errors signed, raw JSON spliced; a stream ends with its key, and never outlives its reader. */
function answers({ resources: { log }, keyGuard }: Rooms): Plugin<object, ServerContext> {
  return {
    onResultProcess({ request, result, setResult, serverContext }) {
      const requestId = requestIdOf(serverContext.res)
      if (Array.isArray(result)) return
      if (!isStream(result)) {
        setResult(toAnswer(result, requestId, log))
        return
      }
      const { res } = serverContext
      const authorization = request.headers.get('authorization') ?? ''
      // A key that lapses ends the stream; a process that goes breaks it off, for readers come back from that alone.
      const hold = (end: () => void) =>
        keyGuard.hold(authorization, (lapsed) => {
          if (!lapsed) res.destroy()
          end()
        })
      const stream = toAnswers(result, requestId, log, hold)
      // Yoga leaves open what was begun for a reader who had gone before the answer.
      const leave = () => void stream.return?.()
      if (res.destroyed) leave()
      else res.once('close', leave)
      setResult(stream)
    },
    onResponse({ response }) {
      if (!response.headers.has('cache-control')) response.headers.set('Cache-Control', 'no-store')
    },
  }
}
