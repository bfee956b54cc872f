import type { Caller } from '../src/key/caller.ts'
import type { Rooms } from '../src/rooms.ts'

/** What every resolver is given, the same over HTTP and WebSocket. */
export interface Context {
  readonly rooms: Rooms
  /** Throws the refusal (401) of a request without a key, which may ask for nothing but the schema itself. */
  readonly caller: Caller
  readonly requestId: string
  /** The Idempotency-Key header; null on a socket, which has none. */
  readonly idempotencyKey: string | null
}
