import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTasks, type TaskListing } from '../../../src/task/read.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { plansOf } from '../../workers/dispatch/explain.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

async function create(): Promise<string> {
  return (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body.id
}

/** Two unfinished tasks, and 5,000 ended ones that are younger. */
const open = [await create(), await create()]
const ended = await create()
await gateway.call('POST', `/v1/videos/${ended}/cancel`)
await pool.query(
  `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', 'vid_' || lpad(i::text, 26, '0'),
     'created_at', t.created_at + i * interval '1 ms'))).* from task t, generate_series(1, 5000) i where t.id = $1`,
  [ended],
)
await pool.query('analyze task')

const LISTING: TaskListing = {
  ...{ limit: 20, after: null, order: 'desc', statuses: ['queued', 'rendering'], mode: null },
  ...{ createdAfter: null, createdBefore: null },
}

test('unfinished tasks are found among thousands of ended ones without reading those', async () => {
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const [plan, ...others] = await plansOf(pool, async (noting) => {
    const { items } = await listTasks({ pool: noting }, caller, LISTING)
    assert.deepEqual(
      items.map(({ id }) => id),
      open.toReversed(),
    )
  })
  assert.deepEqual(others, [])
  assert.ok(plan && plan.blocks < 20, `${plan?.blocks} blocks\n${plan?.lines}`)
})

test('unfinished and ended tasks can be listed together', async () => {
  const { body } = await gateway.call('GET', '/v1/videos?status=queued,cancelled&order=asc&limit=3')
  assert.deepEqual(
    body.data.map(({ id }: { id: string }) => id),
    [...open, ended],
  )
})
