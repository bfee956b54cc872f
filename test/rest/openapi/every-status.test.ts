import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EARLIER_VERSION } from '../../../src/key/version.ts'
import { says, sends } from '../../prompt/server.ts'
import { startTestS3 } from '../../storage/s3-server.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { finishedTask } from '../content/finished.ts'
import type { Call } from './calling.ts'
import type { Documented, Json } from './documented.ts'
import { formOf, keyed, openScene } from './scene.ts'

/**
 * Every operation and every status of its document, on a live gateway; `call` compares each answer with the document.
 */

const { gateway, chat, call, make, throttled, poor, disabled, full, earlier } = await openScene()

const UPSCALE = { amount_micro: 1_550_000 }
const PROMPT = { prompt: 'a lake' }

/** The prefix of the id in an operation's path. */
function prefixOf({ described }: Documented): string {
  const { schema } = described.parameters.find((parameter: Json) => parameter.in === 'path') ?? {}
  return /^\^([a-z]+)_/.exec(schema?.pattern ?? '')?.[1] ?? ''
}

const MAKERS: Readonly<Record<string, () => Promise<string>>> = {
  vid: make.finished,
  file: make.file,
  key: make.key,
  whd: make.delivery,
}

/** A call that succeeds, with the operation's own first example as its body. */
const succeeding = async (operation: Documented): Promise<Call> => {
  const id = await MAKERS[prefixOf(operation)]?.()
  return id === undefined ? {} : { id }
}

/** A valid body of the operation, from its own first example. */
function bodyOf({ described }: Documented): unknown {
  const json = described.requestBody?.content['application/json']
  if (json) return Object.values<Json>(json.examples)[0].value
  return described.requestBody ? formOf() : undefined
}

/** How a status is come by that every operation has for the same reason. */
const ANY: Readonly<Record<number, (operation: Documented) => Call | Promise<Call>>> = {
  200: succeeding,
  201: succeeding,
  202: succeeding,
  400: ({ id }) => (id === 'getOpenapi' ? { query: 'x=1' } : { headers: { 'api-version': '1999-01-01' } }),
  401: () => ({ key: null }),
  403: () => ({ key: disabled }),
  404: () => ({}),
  413: () => ({ body: JSON.stringify({ prompt: 'x'.repeat(300_000) }) }),
  415: () => ({ body: 'x', headers: { 'content-type': 'text/plain' } }),
  429: () => ({ key: throttled }),
}

/** The write that a second one repeats, with `again` as its body. */
const repeated = async (id: string, first: Call, again: unknown = first.body): Promise<Call> => {
  const headers = keyed(`${id} ${JSON.stringify(again)}`)
  await call(id, { ...first, headers })
  return { ...first, body: again, headers }
}

/** A write whose task has been deleted. */
const ofDeleted = async (id: string, first: Call): Promise<Call> => {
  const again = await repeated(id, first)
  const { body } = await call(id, again)
  if (body.status === 'queued') await call('cancelVideo', { id: body.id })
  await call('deleteVideo', { id: body.id })
  return again
}

/** A stream that ends at once, after the last event. */
const atEnd = async (): Promise<Call> => {
  const id = await make.finished()
  const { rows } = await gateway.rooms.resources.pool.query('select seq from task where id = $1', [id])
  return { id, headers: { 'last-event-id': String(rows[0].seq) } }
}

const uploadBusy = async (): Promise<Call> => {
  const { release } = await make.uploadUnderWay('under way')
  releases.push(release)
  return { body: formOf(), headers: keyed('under way') }
}

const promptBusy = async (): Promise<Call> => {
  const answering = Promise.withResolvers<void>()
  const asked = Promise.withResolvers<void>()
  chat.answer = async (response, request) => {
    asked.resolve()
    await answering.promise
    await says('a calm lake')(response, request)
  }
  const busy = { body: PROMPT, headers: keyed('busy') }
  const first = call('optimizePrompt', busy)
  releases.push(() => {
    answering.resolve()
    return first
  })
  await asked.promise
  return busy
}

const ofDeletedFile = async (): Promise<Call> => {
  const again = { body: formOf(), headers: keyed('deleted') }
  const { body } = await call('uploadFile', again)
  await call('deleteFile', { id: body.id })
  return again
}

const optimizing = (answer: typeof chat.answer) => (): Call => {
  chat.answer = answer
  return { body: PROMPT }
}

const upscaled = async (): Promise<Call> => {
  const of = { id: await make.finished(), body: UPSCALE }
  await call('createUpscale', of)
  return of
}

/** A finished video in a bucket from which clients download. */
const redirected = async (): Promise<Call> => {
  const { environment } = await startTestS3()
  const at = await startTestGateway({}, { environment: { ...environment, S3_DOWNLOADS: 'redirect' } })
  return { at, id: (await finishedTask(at, 1000)).id }
}

const of =
  (make: () => Promise<string>, more: Call = {}) =>
  async (): Promise<Call> => ({ id: await make(), ...more })
