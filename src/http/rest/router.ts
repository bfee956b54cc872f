import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { Hono } from 'hono'
import { DomainError } from '../../errors.ts'
import type { Rooms } from '../../rooms.ts'
import { requestIdOf } from '../request-id.ts'
import { nameRoute } from '../trace.ts'
import type { Web } from '../web.ts'
import type { RestContext, RestEnv } from './context.ts'
import { answerAndLinger } from './linger.ts'
import { refusal } from './respond.ts'
import { inBraces, METHODS, type Route } from './route.ts'
import { ROUTES } from './routes.ts'

/**
 * The REST door: `app.fetch` answers any request, including unknown routes.
 * @param web answers browsers that open an unknown address
 */
export function createRest(rooms: Rooms, web?: Pick<Web, 'answerMissing'>): Hono<RestEnv> {
  const { log } = rooms.resources
  const app = new Hono<RestEnv>()
  for (const { method, path, answer } of ROUTES.map(traced)) app.on(method, path, (c) => answer(rooms, c))
  app.notFound((c) => {
    // A catch-all per path would cost every request Hono's fast path for a single handler.
    const allowed = METHODS.filter((method) => app.router.match(method, c.req.path)[0].length > 0)
    const { incoming, outgoing } = c.env
    if (allowed.length === 0 && web?.answerMissing(incoming, outgoing, c.req.path)) return RESPONSE_ALREADY_SENT
    return answerAndLinger(c, noRoute(rooms, c, allowed))
  })
  app.onError((error, c) => answerAndLinger(c, refusal(error, requestIdOf(c.env.outgoing), log)))
  return app
}

/** Names the span of its requests. */
function traced(route: Route): Route {
  const { method, answer } = route
  const name = inBraces(route.path)
  return {
    ...route,
    answer(rooms, c) {
      nameRoute(method, name)
      return answer(rooms, c)
    },
  }
}

/** 404 for unknown paths; for other methods 405, or the answer to OPTIONS (docs/rules/doors.md#methods). */
function noRoute({ resources: { log } }: Rooms, c: RestContext, allowed: readonly string[]): Response {
  const requestId = requestIdOf(c.env.outgoing)
  if (allowed.length === 0) {
    return refusal(new DomainError('route_not_found', 'There is no such route.'), requestId, log)
  }
  const methods = allowed.flatMap((method) => (method === 'GET' ? ['GET', 'HEAD'] : [method]))
  const headers = { Allow: [...methods, 'OPTIONS'].join(', ') }
  if (c.req.method === 'OPTIONS') return new Response(null, { status: 204, headers })
  const message = `This route accepts ${methods.join(', ')}, not ${c.req.method.slice(0, 32)}.`
  return refusal(new DomainError('method_not_allowed', message), requestId, log, headers)
}
