import { type DocumentNode, type ExecutionArgs, GraphQLError, getOperationAST } from 'graphql'
import type { Context as Connection, ServerOptions } from 'graphql-ws'
import type { GraphQLParams } from 'graphql-yoga'
import { createMeter, type Meter } from '../../admission/meter.ts'
import { DomainError } from '../../errors.ts'
import type { Context } from '../../graphql-context.ts'
import type { Caller } from '../../key/caller.ts'
import { newId } from '../../lib/id.ts'
import { mayLoseDigits, parseExact } from '../../lib/json.ts'
import type { Log } from '../../lib/log.ts'
import { SOCKET_INIT_TIMEOUT_MS, SOCKET_OPERATIONS_MAX } from '../../limits.ts'
import type { Rooms } from '../../rooms.ts'
import type { GraphQLHandler } from '../graphql.ts'
import { isStream, type Result, toAnswer } from './answer.ts'
import { charge } from './charge.ts'
import { isPassing, signError, signErrors } from './errors.ts'
import type { Origin } from './request.ts'
import type { Results } from './shared.ts'
import { toFrame, toPayload, type Write, WrittenThrough } from './through.ts'
import { keepWritten } from './variables.ts'

/** State of a socket. */
export interface Peer {
  /** The text of the current message. */
  text: string
  readonly write: Write
  /** Set once the socket has sent its key. */
  caller: Caller | null
  /** Checks the key of the connection; false if the socket was closed because of it. */
  admit(connectionParams: Readonly<Record<string, unknown>> | undefined): Promise<boolean>
}

/** An operation on its way from `onSubscribe` to `execute`, `subscribe` and `onOperation`; graphql-ws keeps it while it runs. */
interface Prepared extends Pick<ExecutionArgs, 'document' | 'operationName'> {
  readonly contextValue: Context
  readonly requestId: string
  /** Removed when the operation begins. */
  work: Work | null
}

interface Work {
  readonly args: ExecutionArgs
  readonly execute: (args: ExecutionArgs) => unknown
}

type Outcome = Results | Result

/** How operations of a socket run: through Yoga's own pipeline, so that guards, masking and context are those of HTTP. */
export function socketOperations(rooms: Rooms, graphql: GraphQLHandler): ServerOptions<Record<string, unknown>, Peer> {
  const { log } = rooms.resources

  const prepare = async (
    connection: Connection<Record<string, unknown>, Peer>,
    params: GraphQLParams,
    requestId: string,
    meter: Meter | null,
  ) => {
    const { caller, text } = connection.extra
    const keep = () => keepWritten(text, ['payload', 'variables'], params.variables)
    keep()
    // graphql-ws has parsed it already, as `JSON.parse` does.
    if (mayLoseDigits(text)) {
      Object.assign(params, (parseExact(text) as { payload: GraphQLParams }).payload)
      keep()
    }
    if (!caller || !meter) throw new DomainError('missing_api_key', 'Send an API key in connection_init.')
    if (Object.keys(connection.subscriptions).length > SOCKET_OPERATIONS_MAX) {
      throw new DomainError('rate_limit_exceeded', `A socket may run at most ${SOCKET_OPERATIONS_MAX} operations.`)
    }
    graphql.persisted.fill(params, caller)
    const origin: Origin = { caller, meter, requestId, idempotencyKey: null }
    const { schema, parse, validate, contextFactory, execute } = graphql.getEnveloped({ params, origin } as never)
    const document: DocumentNode = parse(params.query)
    if (!getOperationAST(document, params.operationName)) throw noOperation()
    const errors: readonly GraphQLError[] = validate(schema, document)
    if (errors.length > 0) return errors
    const contextValue = (await contextFactory()) as unknown as Context
    const { operationName, variables: variableValues } = params
    const args: ExecutionArgs = { schema, document, contextValue, variableValues, operationName, rootValue: undefined }
    const prepared: Prepared = { document, operationName, contextValue, requestId, work: { args, execute } }
    return prepared
  }

  return {
    connectionInitWaitTimeout: SOCKET_INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => extra.admit(connectionParams),
    async onSubscribe(connection, _id, params) {
      const requestId = newId('req')
      const meter = meterOf(rooms, connection.extra)
      const prepared = await prepare(connection, params as GraphQLParams, requestId, meter).catch((error) => [error])
      // graphql-ws keeps the parameters as long as the operation but no longer needs the text.
      Object.assign(params, { query: '' })
      if (!Array.isArray(prepared)) return prepared
      return signErrors(charged(prepared, meter), requestId, log)
    },
    execute: (operation) => begin(operation, log, ({ args, execute }) => execute(args)),
    // Replaces Yoga's subscribe, which wraps the results in another iterator; it also charges.
    async subscribe(operation) {
      const outcome = await begin(operation, log, ({ args }) => {
        charge(args.contextValue as Context, 1)
        return graphql.subscribe(args)
      })
      const passing = isStream(outcome) ? undefined : outcome.errors?.find(isPassing)
      if (passing) throw passing
      return outcome
    },
    onOperation({ extra }, id, _params, args, result) {
      const { requestId } = args as unknown as Prepared
      const outcome = result as Outcome
      if (!isStream(outcome)) return toAnswer(outcome, requestId, log)
      return new WrittenThrough(outcome, id, extra.write, requestId, log)
    },
    onNext: (_connection, _id, _params, _args, result) => toPayload(result as Result),
    onError: (_connection, _id, _params, errors) => errors.map((error) => toFrame(signError(error, newId('req'), log))),
  } as ServerOptions<Record<string, unknown>, Peer>
}

/** The error of Yoga over HTTP, which checks this for requests only. */
function noOperation(): GraphQLError {
  const message = 'Could not determine what operation to execute.'
  return new GraphQLError(message, { extensions: { code: 'OPERATION_RESOLUTION_FAILURE' } })
}

async function begin(operation: unknown, log: Log, how: (work: Work) => unknown): Promise<Outcome> {
  const prepared = operation as Prepared
  const { work, requestId } = prepared
  prepared.work = null
  try {
    if (!work) throw new Error('an operation was started twice')
    return (await how(work)) as Outcome
  } catch (error) {
    return { errors: [signError(error, requestId, log)] }
  }
}

/** Sockets have no rate limit headers. */
function meterOf({ rates }: Rooms, { caller }: Peer): Meter | null {
  return caller && createMeter(rates, caller, () => {})
}

/** Errors of an operation that does not run; it costs a call too. */
function charged(errors: readonly unknown[], meter: Meter | null): readonly unknown[] {
  const answer = meter ? meter.failed(errors[0]) : errors[0]
  return answer === errors[0] ? errors : [answer]
}
