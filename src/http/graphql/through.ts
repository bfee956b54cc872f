import type { ExecutionResult, GraphQLError } from 'graphql'
import type { Log } from '../../lib/log.ts'
import { RawJson, stringify } from '../../lib/raw-json.ts'
import { type Result, textOf, toAnswer } from './answer.ts'
import { isPassing, signError } from './errors.ts'
import type { Results } from './shared.ts'

/** Sends a message; returns a promise if the network does not accept it at once. */
export type Write = (message: string) => Promise<void> | undefined

/**
 * Writes a subscription's results past graphql-ws, whose loop and iterators cost more than the rest of a delivery: each result is
 * written within the call that publishes its event. graphql-ws gets only the end, or a final error. A temporary error is
 * thrown, so that the socket is closed: clients reconnect only then.
 */
export function writeThrough(
  results: Results,
  id: string,
  write: Write,
  requestId: string,
  log: Log,
): AsyncIterableIterator<ExecutionResult> {
  const head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  const give = (result: Result) => {
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

/** The part of a result that a message contains. */
export function toPayload({ text, data, errors }: Result): object {
  if (text !== undefined) return new RawJson(text)
  return {
    ...(data === undefined ? {} : { data }),
    ...(errors?.length ? { errors: errors.map(toFrame) } : {}),
  }
}

/** `extensions.http` is for HTTP only. */
export function toFrame(error: GraphQLError) {
  const { extensions: { http: _, ...extensions } = {}, ...rest } = error.toJSON()
  return { ...rest, extensions }
}
