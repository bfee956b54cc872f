import assert from 'node:assert/strict'
import { test } from 'node:test'
import { expireFiles } from '../../src/file/expire.ts'
import { eraseOutputs } from '../../src/task/erase.ts'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { plansOf } from '../workers/dispatch/explain.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources

test('bytes that are due are found by their time, also by a plan that does not know the time', async () => {
  const kept = await endedTask(gateway, 'succeeded')
  await pool.query(
    `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', 'vid_' || lpad(i::text, 26, '0')))).*
     from task t, generate_series(1, 5000) i where t.id = $1`,
    [kept],
  )
  await pool.query('analyze task')
  const plans = await plansOf(pool, async (noting) => {
    assert.equal(await eraseOutputs({ ...resources, pool: noting }, new Date()), 0)
    assert.deepEqual(await expireFiles({ ...resources, pool: noting }, new Date()), { erased: 0, forgotten: 0 })
  })
  const due = plans.filter(({ text }) => /from (task|file)\b.* is null and/s.test(text) && !/^delete/.test(text.trim()))
  const indexes: unknown[] = []
  for (const { text } of due) {
    const { rows } = await pool.query(`explain (generic_plan) ${text}`)
    const lines = rows.map((row) => row['QUERY PLAN']).join('\n')
    indexes.push(/Scan using (\w+)/.exec(lines)?.[1])
  }
  assert.deepEqual(indexes, ['task_output_kept', 'file_kept', 'file_deleted'])
})
