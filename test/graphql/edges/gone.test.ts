import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { deliver, made, openWorld, read } from './world.ts'

/** Edges to what is deleted or expired show what REST answers for it. Nothing leads to another account. */

const { gateway, files, framed, referring, group, source, upscale } = await openWorld()
const { pool } = gateway.rooms.resources
const [start, end, reference] = files

const task = async (id: string, fields: string) => (await read(gateway, `{ task(id: "${id}") { ${fields} } }`)).task

test('a file that has expired is shown as expired; one that is deleted or no longer recorded is null', async () => {
  await pool.query(`update file set expires_at = now() - interval '1 minute' where id = $1`, [start])
  await pool.query('update file set deleted_at = now() where id = $1', [end])
  const frames = 'inputImageFile { id status } endImageFile { id }'
  assert.deepEqual(await task(framed, frames), {
    inputImageFile: { id: start, status: 'EXPIRED' },
    endImageFile: null,
  })
  await pool.query('delete from file where id = $1', [start])
  assert.deepEqual(await task(referring, 'referenceFiles { id }'), { referenceFiles: [{ id: reference }, null] })
  assert.equal((await gateway.call('GET', `/v1/files/${start}`)).status, 404)
})

test('a revoked key is shown as revoked', async () => {
  const { body: key } = await gateway.call('POST', '/v1/api-keys', { name: 'other', scopes: ['videos:write'] })
  const { id } = await made(gateway, {}, { authorization: `Bearer ${key.key}` })
  await gateway.call('DELETE', `/v1/api-keys/${key.id}`)
  assert.deepEqual(await task(id, 'key { id status }'), { key: { id: key.id, status: 'REVOKED' } })
})

test('a deleted task is at no edge; its entries and deliveries stay, without it', async () => {
  const [kept = '', gone = ''] = group.tasks
  await gateway.call('POST', `/v1/videos/${gone}/cancel`)
  const delivery = await deliver(gateway, gone)
  assert.equal((await gateway.call('DELETE', `/v1/videos/${gone}`)).status, 200)
  assert.deepEqual(await task(kept, 'group { tasks { id } }'), { group: { tasks: [{ id: kept }] } })
  const { credits, webhookDeliveries } = await read(
    gateway,
    `{ credits { entries(taskId: "${gone}") { nodes { taskId task { id } } } }
       webhookDeliveries(taskId: "${gone}") { nodes { id task { id } } } }`,
  )
  const entry = { taskId: gone, task: null }
  assert.deepEqual(credits.entries.nodes, [entry, entry])
  assert.deepEqual(webhookDeliveries.nodes, [{ id: delivery, task: null }])
  await pool.query('update task set deleted_at = now() where id = $1', [source])
  assert.deepEqual(await task(upscale, 'sourceTaskId source { id }'), { sourceTaskId: source, source: null })
})

test('ids of another account in a task’s row lead to nothing', async () => {
  const b = await gateway.newAccount({ scopes: SCOPES })
  const asB = { authorization: `Bearer ${b.key}` }
  const { id } = await made(gateway, {}, asB)
  const { data: keys } = (await gateway.call('GET', '/v1/api-keys')).body
  await deliver(gateway, framed)
  // No call writes such a row; the reads check the account all the same.
  await pool.query(
    `update task set group_id = $2, n_index = 9, source_task_id = $3, key_id = $4, mode = 'image_to_video', input_image = $5,
       end_image = $5, "references" = array[$5] where id = $1`,
    [id, group.id, framed, keys[0].id, reference],
  )
  const { task } = await read(
    gateway,
    `{ task(id: "${id}") { inputImageFile { id } endImageFile { id } referenceFiles { id } group { tasks { id } }
       source { id } key { id } } }`,
    b.key,
  )
  const none = { inputImageFile: null, endImageFile: null, referenceFiles: [null], source: null, key: null }
  assert.deepEqual(task, { ...none, group: { tasks: [{ id }] } })
  await pool.query(
    `insert into ledger_entry select (jsonb_populate_record(e, jsonb_build_object('id', e.id || 'x', 'number', e.number + 100,
       'kind', 'refund', 'subject_id', null, 'task_id', $2::text))).* from ledger_entry e where e.task_id = $1`,
    [id, framed],
  )
  await pool.query('update webhook_delivery set account_id = $2 where task_id = $1', [framed, b.accountId])
  const { credits, webhookDeliveries } = await read(
    gateway,
    '{ credits { entries(kind: REFUND) { nodes { task { id } } } } webhookDeliveries { nodes { task { id } } } }',
    b.key,
  )
  assert.deepEqual([credits.entries.nodes, webhookDeliveries.nodes], [[{ task: null }], [{ task: null }]])
})

test('another account’s tasks, entries and deliveries are at no list of an edge', async () => {
  const [kept] = group.tasks
  const shown = await read(
    gateway,
    `{ task(id: "${framed}") { upscales { nodes { id } } ledgerEntries { nodes { kind } } webhookDeliveries { nodes { id } } }
       file(id: "${reference}") { usedBy { nodes { id } } }
       group: task(id: "${kept}") { group { tasks { id } } }
       apiKeys(last: 1) { nodes { tasks(first: 100) { nodes { id } } } } }`,
  )
  const { data } = (await gateway.call('GET', '/v1/videos?limit=100')).body
  assert.deepEqual(shown.task, {
    upscales: { nodes: [] },
    ledgerEntries: { nodes: [{ kind: 'FREEZE' }] },
    webhookDeliveries: { nodes: [] },
  })
  assert.deepEqual(shown.file.usedBy.nodes, [{ id: referring }])
  assert.deepEqual(shown.group.group.tasks, [{ id: kept }])
  const own = new Set(data.map(({ id }: { id: string }) => id))
  assert.ok(shown.apiKeys.nodes[0].tasks.nodes.every(({ id }: { id: string }) => own.has(id)))
})
