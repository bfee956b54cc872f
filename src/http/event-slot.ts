import type { ServerResponse } from 'node:http'
import { DomainError } from '../errors.ts'
import type { Rooms } from '../rooms.ts'

/** The refusal if the key has too many open streams. */
const TRY_AGAIN_S = 10

/**
 * Counts an event stream of a key, over REST or GraphQL, until its answer is closed.
 * @throws DomainError 429 rate_limit_exceeded
 */
export function takeEventSlot(rooms: Pick<Rooms, 'eventStreams'>, keyId: string, response: ServerResponse): void {
  const free = rooms.eventStreams.take(keyId)
  if (!free) {
    throw new DomainError('rate_limit_exceeded', 'Too many event streams of this key are open. Close one first.', {
      retryAfter: TRY_AGAIN_S,
    })
  }
  if (response.destroyed) free()
  else response.once('close', free)
}
