import type { HttpBindings } from '@hono/node-server'
import type { Context } from 'hono'

/** Node's request and response are at hand as `c.env.incoming` and `c.env.outgoing`. */
export interface RestEnv {
  Bindings: HttpBindings
}

export type RestContext = Context<RestEnv>
