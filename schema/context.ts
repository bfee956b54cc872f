import type { Meter } from '../src/admission/meter.ts'
import type { Caller } from '../src/key/caller.ts'
import type { Rooms } from '../src/rooms.ts'

/** Context of every resolver, the same over HTTP and WebSocket. */
export interface Context {
  readonly rooms: Rooms
  /** Missing only if a request reads the schema itself and so reaches no resolver. */
  readonly caller: Caller
  /** The rate limit that the request is counted against; missing without a caller. */
  readonly meter: Meter
  readonly requestId: string
  /** The Idempotency-Key header; null on a socket, which has none. */
  readonly idempotencyKey: string | null
}
