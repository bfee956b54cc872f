import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { SCOPES, type Scope } from '../../src/key/caller.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { startTestGateway } from '../support/gateway.ts'
import { awayFromTurn } from '../support/minute.ts'
import { rowsOf } from '../support/rows.ts'
import { startQuickWorker } from '../support/worker.ts'
import { openTools } from './client.ts'

/** The tools of `/mcp`, called by the SDK's own client. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const tools = await openTools(gateway)
const PRICE = 2_520_000
const LAKE = { prompt: 'a lake', max_amount_micro: PRICE }

test('the server introduces itself, and every tool has a description and a schema', async () => {
  assert.equal(tools.client.getServerVersion()?.name, 'vidgate')
  const listed = (await tools.client.listTools()).tools
  const names = ['create_video', 'watch_video', 'cancel_video', 'list_videos', 'price_video']
  assert.deepEqual(
    listed.map(({ name }) => name),
    names,
  )
  for (const { name, description, inputSchema } of listed) {
    assert.ok(description, name)
    assert.equal(inputSchema.type, 'object')
  }
  const [create] = listed
  assert.ok(create?.inputSchema.properties)
  for (const name of ['prompt', 'duration', 'max_amount_micro', 'idempotency_key']) {
    assert.ok(name in create.inputSchema.properties, name)
  }
})

test('a video is priced, created, watched to its end with progress, listed and linked', async () => {
  const { price, valid } = await tools.call('price_video', { prompt: 'a lake' })
  assert.deepEqual([valid, price.total_micro], [true, PRICE])
  const created = await tools.call('create_video', { ...LAKE, metadata: { order: 17 } })
  assert.deepEqual([created.status, created.metadata, created.cost.frozen_micro], ['queued', { order: 17 }, PRICE])
  const worker = await startQuickWorker(gateway, { renderMs: 50 })
  const progress: number[] = []
  let ended = false
  while (!ended) {
    const watched = await tools.call(
      'watch_video',
      { id: created.id, timeout_seconds: 300 },
      ({ progress: at, total }) => {
        assert.equal(total, 1)
        progress.push(at)
      },
    )
    ended = watched.ended
    if (ended) assert.equal(watched.video.status, 'succeeded')
  }
  await worker.end()
  assert.ok(progress.length > 1)
  assert.equal(progress.at(-1), 1)
  assert.deepEqual(
    progress.toSorted((a, b) => a - b),
    progress,
  )
  const result = await tools.client.callTool({ name: 'watch_video', arguments: { id: created.id } })
  const [, link] = result['content'] as CallToolResult['content']
  assert.ok(link?.type === 'resource_link')
  const video = await fetch(link.uri)
  assert.deepEqual([video.status, video.headers.get('content-type')], [200, 'video/mp4'])
  await video.body?.cancel()
  const { data } = await tools.call('list_videos', { status: ['succeeded'], search: 'LAKE' })
  assert.deepEqual(
    data.map(({ id }: { id: string }) => id),
    [created.id],
  )
})

test('without progress the answer is JSON, and a watch that is over its time returns the state so far', async () => {
  const { id } = await tools.call('create_video', LAKE)
  for (const seconds of [0, 0.05]) {
    const { ended, video } = await tools.call('watch_video', { id, timeout_seconds: seconds })
    assert.deepEqual([ended, video.id, video.status], [false, id, 'queued'])
  }
  assert.equal((await tools.call('cancel_video', { id })).status, 'cancelled')
  assert.equal((await tools.call('watch_video', { id, timeout_seconds: 300 })).ended, true)
  const { headers } = await gateway.call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/list' })
  assert.equal(headers.get('content-type'), 'application/json')
})

test('an idempotency_key makes one video, and its reuse for another is refused', async () => {
  const once = { ...LAKE, idempotency_key: 'once' }
  const first = await tools.call('create_video', once)
  assert.equal((await tools.call('create_video', once)).id, first.id)
  const before = await gateway.counts()
  assert.deepEqual(await tools.refused('create_video', { ...once, prompt: 'other' }), [
    'idempotency_key_reused',
    'Idempotency-Key',
  ])
  assert.deepEqual(await gateway.counts(), before)
})

test('a create needs a ceiling, and above it nothing is created', async () => {
  const [held, loose] = [await openTools(gateway, { 'Max-Amount-Micro': `${PRICE}` }), tools]
  const before = await gateway.counts()
  const PARAM = 'max_amount_micro'
  assert.deepEqual(await loose.refused('create_video', { prompt: 'x' }), ['missing_parameter', PARAM])
  assert.deepEqual(await loose.refused('create_video', { ...LAKE, [PARAM]: PRICE - 1 }), ['price_above_maximum', PARAM])
  assert.deepEqual(await loose.refused('create_video', { ...LAKE, n: 2 }), ['price_above_maximum', PARAM])
  assert.deepEqual(await held.refused('create_video', { ...LAKE, n: 2, [PARAM]: 9 * PRICE }), [
    'price_above_maximum',
    PARAM,
  ])
  assert.deepEqual(await held.refused('create_video', { ...LAKE, [PARAM]: 1 }), ['price_above_maximum', PARAM])
  for (const wrong of [-1, 1.5, '1', {}, 1e300]) {
    assert.deepEqual(await loose.refused('create_video', { ...LAKE, [PARAM]: wrong }), ['invalid_parameter', PARAM])
  }
  const yuan = await openTools(gateway, { 'Max-Amount-Micro': '2.52' })
  assert.deepEqual(await yuan.refused('create_video', LAKE), ['invalid_parameter', 'Max-Amount-Micro'])
  assert.deepEqual(await gateway.counts(), before)
  const created = await held.call('create_video', { prompt: 'x' })
  assert.equal(created.cost.frozen_micro, PRICE)
  const both = await loose.call('create_video', { ...LAKE, n: 2, [PARAM]: 2 * PRICE })
  assert.equal(both.data.length, 2)
})

test('refusals have the codes and parameters of REST, and nothing is written', async () => {
  const poor = await openTools({ ...gateway, key: (await gateway.newAccount({ creditMicro: 1n })).key })
  const before = await gateway.counts()
  assert.deepEqual(await poor.refused('create_video', LAKE), ['insufficient_balance', null])
  for (const [name, args, code, param] of [
    ['create_video', { ...LAKE, prompt: '' }, 'invalid_parameter', 'prompt'],
    ['create_video', { ...LAKE, duration: 99 }, 'invalid_parameter', 'duration'],
    ['create_video', { ...LAKE, model: 'x' }, 'unknown_parameter', 'model'],
    ['create_video', { ...LAKE, idempotency_key: '' }, 'invalid_idempotency_key', 'Idempotency-Key'],
    ['create_video', { ...LAKE, idempotency_key: 7 }, 'invalid_parameter', 'idempotency_key'],
    ['watch_video', { id: 'vid_none' }, 'video_not_found', null],
    ['watch_video', { id: 'vid_none', timeout_seconds: 0 }, 'video_not_found', null],
    ['watch_video', {}, 'missing_parameter', 'id'],
    ['watch_video', { id: 'x', timeout_seconds: 301 }, 'invalid_parameter', 'timeout_seconds'],
    ['cancel_video', { id: 'vid_none' }, 'video_not_found', null],
    ['cancel_video', { id: 'vid_none', force: true }, 'unknown_parameter', 'force'],
    ['list_videos', { limit: 101 }, 'invalid_parameter', 'limit'],
    ['list_videos', { after: 'vid_none' }, 'invalid_cursor', 'after'],
    ['list_videos', { status: ['done'] }, 'invalid_parameter', 'status[0]'],
    ['list_videos', { search: ' ' }, 'invalid_parameter', 'search'],
  ] as const) {
    assert.deepEqual(await tools.refused(name, args), [code, param], `${name} ${JSON.stringify(args)}`)
  }
  const { valid, errors } = await tools.call('price_video', { prompt: 'x', duration: 99 })
  assert.deepEqual([valid, errors[0].param], [false, 'duration'])
  await assert.rejects(
    tools.client.callTool({ name: 'delete_video', arguments: {} }),
    /There is no tool "delete_video"/,
  )
  await assert.rejects(tools.client.callTool({ name: 'constructor', arguments: {} }), /There is no tool "constructor"/)
  assert.deepEqual(await gateway.counts(), before)
})

test('each tool needs its scope and no other', async () => {
  const { id } = await finishedTask(gateway)
  const needs: readonly (readonly [string, object, Scope])[] = [
    ['create_video', LAKE, 'videos:write'],
    ['cancel_video', { id }, 'videos:write'],
    ['watch_video', { id }, 'videos:read'],
    ['list_videos', {}, 'videos:read'],
    ['price_video', { prompt: 'x' }, 'videos:read'],
  ]
  const keyWith = async (scopes: readonly Scope[]) => {
    const { body } = await gateway.call(
      'POST',
      '/v1/api-keys',
      { name: 'x', scopes },
      { authorization: `Bearer ${admin}` },
    )
    return openTools({ ...gateway, key: body.key })
  }
  const { key: admin } = await gateway.newAccount({ scopes: SCOPES })
  for (const scope of ['videos:write', 'videos:read'] as const) {
    const [only, others] = [await keyWith([scope]), await keyWith(SCOPES.filter((each) => each !== scope))]
    const before = await rowsOf(gateway)
    for (const [name, args, need] of needs) {
      if (need === scope) assert.deepEqual(await others.refused(name, { ...args }), ['insufficient_scope', null], name)
      else assert.deepEqual(await only.refused(name, { ...args }), ['insufficient_scope', null], name)
    }
    assert.deepEqual(await rowsOf(gateway), before)
  }
  const [writer, reader] = [await keyWith(['videos:write']), await keyWith(['videos:read'])]
  const own = await writer.call('create_video', LAKE)
  assert.equal((await reader.call('watch_video', { id: own.id, timeout_seconds: 0 })).video.id, own.id)
  assert.equal((await reader.call('list_videos')).data.length, 1)
  assert.equal((await writer.call('cancel_video', { id: own.id })).status, 'cancelled')
})

test('a create costs a create, everything else a call', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ createsPerMinute: 1, callsPerMinute: 4 })
  // Connecting takes two messages.
  const limited = await openTools({ ...gateway, key })
  await limited.call('price_video', { prompt: 'x' })
  await limited.call('create_video', LAKE)
  const before = await gateway.counts()
  assert.deepEqual(await limited.refused('create_video', LAKE), ['rate_limit_exceeded', null])
  assert.equal((await limited.call('list_videos')).data.length, 1)
  await assert.rejects(limited.call('list_videos'), /rate_limit_exceeded/)
  await assert.rejects(limited.call('cancel_video', { id: 'vid_none' }), /rate_limit_exceeded/)
  assert.deepEqual(await gateway.counts(), before)
})
