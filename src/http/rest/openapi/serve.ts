import { readFile } from 'node:fs/promises'
import { fileURLToPath } from 'node:url'
import { DomainError } from '../../../errors.ts'
import type { Rooms } from '../../../rooms.ts'
import { answerPrepared, onFirstUse, type Prepared, prepare } from '../../prepared.ts'
import type { RestContext } from '../context.ts'
import { queryOf } from '../query.ts'
import { errorsPage } from './errors-page.ts'
import { readerPage } from './reader-page.ts'

// The document and its pages are built on the first request. They take 0.1 s and 4 MB, which a gateway without readers saves.
const document = onFirstUse(async () => {
  const { openapiDocument } = await import('./document.ts')
  return prepare('application/json', JSON.stringify(openapiDocument()))
})

/** `GET /v1/openapi.json` (docs/rules/doors.md#documentation). */
export async function getOpenapi(_rooms: Rooms, c: RestContext): Promise<Response> {
  queryOf(c, [])
  return answerPrepared(c.req.raw, await document())
}

const page = onFirstUse(() => prepare('text/html; charset=utf-8', readerPage.html))
const errors = onFirstUse(() => prepare('text/html; charset=utf-8', errorsPage.html))

/** `GET /v1/docs`: the document for people. */
export async function getDocs(_rooms: Rooms, c: RestContext): Promise<Response> {
  return answerPrepared(c.req.raw, await page(), pageHeaders(readerPage.policy))
}

/** `GET /v1/docs/errors`: the error catalogue. */
export async function getErrorCatalogue(_rooms: Rooms, c: RestContext): Promise<Response> {
  return answerPrepared(c.req.raw, await errors(), pageHeaders(errorsPage.policy))
}

function pageHeaders(policy: string): Record<string, string> {
  return { 'Content-Security-Policy': policy, 'X-Frame-Options': 'DENY', 'Referrer-Policy': 'no-referrer' }
}

const script = (name: string) => asset(name, 'text/javascript; charset=utf-8')

/** Files that the page loads; read and compressed on the first request. */
const ASSETS: ReadonlyMap<string, () => Promise<Prepared>> = new Map([
  ['swagger-ui-bundle.js', script('swagger-ui-bundle.js')],
  ['swagger-ui.css', asset('swagger-ui.css', 'text/css; charset=utf-8')],
  ['start.js', onFirstUse(() => prepare('text/javascript; charset=utf-8', readerPage.script))],
  ['page.css', onFirstUse(() => prepare('text/css; charset=utf-8', readerPage.style))],
])

function asset(name: string, type: string): () => Promise<Prepared> {
  const path = () => fileURLToPath(import.meta.resolve(`swagger-ui-dist/${name}`))
  return onFirstUse(async () => prepare(type, await readFile(path())))
}

/** `GET /v1/docs/assets/{name}`. */
export async function getDocsAsset(_rooms: Rooms, c: RestContext): Promise<Response> {
  const prepared = ASSETS.get(c.req.param('name') ?? '')
  if (!prepared) throw new DomainError('route_not_found', 'There is no such route.')
  return answerPrepared(c.req.raw, await prepared())
}
