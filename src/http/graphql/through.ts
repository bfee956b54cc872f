import type { ExecutionResult, GraphQLError } from 'graphql'
import { stringify } from '../../../schema/json.ts'
import type { Log } from '../../lib/log.ts'
import { textOf, toAnswer } from './answer.ts'
import { isPassing, signError } from './errors.ts'
import type { Results } from './shared.ts'

/** Sends a message; a promise where the network does not take it at once, until it has. */
export type Write = (message: string) => Promise<void> | undefined

/**
 * A subscription's results on their way past graphql-ws, whose loop and the iterators before it cost more than all the rest of
 * a delivery: each is written within the call that publishes its event. graphql-ws is given the end alone, or the error that
 * is the last result. A temporary error is thrown, so that the socket is closed: clients reconnect only then.
 */
export function writeThrough(
  results: Results,
  id: string,
  write: Write,
  requestId: string,
  log: Log,
): AsyncIterableIterator<ExecutionResult> {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  const give = (result: ExecutionResult) => {
    const passing = result.errors?.find(isPassing)
    if (passing) throw passing
    return write(`${head}${result.errors ? stringify(toPayload(toAnswer(result, requestId, log))) : textOf(result)}}`)
  }
  let ended = false
  const written: AsyncIterableIterator<ExecutionResult> = {
    async next() {
      if (ended) return { done: true, value: undefined }
      ended = true
      try {
        await results.drainTo(give)
        return { done: true, value: undefined }
      } catch (error) {
        if (isPassing(error)) throw error
        return { done: false, value: { errors: [signError(error, requestId, log)] } }
      }
    },
    async return() {
      await results.return?.()
      return { done: true, value: undefined }
    },
    [Symbol.asyncIterator]: () => written,
  }
  return written
}

/** What a message bears of a result. */
export function toPayload({ data, errors }: ExecutionResult): Record<string, unknown> {
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors?.length ? { errors: errors.map(toFrame) } : {}),
  }
}

/** `extensions.http` is for the other door. */
export function toFrame(error: GraphQLError) {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON()
  return { ...rest, extensions }
}
