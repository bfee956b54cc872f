import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'
import type { Rooms } from '../../rooms.ts'

/** Node's request and response are at hand as `c.env.incoming` and `c.env.outgoing`. */
export interface RestEnv {
  Bindings: HttpBindings
}

export type RestContext = Context<RestEnv>

export type Route = (rooms: Rooms, c: RestContext) => Response | Promise<Response>
