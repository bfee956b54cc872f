import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isDeepStrictEqual } from 'node:util'
import type { Parameter } from '../../../src/http/rest/query.ts'
import type { Route } from '../../../src/http/rest/route.ts'
import { openEvents } from '../../rest/events/stream.ts'
import { corpus, upload } from '../../support/material.ts'
import { BY_NAME, pathOf } from '../../support/routes.ts'
import { ghostOf, type Ids, newCalls, SECRET, twoAccounts, USED } from './world.ts'

/** Every route of REST, called by one account with ids of another: as if they had never existed. */

const { gateway, b, targets, others, rows } = await twoAccounts()
const own = (await gateway.call('POST', '/v1/videos', { prompt: 'own' }, { authorization: `Bearer ${b.key}` })).body.id
const asB = { authorization: `Bearer ${b.key}` }

type Call = readonly [path: string, body?: object | undefined, headers?: Record<string, string>]

const IMAGE = { prompt: 'x', mode: 'image_to_video' }
const REFERENCE = { prompt: 'x', mode: 'reference_to_video' }

/** Bodies of a create with a file. */
const creates = (path: string, { file }: Ids): Call[] => [
  [path, { ...IMAGE, input_image: file }],
  [path, { ...IMAGE, end_image: file }],
  [path, { ...REFERENCE, references: [file] }],
  [path, { ...REFERENCE, reference: file }, USED],
]

/** A call of `/mcp`. */
const toolCall = (name: string, args: object): Call => [
  '/mcp',
  { jsonrpc: '2.0', id: 1, method: 'tools/call', params: { name, arguments: args } },
]

/** Calls that name another account's objects in other ways than by a path or a parameter of the query. */
const MORE: Readonly<Record<string, (ids: Ids) => readonly Call[]>> = {
  'POST /v1/videos': (ids) => [...creates('/v1/videos', ids), ...creates('/v1/videos?dry_run=true', ids)],
  'GET /v1/videos': ({ task }) => [[`/v1/videos?after=${task}&order=asc&status=queued`]],
  'POST /openai/v1/videos': ({ file }) => [
    ['/openai/v1/videos', { prompt: 'x', input_reference: { file_id: file } }],
    ['/openai/v1/videos', { prompt: 'x', input_reference: { file_id: file } }, USED],
  ],
  'POST /mcp': ({ task, file }) => [
    toolCall('watch_video', { id: task, timeout_seconds: 0 }),
    toolCall('cancel_video', { id: task }),
    toolCall('list_videos', { after: task }),
    toolCall('create_video', { ...IMAGE, input_image: file, max_amount_micro: 1e9, idempotency_key: 'mine' }),
    toolCall('price_video', { ...IMAGE, input_image: file }),
  ],
  'POST /v1/videos/:id/upscale': ({ task }) => [
    [`/v1/videos/${task}/upscale`, { amount_micro: 1_550_000 }],
    [`/v1/videos/${task}/upscale`, { amount_micro: 1_550_000 }, USED],
  ],
  'GET /v1/videos/:id/content': ({ task }) => [
    [`/v1/videos/${task}/content?variant=thumbnail`, undefined, { range: 'bytes=0-1', 'if-none-match': '*' }],
    [`/v1/videos/${task}/content?expires=9999999999&signature=${'A'.repeat(43)}`],
  ],
  'GET /v1/videos/:id/events': ({ task }) => [
    [`/v1/videos/${task}/events?after_seq=1`],
    [`/v1/videos/${task}/events`, undefined, { 'last-event-id': '99' }],
  ],
  'PATCH /v1/api-keys/:id': ({ key }) => [
    [`/v1/api-keys/${key}`, {}],
    [`/v1/api-keys/${key}`, { spend_limit: { limit_micro: 0, period: 'total' } }, USED],
  ],
  'GET /v1/files': ({ file }) => [[`/v1/files?after=${file}&purpose=input_image`]],
  'POST /v1/read-tokens': ({ task, group }) => [
    ['/v1/read-tokens', { task_id: task }],
    ['/v1/read-tokens', { group_id: group }, USED],
  ],
}

