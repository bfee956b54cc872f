import { Hono } from 'hono'
import { DomainError } from '../../errors.ts'
import type { Rooms } from '../../rooms.ts'
import { readiness } from '../health.ts'
import { requestIdOf } from '../request-id.ts'
import { getAccount, patchAccount } from './account.ts'
import { deleteApiKey, getApiKeys, postApiKeys } from './api-keys.ts'
import { getContent } from './content.ts'
import type { RestContext, RestEnv, Route } from './context.ts'
import { getCredits } from './credits.ts'
import { getEvents } from './events.ts'
import { deleteFile, getFile, getFiles, postFiles } from './files.ts'
import { answerAndLinger } from './linger.ts'
import { getDocs, getDocsAsset, getErrorCatalogue, getOpenapi } from './openapi/serve.ts'
import { getPricing } from './pricing.ts'
import { postPromptOptimize } from './prompt.ts'
import { postReadTokens } from './read-tokens.ts'
import { json, refusal } from './respond.ts'
import { getUpscale, postUpscale } from './upscale.ts'
import { deleteVideo, getVideo, getVideos, postCancel, postVideos } from './videos.ts'
import { getWebhookDeliveries, getWebhookSecret, postWebhookReplay, postWebhookSecretRotate } from './webhooks.ts'

const METHODS = ['GET', 'POST', 'PATCH', 'DELETE'] as const

/** Every route (spec 4); HEAD is answered where GET is. */
export const ROUTES: readonly (readonly [method: (typeof METHODS)[number], path: string, route: Route])[] = [
  ['POST', '/v1/videos', postVideos],
  ['GET', '/v1/videos', getVideos],
  ['GET', '/v1/videos/:id', getVideo],
  ['DELETE', '/v1/videos/:id', deleteVideo],
  ['POST', '/v1/videos/:id/cancel', postCancel],
  ['GET', '/v1/videos/:id/upscale', getUpscale],
  ['POST', '/v1/videos/:id/upscale', postUpscale],
  ['GET', '/v1/videos/:id/content', getContent],
  ['GET', '/v1/videos/:id/events', getEvents],
  ['POST', '/v1/files', postFiles],
  ['GET', '/v1/files', getFiles],
  ['GET', '/v1/files/:id', getFile],
  ['DELETE', '/v1/files/:id', deleteFile],
  ['POST', '/v1/prompt/optimize', postPromptOptimize],
  ['GET', '/v1/credits', getCredits],
  ['GET', '/v1/pricing', getPricing],
  ['GET', '/v1/api-keys', getApiKeys],
  ['POST', '/v1/api-keys', postApiKeys],
  ['DELETE', '/v1/api-keys/:id', deleteApiKey],
  ['POST', '/v1/read-tokens', postReadTokens],
  ['GET', '/v1/account', getAccount],
  ['PATCH', '/v1/account', patchAccount],
  ['GET', '/v1/webhooks/secret', getWebhookSecret],
  ['POST', '/v1/webhooks/secret/rotate', postWebhookSecretRotate],
  ['GET', '/v1/webhooks/deliveries', getWebhookDeliveries],
  ['POST', '/v1/webhooks/deliveries/:id/replay', postWebhookReplay],
  ['GET', '/v1/openapi.json', getOpenapi],
  ['GET', '/v1/docs', getDocs],
  ['GET', '/v1/docs/errors', getErrorCatalogue],
  ['GET', '/v1/docs/assets/:name', getDocsAsset],
  ['GET', '/healthz', () => json(200, '{"status":"ok"}')],
  ['GET', '/readyz', getReadiness],
]

/** The REST door: `app.fetch` answers any request, including unknown routes. */
export function createRest(rooms: Rooms): Hono<RestEnv> {
  const { log } = rooms.resources
  const app = new Hono<RestEnv>()
  for (const [method, path, route] of ROUTES) app.on(method, path, (c) => route(rooms, c))
  app.notFound((c) => {
    // A catch-all per path would cost every request Hono's fast path for a single handler.
    const allowed = METHODS.filter((method) => app.router.match(method, c.req.path)[0].length > 0)
    return answerAndLinger(c, noRoute(rooms, c, allowed))
  })
  app.onError((error, c) => answerAndLinger(c, refusal(error, requestIdOf(c.env.outgoing), log)))
  return app
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

async function getReadiness(rooms: Rooms): Promise<Response> {
  const state = await readiness(rooms)
  return json(state.status === 'ready' ? 200 : 503, JSON.stringify(state))
}
