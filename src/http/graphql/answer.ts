import { type ExecutionResult, GraphQLError } from 'graphql'
import { type Plugin, processRegularResult } from 'graphql-yoga'
import { stringify } from '../../../schema/json.ts'
import type { Log } from '../../lib/log.ts'
import { signError } from './errors.ts'

/** How Yoga is told to serialise one result. */
interface Serialised extends ExecutionResult {
  readonly stringify: (result: ExecutionResult) => string
}

const texts = new WeakMap<object, string>()

/** The text of a stream's result without errors; one that several subscriptions share (`sharedExecution`) is written once. */
export function textOf({ data }: { readonly data?: ExecutionResult['data'] | undefined }): string {
  if (!data) return stringify({ data })
  const text = texts.get(data) ?? stringify({ data })
  texts.set(data, text)
  return text
}

/** A result as it leaves by either transport: errors masked and signed, raw JSON spliced. */
export function toAnswer(result: ExecutionResult, requestId: string, log: Log): Serialised {
  if (!result.errors) return { ...result, stringify }
  return { ...result, errors: result.errors.map((error) => signError(error, requestId, log)), stringify }
}

/** The same on one line, as the data of an event has to be: JSON text has line breaks only where the caller's own has some. */
export function toEventAnswer(result: ExecutionResult, requestId: string, log: Log): Serialised {
  return { ...toAnswer(result, requestId, log), stringify: (answer) => onOneLine(stringify(answer)) }
}

function eventTextOf(result: ExecutionResult): string {
  return onOneLine(textOf(result))
}

function onOneLine(text: string): string {
  return text.replace(/[\r\n]+/g, ' ')
}

/**
 * A stream of results, each as an event. One that throws ends with that error as its last answer.
 * @param hold called at once with what ends the stream; gives what to call when it has ended
 */
export function toAnswers(
  source: AsyncIterable<ExecutionResult>,
  requestId: string,
  log: Log,
  hold: (end: () => void) => () => void,
): AsyncIterableIterator<ExecutionResult> {
  const results = source[Symbol.asyncIterator]()
  let ended = false
  const release = hold(() => void results.return?.()?.catch(() => {}))
  const end = () => {
    ended = true
    release()
  }
  const answers: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      if (ended) return { done: true, value: undefined }
      try {
        const { done, value } = await results.next()
        if (done) {
          end()
          return { done, value: undefined }
        }
        const answer = value.errors ? toEventAnswer(value, requestId, log) : { ...value, stringify: eventTextOf }
        return { done: false, value: answer }
      } catch (error) {
        end()
        return { done: false, value: toEventAnswer({ errors: [signError(error, requestId, log)] }, requestId, log) }
      }
    },
    async return() {
      end()
      await results.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => answers,
  }
  return answers
}

/** JSON for whoever takes none of what there is: a mutation has run by then, and its answer must be readable. */
export const jsonAnyway: Plugin = {
  onResultProcess({ result, resultProcessor, setResultProcessor }) {
    if (!resultProcessor && !isStream(result)) setResultProcessor(processRegularResult as never, 'application/json')
  },
}

/** Whether the reader of a stream takes events. */
export function takesEvents(accept: string | null): boolean {
  return accept === null || /(\*|text)\/(\*|event-stream)/i.test(accept)
}

/** The answer to a subscription whose reader takes no events. */
export function noEvents(): GraphQLError {
  return new GraphQLError('A subscription is answered as text/event-stream: let Accept take it.', {
    extensions: { code: 'not_acceptable', http: { status: 406 } },
  })
}

export function isStream<T>(result: AsyncIterable<T> | object): result is AsyncIterable<T> {
  return Symbol.asyncIterator in result
}
