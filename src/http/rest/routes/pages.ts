import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DomainError } from '../../../errors.ts'
import { withDownloads } from '../../content-policy.ts'
import { readiness } from '../../health.ts'
import { answerPrepared, onFirstUse, onFirstUseOf, type Prepared, prepare } from '../../prepared.ts'
import { type Answer, JSON_TYPE } from '../openapi/answer.ts'
import { explorerPage } from '../openapi/explorer-page.ts'
import type { HtmlPage } from '../openapi/html.ts'
import { anyObject, named, text } from '../openapi/schema.ts'
import { json } from '../respond.ts'
import { address, route } from '../route.ts'

const OpenapiDocument = named('OpenapiDocument', {
  ...anyObject('A document of OpenAPI 3.1.'),
  properties: { openapi: text('Version of OpenAPI.', { pattern: '^3\\.1\\.' }) },
  required: ['openapi'],
})

// The document and its pages are built on the first request. They take 0.1 s and 2 MB, which a gateway without readers saves.
const documentOf = onFirstUseOf(async (publicUrl: string | null) => {
  const { openapiDocument } = await import('../openapi/document.ts')
  return prepare('application/json', JSON.stringify(openapiDocument(publicUrl)))
})

const headers: Answer['headers'] = ['ETag', 'Cache-Control']

/** docs/rules/doors.md#documentation */
route('GET', '/v1/openapi.json', {
  name: 'getOpenapi',
  tag: 'API',
  need: 'nothing',
  summary: 'Get this document',
  description:
    'This description of the API. It needs no key. It changes only with a new release, so send its ETag with the next request.',
  headers: ['If-None-Match'],
  answers: {
    200: { description: 'An OpenAPI document.', content: [{ type: JSON_TYPE, schema: OpenapiDocument }], headers },
    304: { description: 'The client has this document already.', headers },
  },
  handle: async ({ c, rooms }) => answerPrepared(c.req.raw, await documentOf(rooms.resources.config.publicUrl)),
})

/** A page whose policy lets it load nothing from elsewhere, except redirected downloads. */
function html(path: string, load: (publicUrl: string | null) => Promise<HtmlPage>): void {
  const built = onFirstUseOf(async (publicUrl: string | null) => {
    const { html, policy } = await load(publicUrl)
    return { prepared: await prepare('text/html; charset=utf-8', html), policy }
  })
  address(path, async ({ resources }, c) => {
    const { prepared, policy } = await built(resources.config.publicUrl)
    const allowed = withDownloads(policy, resources.storage.direct?.origin ?? null)
    const headers = { 'Content-Security-Policy': allowed, 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' }
    return answerPrepared(c.req.raw, prepared, headers)
  })
}

html('/v1/docs', async (publicUrl) => {
  const [{ referencePage }, { openapiDocument }] = await Promise.all([
    import('../openapi/reference-page.ts'),
    import('../openapi/document.ts'),
  ])
  return referencePage(openapiDocument(publicUrl))
})
html('/v1/explorer', async () => explorerPage)
html('/v1/docs/errors', async () => (await import('../openapi/errors-page.ts')).errorsPage)

const script = (name: string) => asset(name, 'text/javascript; charset=utf-8')

/** Files that the explorer loads; read and compressed on the first request. */
const ASSETS: ReadonlyMap<string, () => Promise<Prepared>> = new Map([
  ['swagger-ui-bundle.js', script('swagger-ui-bundle.js')],
  ['swagger-ui.css', asset('swagger-ui.css', 'text/css; charset=utf-8')],
  ['start.js', onFirstUse(() => prepare('text/javascript; charset=utf-8', explorerPage.script))],
  ['page.css', onFirstUse(() => prepare('text/css; charset=utf-8', explorerPage.style))],
])

function asset(name: string, type: string): () => Promise<Prepared> {
  const path = () => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
  return onFirstUse(async () => prepare(type, await readFile(path())))
}

address('/v1/docs/assets/:name', async (_rooms, c) => {
  const prepared = ASSETS.get(c.req.param('name') ?? '')
  if (!prepared) throw new DomainError('route_not_found', 'There is no such route.')
  return answerPrepared(c.req.raw, await prepared())
})

address('/healthz', () => json(200, '{"status":"ok"}'))

address('/readyz', async (rooms) => {
  const state = await readiness(rooms)
  return json(state.status === 'ready' ? 200 : 503, JSON.stringify(state))
})