const withHeader = (name: string, value: string) => of(make.finished, { headers: { [name]: value } })

/** How to cause every other status. */
const OWN: Readonly<Record<string, Readonly<Record<number, () => Call | Promise<Call>>>>> = {
  createVideo: {
    200: () => ({ query: 'dry_run=true', body: PROMPT }),
    402: () => ({ body: PROMPT, key: poor }),
    409: () => ({ body: { ...PROMPT, max_amount_micro: 1 } }),
    410: () => ofDeleted('createVideo', { body: PROMPT }),
    422: () => repeated('createVideo', { body: PROMPT }, { prompt: 'a sea' }),
  },
  listVideos: { 200: () => ({ query: 'limit=2&status=queued,succeeded&order=asc' }) },
  deleteVideo: { 409: of(make.queued) },
  cancelVideo: {
    200: of(make.queued),
    409: of(make.finished),
    410: async () => ofDeleted('cancelVideo', { id: await make.queued() }),
  },
  downloadVideo: {
    200: of(make.finished, { query: 'variant=thumbnail' }),
    206: withHeader('range', 'bytes=0-1'),
    302: redirected,
    304: withHeader('if-none-match', '*'),
    409: of(make.queued),
    410: of(make.expired),
    412: withHeader('if-match', '"other"'),
    416: withHeader('range', 'bytes=1000000-'),
  },
  watchVideo: { 200: of(make.queued), 204: atEnd },
  getUpscaleQuote: { 410: of(make.expired) },
  createUpscale: {
    200: upscaled,
    402: async () => ({ ...(await make.spent()), body: UPSCALE }),
    409: of(make.finished, { body: { amount_micro: 1 } }),
    410: of(make.expired, { body: UPSCALE }),
    422: async () => repeated('createUpscale', { id: await make.finished(), body: UPSCALE }, { amount_micro: 1 }),
  },
  uploadFile: {
    404: ofDeletedFile,
    409: uploadBusy,
    413: () => ({ body: formOf('tooLarge') }),
    422: () => repeated('uploadFile', { body: formOf() }, formOf('other')),
  },
  listFiles: { 200: () => ({ query: 'purpose=reference' }) },
  deleteFile: { 409: of(make.pinnedFile) },
  optimizePrompt: {
    200: optimizing(says('a calm lake')),
    402: () => ({ body: PROMPT, key: poor }),
    409: promptBusy,
    422: () => repeated('optimizePrompt', optimizing(says('a calm lake'))(), { prompt: 'a sea' }),
    502: optimizing(sends(500, '')),
  },
  getCredits: { 200: () => ({ query: 'limit=3' }) },
  getCapabilities: { 404: () => ({ key: earlier, headers: { 'api-version': EARLIER_VERSION } }) },
  exportCredits: { 404: () => ({ key: earlier, headers: { 'api-version': EARLIER_VERSION } }) },
  getPricing: { 404: () => ({ key: earlier, headers: { 'api-version': EARLIER_VERSION } }) },
  createApiKey: {
    409: () => ({ body: { name: 'x' }, key: full }),
    422: () => repeated('createApiKey', { body: { name: 'x' } }, { name: 'y' }),
  },
  updateApiKey: {
    422: async () => repeated('updateApiKey', { id: await make.key(), body: {} }, { spend_limit: null }),
  },
  sendTestWebhook: {
    200: () => ({ body: { url: 'http://127.0.0.1:9/' } }),
    422: () =>
      repeated('sendTestWebhook', { body: { url: 'http://127.0.0.1:9/' } }, { url: 'http://127.0.0.1:9/other' }),
  },
  createReadToken: { 201: async () => ({ body: { task_id: await make.queued() } }) },
  updateAccount: { 422: () => repeated('updateAccount', { body: {} }, { api_version: '2026-11-01' }) },
  getOpenapi: { 304: () => ({ headers: { 'if-none-match': '*' } }) },
}

const releases: (() => Promise<unknown>)[] = []

for (const operation of call.operations) {
  test(`${operation.id} answers as documented: ${operation.statuses.join(', ')}`, async () => {
    for (const status of operation.statuses) {
      const own = OWN[operation.id]?.[status]
      const come = own ?? ANY[status] ?? assert.fail(`no case causes ${status} of ${operation.id}`)
      const made = await (own ? own() : come(operation))
      const answer = await call(operation.id, {
        id: `${prefixOf(operation)}_${'0'.repeat(26)}`,
        body: bodyOf(operation),
        ...made,
      })
      assert.equal(answer.status, status, `${operation.id}: ${JSON.stringify(answer.body)}`)
      while (releases.length > 0) await releases.pop()?.()
    }
  })
}

test('every status in the tests is in the document', () => {
  const shown = Object.entries(OWN).flatMap(([id, ways]) => Object.keys(ways).map((status) => `${id} ${status}`))
  const documented = new Set(call.operations.flatMap(({ id, statuses }) => statuses.map((status) => `${id} ${status}`)))
  assert.deepEqual(
    shown.filter((each) => !documented.has(each)),
    [],
  )
})
