import type { ServerResponse } from 'node:http'
import type { ExecutionResult } from 'graphql'
import { EVENTS_STALL_MS } from '../../limits.ts'
import type { Rooms } from '../../rooms.ts'
import { takeEventSlot } from '../event-slot.ts'
import { requestIdOf } from '../request-id.ts'
import { noEvents, takesEvents, toAnswer, toAnswers } from './answer.ts'
import { toPublicError } from './errors.ts'
import type { Origin, ServerContext } from './request.ts'

/**
 * The results of a subscription for Yoga to write as Server-Sent Events. The stream counts for its key, ends with its key and
 * ends with its reader. If the key has too many streams, or Accept excludes events, the result is that refusal.
 */
export function toEventStream(
  rooms: Rooms,
  headers: Headers,
  { res, origin }: ServerContext & { readonly origin?: Origin },
  results: AsyncIterable<ExecutionResult>,
): AsyncIterable<ExecutionResult> | ExecutionResult {
  const { keyGuard, resources } = rooms
  const requestId = requestIdOf(res)
  try {
    if (!takesEvents(headers.get('accept'))) throw noEvents()
    takeEventSlot(rooms, origin?.caller?.keyId ?? '', res)
  } catch (error) {
    void results[Symbol.asyncIterator]().return?.()
    return toAnswer({ errors: [toPublicError(error)] }, requestId, resources.log)
  }
  // An expired key ends the stream. A stopping process breaks the connection, because readers reconnect only then.
  const hold = (end: () => void) =>
    keyGuard.hold(headers.get('authorization') ?? '', (lapsed) => {
      if (!lapsed) res.destroy()
      end()
    })
  const stream = toAnswers(results, requestId, resources.log, hold, () => res.destroy())
  // Yoga does not close a stream whose reader left before the answer.
  const leave = () => stream.close()
  if (res.destroyed) leave()
  else {
    res.once('close', leave)
    cutStalled(res)
  }
  return stream
}

/** Disconnects a reader that has not read pending data for this time. */
function cutStalled(response: ServerResponse): void {
  let before = -1
  const timer = setInterval(() => {
    const { socket, writableLength } = response
    const taken = (socket?.bytesWritten ?? 0) - writableLength
    if (writableLength > 0 && taken === before) response.destroy()
    before = taken
  }, EVENTS_STALL_MS)
  response.once('close', () => clearInterval(timer))
}
