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
 * The results of a subscription as Yoga is to write them, each as a Server-Sent Event: counted for its key, ended with its key,
 * and never outliving its reader. Where the key has as many streams as it may, or the reader takes no events, the answer is that
 * refusal.
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
  // A key that lapses ends the stream; a process that goes breaks it off, for readers come back from that alone.
  const hold = (end: () => void) =>
    keyGuard.hold(headers.get('authorization') ?? '', (lapsed) => {
      if (!lapsed) res.destroy()
      end()
    })
  const stream = toAnswers(results, requestId, resources.log, hold, () => res.destroy())
  // Yoga leaves open what was begun for a reader who had gone before the answer.
  const leave = () => void stream.return?.()
  if (res.destroyed) leave()
  else {
    res.once('close', leave)
    cutStalled(res)
  }
  return stream
}

/** Cuts off a reader for whom something has waited so long without the network taking any of it. */
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
