import type { Meter } from './admission/meter.ts'
import type { Caller } from './key/caller.ts'
import type { Resources } from './resources.ts'
import type { Rooms } from './rooms.ts'

/** Context of the public schema's resolvers, the same over HTTP and WebSocket. */
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

/** Context of the operator's resolvers. */
export type OperatorContext = Pick<Resources, 'pool' | 'prisma' | 'log' | 'hints' | 'boss'>
