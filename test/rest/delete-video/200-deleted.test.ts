import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createBus } from '../../../src/push/bus.ts'
import { eventsSince } from '../../../src/push/log.ts'
import { watchTask } from '../../../src/task/watch.ts'
import { brokenRules } from '../../chaos/money/rules.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { endedTask, entriesOf, objectsOf, store } from '../cancel/work.ts'

const gateway = await startTestGateway()
const { resources, bus, links, verifier } = gateway.rooms
const { pool } = resources

const WORDS = {
  prompt: 'a lake nobody knows',
  metadata: { secret: 'order 17' },
  webhook_url: 'https://caller.test/hook',
}
const SECRET = /nobody knows|order 17|caller\.test|file_/

const remove = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('DELETE', `/v1/videos/${id}`, undefined, headers)

for (const end of ['succeeded', 'failed', 'rejected', 'cancelled'] as const) {
  test(`${end}: the record, the caller’s texts and the bytes are deleted, and the ledger stays`, async () => {
    const id = await endedTask(gateway, end, WORDS)
    await pool.query('update task set input_image = $2, "references" = $3 where id = $1', [id, 'file_1', ['file_2']])
    // Objects of a worker that was killed before its report are deleted too.
    await store(gateway, `tasks/${id}/render.9.mp4`)
    const { body: before } = await gateway.call('GET', `/v1/videos/${id}`)
    const entries = await entriesOf(gateway, id)
    assert.ok((await objectsOf(gateway, id)).length > 1)

    const answer = await remove(id)
    assert.equal(answer.status, 200)
    assert.deepEqual(answer.body, { id, object: 'video.deleted', deleted: true })
    assert.deepEqual(await objectsOf(gateway, id), [])
    assert.deepEqual(await entriesOf(gateway, id), entries)

    const { rows } = await pool.query('select to_jsonb(t) as row, completed_at from task t where id = $1', [id])
    const { row, completed_at } = rows[0]
    assert.doesNotMatch(JSON.stringify(row), SECRET)
    assert.deepEqual([row.status, row.account_id, row.prompt], [end, gateway.accountId, ''])
    assert.deepEqual([row.metadata, row.webhook_url, row.input_image, row.references], [null, null, null, []])
    assert.deepEqual([row.amount_micro, row.billed_ms], [before.usage.amount_micro, before.usage.billed_seconds * 1000])
    assert.equal(completed_at.toISOString(), before.completed_at)

    const { rows: events } = await pool.query('select kind, snapshot from event where task_id = $1 order by seq', [id])
    assert.deepEqual([events.at(-1).kind, events.at(-1).snapshot.status], ['deleted', end])
    assert.doesNotMatch(JSON.stringify(events), SECRET)
    for (const { snapshot } of events.slice(0, -1)) assert.deepEqual(snapshot, {})
    assert.deepEqual(await brokenRules(pool), [])
  })
}

test('a deleted task is missing for every reader', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const { path } = links.sign(id, 'video')
  const thumbnail = links.sign(id, 'thumbnail').path
  assert.equal((await fetch(gateway.url + path)).status, 200)
  await remove(id)
  for (const [method, address] of [
    ['GET', `/v1/videos/${id}`],
    ['GET', `/v1/videos/${id}/content`],
    ['GET', `/v1/videos/${id}/upscale`],
    ['POST', `/v1/videos/${id}/cancel`],
    ['DELETE', `/v1/videos/${id}`],
    ['GET', path],
    ['GET', thumbnail],
  ] as const) {
    const answer = await gateway.call(method, address)
    assert.deepEqual([answer.status, answer.body.error.code], [404, 'video_not_found'], `${method} ${address}`)
  }
  const upscale = await gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: 1_550_000 })
  assert.equal(upscale.status, 404)
  const query = '{ task(id: "ID") { id } node(id: "ID") { id } tasks(first: 100) { nodes { id } } }'
  const { body } = await gateway.call('POST', '/graphql', { query: query.replaceAll('ID', id) })
  assert.deepEqual([body.errors, body.data.task, body.data.node], [undefined, null, null])
  assert.ok(body.data.tasks.nodes.every((node: { id: string }) => node.id !== id))
})

test('a deleted task is in no list and stays a valid cursor', async () => {
  const before = await endedTask(gateway, 'cancelled')
  const id = await endedTask(gateway, 'cancelled')
  const later = await endedTask(gateway, 'cancelled')
  await remove(id)
  const list = async (query: string) =>
    (await gateway.call('GET', `/v1/videos?${query}`)).body.data.map((task: { id: string }) => task.id)
  assert.deepEqual(await list('limit=2'), [later, before])
  assert.deepEqual(await list(`limit=1&after=${id}`), [before])
  assert.deepEqual(await list(`limit=1&order=asc&after=${id}`), [later])
})

test('a repeat of a deleted task’s create gets 410, never a new task', async () => {
  const headers = { 'idempotency-key': 'create' }
  const { body } = await gateway.call('POST', '/v1/videos', WORDS, headers)
  await gateway.call('POST', `/v1/videos/${body.id}/cancel`)
  await remove(body.id)
  const before = await gateway.counts()
  const again = await gateway.call('POST', '/v1/videos', WORDS, headers)
  assert.deepEqual([again.status, again.body.error.code], [410, 'video_deleted'])
  assert.deepEqual(await gateway.counts(), before)
})

test('a deletion is repeated under its Idempotency-Key, and without one gets 404', async () => {
  const id = await endedTask(gateway, 'failed')
  const headers = { 'idempotency-key': 'delete' }
  const first = await remove(id, headers)
  const before = await rowsOf(gateway)
  const again = await remove(id, headers)
  assert.deepEqual([again.status, again.text, again.headers.get('idempotent-replayed')], [200, first.text, 'true'])
  assert.equal((await remove(id)).status, 404)
  assert.equal((await remove(id, { 'idempotency-key': 'other' })).status, 404)
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a subscriber that resumes after its last seq gets video_not_found', async () => {
  const id = await endedTask(gateway, 'succeeded')
  await remove(id)
  const caller = await verifier.verify(`Bearer ${gateway.key}`)
  for (const afterSeq of [null, 1, 3, 100]) {
    await assert.rejects(watchTask(resources, bus, caller, id, afterSeq).next(), { code: 'video_not_found' })
  }
})

test('a subscriber that receives the end after the deletion gets it without deleted content', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', WORDS)
  const caller = await verifier.verify(`Bearer ${gateway.key}`)
  const late = createBus()
  const changes = watchTask(resources, late, caller, body.id, null)
  assert.equal((await changes.next()).value?.task.status, 'queued')
  await gateway.call('POST', `/v1/videos/${body.id}/cancel`)
  await remove(body.id)
  late.publish(await eventsSince(pool, body.id, 1), 0n)
  const seen = []
  for await (const { task, skipped } of changes)
    seen.push([task.status, task.prompt, task.metadata, task.seed, skipped])
  assert.deepEqual(seen, [['cancelled', '', null, body.seed, true]])
})
