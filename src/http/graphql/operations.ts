import type { ExecutionArgs, ExecutionResult, GraphQLError } from 'graphql'
import type { Context as Connection, ServerOptions } from 'graphql-ws'
import type { GraphQLParams } from 'graphql-yoga'
import { rememberVariables } from '../../../schema/json.ts'
import { createMeter, type Meter } from '../../admission/meter.ts'
import { DomainError } from '../../errors.ts'
import type { Caller } from '../../key/caller.ts'
import { newId } from '../../lib/id.ts'
import { assertShallow } from '../../lib/nesting.ts'
import { SOCKET_INIT_TIMEOUT_MS, SOCKET_OPERATIONS_MAX } from '../../limits.ts'
import type { Rooms } from '../../rooms.ts'
import type { GraphQLHandler } from '../graphql.ts'
import { isStream, textOf, toAnswer, toAnswers } from './answer.ts'
import { signError } from './errors.ts'
import type { Origin } from './request.ts'

/** What is known of a socket. */
export interface Peer {
  /** The message under way, as it was written. */
  text: string
  /** Payload of the message that is just being written, as text; it stands last, where the message has an empty string. */
  payload: string | null
  /** Set once the socket has shown its key. */
  caller: Caller | null
  /** Judges the key that came with the connection; false once the socket has been closed for it. */
  admit(connectionParams: Readonly<Record<string, unknown>> | undefined): Promise<boolean>
}

/** An operation on its way from `onSubscribe` to `execute`, `subscribe` and `onOperation`. */
interface Prepared extends ExecutionArgs {
  readonly requestId: string
  readonly run: { execute: Execute; subscribe: Execute }
}

type Execute = (args: ExecutionArgs) => unknown
type Outcome = AsyncIterable<ExecutionResult> | ExecutionResult

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
    assertShallow(text)
    rememberVariables(text, ['payload', 'variables'], params.variables)
    if (!caller) throw new DomainError('missing_api_key', 'This socket has shown no API key.')
    if (Object.keys(connection.subscriptions).length > SOCKET_OPERATIONS_MAX) {
      throw new DomainError('rate_limit_exceeded', `A socket may have ${SOCKET_OPERATIONS_MAX} operations under way.`)
    }
    const origin: Origin = { caller, meter, requestId, idempotencyKey: null }
    const { schema, parse, validate, contextFactory, execute, subscribe } = graphql.getEnveloped({
      params,
      origin,
    } as never)
    const document = parse(params.query)
    const errors: readonly GraphQLError[] = validate(schema, document)
    if (errors.length > 0) return errors
    return {
      schema,
      document,
      contextValue: await contextFactory(),
      variableValues: params.variables,
      operationName: params.operationName,
      rootValue: undefined,
      requestId,
      run: { execute, subscribe },
    } as Prepared
  }

  const perform = async (kind: 'execute' | 'subscribe', args: ExecutionArgs): Promise<Outcome> => {
    const { run, requestId, ...execution } = args as Prepared
    try {
      return (await run[kind](execution)) as Outcome
    } catch (error) {
      return { errors: [signError(error, requestId, log)] }
    }
  }

  return {
    connectionInitWaitTimeout: SOCKET_INIT_TIMEOUT_MS,
    onConnect: ({ extra, connectionParams }) => extra.admit(connectionParams),
    async onSubscribe(connection, _id, params) {
      const requestId = newId('req')
      const meter = meterOf(rooms, connection.extra)
      const prepared = await prepare(connection, params as GraphQLParams, requestId, meter).catch((error) => [error])
      if (!Array.isArray(prepared)) return prepared
      return charged(prepared, meter).map((error) => signError(error, requestId, log))
    },
    execute: (args) => perform('execute', args),
    subscribe: (args) => perform('subscribe', args),
    onOperation(_connection, _id, _params, args, result) {
      const { requestId } = args as Prepared
      const outcome = result as Outcome
      if (isStream(outcome)) return toAnswers(outcome, requestId, log) as AsyncGenerator<ExecutionResult>
      return toAnswer(outcome, requestId, log)
    },
    onNext: ({ extra }, _id, _params, _args, result) => toPayload(extra, result),
    onError: (_connection, _id, _params, errors) => errors.map((error) => toFrame(signError(error, newId('req'), log))),
  } as ServerOptions<Record<string, unknown>, Peer>
}

interface Told {
  readonly data?: ExecutionResult['data'] | undefined
  readonly errors?: readonly GraphQLError[] | undefined
}

function toPayload(peer: Peer, { data, errors }: Told): Record<string, unknown> {
  if (errors?.length) return { ...(data === undefined ? {} : { data }), errors: errors.map(toFrame) }
  // Called by the one `JSON.stringify` of a message, right before it is sent.
  const toJSON = () => {
    peer.payload = textOf({ data })
    return ''
  }
  return { toJSON }
}

/** A socket has no headers to tell in. */
function meterOf({ rates }: Rooms, { caller }: Peer): Meter | null {
  return caller && createMeter(rates, caller, () => {})
}

/** Why an operation does not run; it costs a call all the same. */
function charged(errors: readonly unknown[], meter: Meter | null): readonly unknown[] {
  const answer = meter ? meter.failed(errors[0]) : errors[0]
  return answer === errors[0] ? errors : [answer]
}

/** `extensions.http` is for the other door. */
function toFrame(error: GraphQLError) {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON()
  return { ...rest, extensions }
}
