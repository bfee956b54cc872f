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
export class WrittenThrough implements AsyncIterableIterator<ExecutionResult> {
  readonly #results: Results
  readonly #write: Write
  readonly #requestId: string
  readonly #log: Log
  readonly #head: string
  #hasBegun = false

  constructor(results: Results, id: string, write: Write, requestId: string, log: Log) {
    this.#results = results
    this.#write = write
    this.#requestId = requestId
    this.#log = log
    this.#head = `{"id":${JSON.stringify(id)},"type":"next","payload":`
  }

  next(): Promise<IteratorResult<ExecutionResult>> {
    const end = { done: true, value: undefined } as const
    if (this.#hasBegun) return Promise.resolve(end)
    this.#hasBegun = true
    return this.#results
      .drainTo((result) => this.#write(this.#messageOf(result)))
      .then(
        () => end,
        (error: unknown) => {
          if (isPassing(error)) throw error
          return { done: false, value: { errors: [signError(error, this.#requestId, this.#log)] } }
        },
      )
  }

  async return(): Promise<IteratorReturnResult<undefined>> {
    this.#results.close()
    return { done: true, value: undefined }
  }

  [Symbol.asyncIterator](): this {
    return this
  }

  #messageOf(result: Result): string {
    if (!result.errors) return `${this.#head}${textOf(result)}}`
    const passing = result.errors.find(isPassing)
    if (passing) throw passing
    return `${this.#head}${stringify(toPayload(toAnswer(result, this.#requestId, this.#log)))}}`
  }
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
