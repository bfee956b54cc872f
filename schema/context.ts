import type { Meter } from '../src/admission/meter.ts'
import type { Caller } from '../src/key/caller.ts'
import type { Rooms } from '../src/rooms.ts'

/** What every resolver is given, the same over HTTP and WebSocket. */
export interface Context {
  readonly rooms: Rooms
  /** Missing only where a request asks for the schema itself and so reaches no resolver. */
  readonly caller: Caller
  /** What the request is charged to; missing where the caller is. */
  readonly meter: Meter
  readonly requestId: string
  /** The Idempotency-Key header; null on a socket, which has none. */
  readonly idempotencyKey: string | null
}
