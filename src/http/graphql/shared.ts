import { createSourceEventStream, type DocumentNode, type ExecutionArgs, type ExecutionResult } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../../graphql-context.ts'
import { Recent } from '../../lib/recent.ts'
import { Stream } from '../../push/stream.ts'
import { isStream, type Result } from './answer.ts'
import { readVariables } from './variables.ts'
import { type Executed, runnerOf } from './writer/events.ts'

/** Key of an execution: equal keys share one result per event. */
type Asked = string

/** The stream of a subscription's results. */
export interface Results extends AsyncIterableIterator<Result>, Pick<Stream<Result>, 'drainTo' | 'close'> {}

/** Subscribes like graphql-js; a refusal returns the errors. */
export type Subscribe = (args: ExecutionArgs) => Promise<Results | ExecutionResult>

/**
 * Executes an event once for all subscriptions with the same document, operation, variables and rights
 * (docs/decisions/push.md#fan-out): a hundred browsers that watch one task share one result and its text (`textOf`). Streams
 * give the same object to all subscribers of an event, one event after the other, so the results of the last few are enough.
 */
export function createSubscribe(): Subscribe {
  const results = new Recent<object, Map<Asked, Executed>>()

  const once = (asked: Asked, run: (event: unknown) => Executed, event: unknown): Executed => {
    if (typeof event !== 'object' || event === null) return run(event)
    const known = results.get(event) ?? new Map<Asked, Executed>()
    if (known.size === 0) results.set(event, known)
    const result = known.get(asked) ?? run(event)
    known.set(asked, result)
    return result
  }

  return async (args) => {
    const { errors, coerced } = readVariables(args)
    if (errors) return { errors }
    const source = await createSourceEventStream(args)
    if (!isStream(source)) return source
    const [asked, run] = [askedBy(args), runnerOf(args, coerced)]
    // graphql-js returns the stream of the field unchanged.
    return resultsOf(source as Stream<unknown>, (event) => once(asked, run, event))
  }
}

function resultsOf(stream: Stream<unknown>, resultOf: (event: unknown) => Executed): Results {
  const drainTo: Results['drainTo'] = (give) =>
    stream.drainTo((event) => {
      const result = resultOf(event)
      return result instanceof Promise ? result.then(give) : give(result)
    })
  return new Stream(stream, async () => drainTo)
}

/** For the HTTP pipeline; sockets call subscribe themselves. */
export function sharedExecution(subscribe: Subscribe): Plugin<Context> {
  return { onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe) }
}

const numbers = new WeakMap<DocumentNode, number>()
let documents = 0

/**
 * Equal texts are one document, because parsed documents are cached. The key has the account and rights of the caller, on which
 * resolvers depend.
 */
function askedBy({ document, operationName, variableValues, contextValue }: ExecutionArgs): Asked {
  let number = numbers.get(document)
  if (number === undefined) {
    documents += 1
    number = documents
    numbers.set(document, number)
  }
  const { keyId: _key, readToken: _token, ...caller } = (contextValue as Context).caller
  return JSON.stringify([number, operationName, variableValues, caller])
}
