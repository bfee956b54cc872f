import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTasks } from '../../../src/task/read.ts'
import { STATUSES } from '../../../src/task/task.ts'
import { plansOf } from '../../workers/dispatch/explain.ts'
import { create, startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms()
const { pool } = gateway.rooms.resources
const ENDS = ['succeeded', 'failed', 'cancelled', 'rejected']

/** Two tasks of every state, and of every unfinished one two more with a notice. */
const ids: string[] = []
for (const status of STATUSES) {
  for (const waits of ENDS.includes(status) ? [false] : [false, true]) {
    for (const by of [gateway, earlier]) {
      const id = await create(by)
      await pool.query('update task set status = $2, waiting_since = $3, waiting_reason = $4 where id = $1', [
        id,
        status,
        waits ? new Date() : null,
        waits ? 'capacity' : null,
      ])
      ids.push(id)
    }
  }
}
const { body: all } = await earlier.call('GET', '/v1/videos?limit=100')

async function pageThrough(query: string): Promise<string[]> {
  const found: string[] = []
  for (let after = ''; ; ) {
    const { status, text, body } = await earlier.call('GET', `/v1/videos?${query}${after}`)
    assert.equal(status, 200, text)
    found.push(...body.data.map((task: { id: string }) => task.id))
    if (!body.has_more) return found
    after = `&after=${body.last_id}`
  }
}

const shownAs = (words: readonly string[]): string[] =>
  all.data.filter(({ status }: { status: string }) => words.includes(status)).map(({ id }: { id: string }) => id)

test('each status filter of the earlier form selects the tasks shown with that status', async () => {
  const counts = { queued: 2, rendering: 16, encoding: 2, succeeded: 2, failed: 4, cancelled: 2 }
  for (const [word, count] of Object.entries(counts)) {
    const expected = shownAs([word])
    assert.equal(expected.length, count, word)
    assert.deepEqual(await pageThrough(`status=${word}&limit=3`), expected, word)
    assert.deepEqual(await pageThrough(`status=${word}&limit=3&order=asc`), expected.toReversed(), word)
  }
  assert.deepEqual(await pageThrough('status=failed,queued&limit=1'), shownAs(['failed', 'queued']))
  assert.deepEqual((await pageThrough('status=rendering,encoding&limit=5')).length, 18)
  assert.deepEqual(await pageThrough('limit=7'), ids.toReversed())
})

test('each status filter of the current form selects its tasks, with and without a notice', async () => {
  for (const status of STATUSES) {
    const { body } = await gateway.call('GET', `/v1/videos?status=${status}&limit=100`)
    assert.equal(body.data.length, ENDS.includes(status) ? 2 : 4, status)
    assert.ok(body.data.every((task: { status: string }) => task.status === status))
  }
})

test('a status of the current form only gets 400', async () => {
  for (const word of ['rejected', 'packaging', 'upscaling', 'queued,rejected', '']) {
    const { status, body } = await earlier.call('GET', `/v1/videos?status=${word}`)
    const { code, param, message } = body.error
    assert.deepEqual([status, code, param], [400, 'invalid_parameter', 'status'], word)
    assert.equal(message, 'status must be one of queued, rendering, encoding, succeeded, failed, cancelled.')
  }
})

test('the filtered list uses its index', async () => {
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const listing = {
    limit: 3,
    after: ids[9] ?? null,
    order: 'desc',
    mode: null,
    createdAfter: null,
    createdBefore: null,
  }
  const words = { statuses: ['encoding', 'rendering', 'upscaling'], waitingStatuses: STATUSES } as const
  const plans = await plansOf(pool, (noting) =>
    listTasks({ pool: noting }, caller, { ...listing, ...words, order: 'desc' }),
  )
  assert.deepEqual(
    plans.map(({ scanned }) => scanned),
    [[]],
  )
})
