import { type ExecutionResult, GraphQLError } from 'graphql'
import { type Plugin, processRegularResult } from 'graphql-yoga'
import { type ErrorCode, statusOf } from '../../errors.ts'
import type { Log } from '../../lib/log.ts'
import { stringify } from '../../lib/raw-json.ts'
import { Recent } from '../../lib/recent.ts'
import { Stream } from '../../push/stream.ts'
import { isPassing, NOT_PERSISTED, signError, signErrors } from './errors.ts'

/** A result of graphql-js, or the text that a writer (`writer/`) wrote instead. */
export interface Result extends ExecutionResult {
  readonly text?: string
}

/** Sets how Yoga serialises one result. */
interface Serialised extends Result {
  readonly stringify: (result: Result) => string
}

const texts = new Recent<object, string>()

/** The text of a stream's result without errors; one that several subscriptions share (`sharedExecution`) is written once. */
export function textOf({ data, text: written }: Pick<Result, 'data' | 'text'>): string {
  if (written !== undefined) return written
  if (!data) return stringify({ data })
  const text = texts.get(data) ?? stringify({ data })
  texts.set(data, text)
  return text
}

const prepared = new WeakMap<object, Buffer>()

/** Serialises a result that is sent often. All HTTP responses then share these bytes. */
export function prepareAnswer({ data }: ExecutionResult): Buffer {
  const bytes = Buffer.from(stringify({ data }))
  if (data) prepared.set(data, bytes)
  return bytes
}

/** Yoga passes the value on unchanged, and a response accepts bytes as well as text. */
function textOrBytesOf(result: Result): string {
  if (result.text !== undefined) return result.text
  const bytes = result.data ? prepared.get(result.data) : undefined
  return bytes ? (bytes as unknown as string) : stringify(result)
}

/** A result for either transport: errors masked and signed, raw JSON spliced. */
export function toAnswer(result: Result, requestId: string, log: Log): Serialised {
  if (!result.errors) return { ...result, stringify: textOrBytesOf }
  const errors = signErrors(result.errors, requestId, log)
  const isEmpty = Object.values(result.data ?? {}).every((value) => value === null)
  return { ...result, errors: isEmpty ? errors.map(withStatus) : errors, stringify }
}

/** Codes that report a state of the service, not a mistake in the request. */
const OF_SERVICE: readonly ErrorCode[] = ['overloaded', 'storage_unavailable', 'insufficient_storage']

/** If every field is null, a service error sets the HTTP status, as in REST. */
function withStatus(error: GraphQLError): GraphQLError {
  const { nodes = null, source, positions, path, message, extensions } = error
  const code = OF_SERVICE.find((each) => each === extensions['code'])
  if (!code) return error
  const retryAfter = extensions['retryAfter']
  const headers = retryAfter === undefined ? {} : { 'Retry-After': String(retryAfter) }
  const http = { status: statusOf(code), headers }
  return new GraphQLError(message, { nodes, source, positions, path, extensions: { ...extensions, http } })
}

/** The same on one line, as the data of an event requires. JSON text has line breaks only in the caller's own JSON. */
export function toEventAnswer(result: Result, requestId: string, log: Log): Serialised {
  return { ...toAnswer(result, requestId, log), stringify: (answer) => onOneLine(answer.text ?? stringify(answer)) }
}

function eventTextOf(result: Result): string {
  return onOneLine(textOf(result))
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/**
 * A stream of results, each as an event. A stream that throws ends with the error as its last answer. For a temporary error the
 * connection is broken off instead, because clients reconnect only then.
 * @param hold called at once with a function that ends the stream; returns a function to call when it has ended
 */
export function toAnswers(
  source: AsyncIterable<Result>,
  requestId: string,
  log: Log,
  hold: (end: () => void) => () => void,
  breakOff: () => void,
): Stream<Serialised> {
  const results = source[Symbol.asyncIterator]()
  const end = () => void results.return?.()?.catch(() => {})
  const release = hold(end)
  const close = () => {
    release()
    end()
  }
  return new Stream({ close }, async () => async (give) => {
    try {
      for await (const result of { [Symbol.asyncIterator]: () => results }) {
        const passing = result.errors?.find(isPassing)
        if (passing) throw passing
        await give(result.errors ? toEventAnswer(result, requestId, log) : { ...result, stringify: eventTextOf })
      }
    } catch (error) {
      if (isPassing(error)) breakOff()
      else await give(toEventAnswer({ errors: [signError(error, requestId, log)] }, requestId, log))
    }
  })
}

/**
 * Answers in JSON if Accept has no type that Yoga supports: a mutation has already run, so its result must be readable. An unknown
 * hash is answered in JSON even if only events are accepted: urql would send the query once for each event of such a stream.
 */
export const jsonAnyway: Plugin = {
  onResultProcess({ result, resultProcessor, setResultProcessor }) {
    if (isStream(result) || resultProcessor === processRegularResult) return
    const isMiss = !Array.isArray(result) && result.errors?.[0]?.extensions['code'] === NOT_PERSISTED
    if (!resultProcessor || isMiss) setResultProcessor(processRegularResult as never, 'application/json')
  },
}

/** Whether Accept allows text/event-stream. */
export function takesEvents(accept: string | null): boolean {
  return accept === null || /(\*|text)\/(\*|event-stream)/i.test(accept)
}

/** The error of a subscription whose Accept header excludes text/event-stream. */
export function noEvents(): GraphQLError {
  return new GraphQLError('A subscription is answered as text/event-stream. Send an Accept header that allows it.', {
    extensions: { code: 'not_acceptable', http: { status: 406 } },
  })
}

export function isStream<T>(result: AsyncIterable<T> | object): result is AsyncIterable<T> {
  return Symbol.asyncIterator in result
}