/** Bodies that name no object; what they write is tested below. */
const NAMELESS = [
  'POST /v1/files',
  'POST /v1/prompt/optimize',
  'POST /v1/api-keys',
  'PATCH /v1/account',
  'POST /v1/webhooks/test',
]

const byPrefix = ({ task, file, key, delivery, entry }: Ids): Readonly<Record<string, string>> => ({
  vid: task,
  file,
  key,
  whd: delivery,
  led: entry,
})

/** The prefix of the ids that a parameter takes. */
function prefixOf({ schema }: Parameter): string | undefined {
  const [example] = (schema?.['examples'] ?? []) as readonly unknown[]
  return /^\^?([a-z]+)_/.exec(String(schema?.['pattern'] ?? example ?? ''))?.[1]
}

/** Calls that name objects by the path and by each parameter of the query that takes an id. */
function declaredCalls(route: Route, ids: Ids): Call[] {
  const { id, body, idempotent, query = {} } = route.serving ?? {}
  const path = pathOf(route, byPrefix(ids))
  const byPath: Call[] = id && !body ? [[path], ...(idempotent ? [[path, undefined, USED] as const] : [])] : []
  const byQuery = Object.entries(query).flatMap(([name, parameter]): Call[] => {
    const named = byPrefix(ids)[prefixOf(parameter) ?? '']
    return named ? [[`${path}?${name}=${named}`]] : []
  })
  return [...byPath, ...byQuery]
}

/** Every call with what is another's, by route. */
const CALLS: Readonly<Record<string, (ids: Ids) => readonly Call[]>> = Object.fromEntries(
  [...BY_NAME].map(([name, route]) => [
    name,
    (ids: Ids) => [...declaredCalls(route, ids), ...(MORE[name]?.(ids) ?? [])],
  ]),
)
const NAMING = Object.entries(CALLS).filter(([, callsOf]) => callsOf(targets[0] ?? assert.fail()).length > 0)

test('every route that takes an id or a body is called with what is another’s, or names nothing', () => {
  const called = NAMING.map(([name]) => name)
  const uncalled = [...BY_NAME].filter(([name, { serving }]) => {
    return (serving?.id || serving?.body) && !called.includes(name)
  })
  assert.deepEqual(uncalled.map(([name]) => name).sort(), [...NAMELESS].sort())
  assert.deepEqual(
    Object.keys(MORE).filter((name) => !BY_NAME.has(name)),
    [],
  )
  assert.ok(called.length >= 18)
})

/** All parts of an answer that a caller sees, without those that differ between answers. */
async function seen(method: string, [path, body, headers]: Call, ids: Ids, key: string): Promise<unknown> {
  const answer = await gateway.call(method, path, body, { ...headers, authorization: `Bearer ${key}` })
  const { 'x-request-id': _id, date: _date, ratelimit: _rate, ...rest } = Object.fromEntries(answer.headers)
  let text = answer.text.replace(/req_[0-9a-z]{26}/g, 'REQUEST')
  for (const [name, id] of Object.entries(ids)) text = text.replaceAll(id, name)
  return [answer.status, rest, text]
}

for (const [operation, callsOf] of NAMING) {
  test(`${operation} answers for another account’s record as for a missing one, and writes nothing`, async () => {
    const [method = ''] = operation.split(' ')
    const [before, isNew] = [await rows(), newCalls()]
    for (const ids of targets) {
      const ghost = ghostOf(ids)
      const [calls, ghostly] = [callsOf(ids), callsOf(ghost)]
      for (const [i, call] of calls.entries()) {
        if (!isNew(call)) continue
        const expected = await seen(method, ghostly[i] ?? call, ghost, b.key)
        assert.deepEqual(await seen(method, call, ids, b.key), expected, call[0])
      }
    }
    assert.deepEqual(await rows(), before)
  })
}

