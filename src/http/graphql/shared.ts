import { createSourceEventStream, type DocumentNode, type ExecutionArgs, type ExecutionResult, execute } from 'graphql'
import type { Plugin } from 'graphql-yoga'
import type { Context } from '../../../schema/context.ts'
import { isStream } from './answer.ts'

/** What is asked of an event, in words: equal words are answered with the same result. */
type Asked = string
type Result = ExecutionResult | Promise<ExecutionResult>

/**
 * An event is executed once for all subscriptions that ask the same of it, not once a subscriber (engine room, fan-out): a
 * hundred browsers that watch one task share one result, and its text (`toAnswers`). The streams hand the same object to
 * all subscribers of an event; its results live as long as it does.
 */
export function sharedExecution(): Plugin<Context> {
  const results = new WeakMap<object, Map<Asked, Result>>()

  const executeOnce = (asked: Asked, args: ExecutionArgs, event: unknown): Result => {
    const run = () => execute({ ...args, rootValue: event })
    if (typeof event !== 'object' || event === null) return run()
    const known = results.get(event) ?? new Map<Asked, Result>()
    if (known.size === 0) results.set(event, known)
    const result = known.get(asked) ?? run()
    known.set(asked, result)
    return result
  }

  const subscribe = async (args: ExecutionArgs) => {
    const source = await createSourceEventStream(args)
    if (!isStream(source)) return source
    const events = source[Symbol.asyncIterator]()
    const asked = askedBy(args)
    const mapped: AsyncIterableIterator<ExecutionResult> = {
      async next() {
        const { done, value } = await events.next()
        return done ? { done, value: undefined } : { done: false, value: await executeOnce(asked, args, value) }
      },
      async return() {
        await events.return?.()
        return { done: true, value: undefined }
      },
      [Symbol.asyncIterator]: () => mapped,
    }
    return mapped
  }

  return { onSubscribe: ({ setSubscribeFn }) => setSubscribeFn(subscribe) }
}

const numbers = new WeakMap<DocumentNode, number>()
let documents = 0

/** Equal texts are one document, by the cache of parsed ones. Who asks counts: resolvers answer by the caller. */
function askedBy({ document, operationName, variableValues, contextValue }: ExecutionArgs): Asked {
  let number = numbers.get(document)
  if (number === undefined) {
    documents += 1
    number = documents
    numbers.set(document, number)
  }
  return JSON.stringify([number, operationName, variableValues, (contextValue as Context).caller])
}