test('the owner gets the records with the same calls', async () => {
  for (const [operation, callsOf] of NAMING) {
    // An own stream goes on.
    if (!operation.startsWith('GET') || operation.endsWith('/events')) continue
    const shown: boolean[] = []
    const isNew = newCalls()
    for (const ids of targets) {
      for (const call of callsOf(ids).filter(isNew)) {
        const [mine, theirs] = [await seen('GET', call, ids, gateway.key), await seen('GET', call, ids, b.key)]
        shown.push(!isDeepStrictEqual(mine, theirs))
      }
    }
    assert.ok(shown.includes(true), operation)
  }
})

test('neither a retained file nor a revoked key is visible to another account', async () => {
  const before = await rows()
  for (const id of others) {
    const path = id.startsWith('file') ? `/v1/files/${id}` : `/v1/api-keys/${id}`
    assert.equal((await gateway.call('DELETE', path, undefined, asB)).status, 404)
  }
  assert.deepEqual(await rows(), before)
})

test('an account’s read token opens nothing of another account', async () => {
  const { body } = await gateway.call('POST', '/v1/read-tokens', { task_id: own }, asB)
  const before = await rows()
  for (const [operation, callsOf] of NAMING) {
    const [[method = ''], isNew] = [operation.split(' '), newCalls()]
    for (const ids of targets.slice(-2)) {
      const ghost = ghostOf(ids)
      const ghostly = callsOf(ghost)
      for (const [i, call] of callsOf(ids).entries()) {
        if (!isNew(call)) continue
        const expected = await seen(method, ghostly[i] ?? call, ghost, body.token)
        assert.deepEqual(await seen(method, call, ids, body.token), expected, call[0])
      }
    }
  }
  assert.deepEqual(await rows(), before)
})

test('no list and no record of one account contains another account’s data', async () => {
  const words = [SECRET, gateway.accountId, ...others, ...targets.flatMap((ids) => Object.values(ids))]
  for (const { method, path } of BY_NAME.values()) {
    if (method !== 'GET' || path === '/v1/videos/:id/events') continue
    const { text } = await gateway.call('GET', path.replace(':id', own), undefined, asB)
    for (const word of words) assert.ok(!text.includes(word), `${path}: ${word}`)
  }
  const opened = await openEvents(gateway, `/v1/videos/${own}/events`, asB)
  assert.equal(JSON.parse((await opened.next())?.data ?? '').id, own)
  opened.leave()
})

test('an Idempotency-Key of another account is new, with its own answer', async () => {
  const png = await corpus('rgb.png')
  const mine = [SECRET, ...others, ...targets.flatMap((ids) => Object.values(ids))]
  const headers = { ...asB, ...USED }
  const answers = [
    await gateway.call('POST', '/v1/videos', { prompt: 'other' }, headers),
    await gateway.call('POST', '/v1/prompt/optimize', { prompt: 'other' }, headers),
    await gateway.call('POST', '/v1/api-keys', { name: 'other' }, headers),
    await gateway.call('POST', '/v1/webhooks/secret/rotate', undefined, headers),
    await gateway.call('PATCH', '/v1/account', { defaults: { use_context_ir: true } }, headers),
    await upload(gateway, png, 'input_image', { key: b.key, headers: USED }),
  ]
  assert.deepEqual(
    answers.map(({ status, headers }) => [status, headers.get('idempotent-replayed')]),
    [202, 200, 201, 200, 200, 201].map((status) => [status, null]),
  )
  for (const { text } of answers) for (const word of mine) assert.ok(!text.includes(word), word)
})

test('the same bytes uploaded by two accounts are separate files, and deleting one keeps the other', async () => {
  const png = await corpus('rgb.png')
  const { body: file } = await upload(gateway, png, 'reference', { key: b.key })
  assert.equal((await gateway.call('DELETE', `/v1/files/${file.id}`, undefined, asB)).status, 200)
  const kept = targets[0]?.file
  assert.equal((await gateway.call('GET', `/v1/files/${kept}`)).status, 200)
  const body = { ...IMAGE, input_image: kept }
  assert.equal((await gateway.call('POST', '/v1/videos', body)).status, 202)
})
