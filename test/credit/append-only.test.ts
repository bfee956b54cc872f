import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })

const ledger = async () => (await pool.query('select * from ledger_entry order by account_id, number')).rows

test('the database refuses to change or delete ledger entries', async () => {
  const before = await ledger()
  assert.equal(before.length, 2)
  for (const sql of [
    'update ledger_entry set amount_micro = amount_micro + 1',
    `update ledger_entry set description = 'x' where task_id = '${task.id}'`,
    'delete from ledger_entry',
    `delete from ledger_entry where task_id = '${task.id}'`,
    'truncate ledger_entry',
    'truncate ledger_entry, event cascade',
    'truncate account cascade',
  ]) {
    await assert.rejects(pool.query(sql), { code: '23001', message: 'ledger_entry is append-only' }, sql)
  }
  assert.deepEqual(await ledger(), before)
})

test('a task with ledger entries cannot be deleted', async () => {
  await assert.rejects(pool.query('delete from task where id = $1', [task.id]))
})

test('the database refuses impossible sums', async () => {
  for (const set of ['balance_micro = frozen_micro - 1', 'frozen_micro = -1', 'active_tasks = -1']) {
    await assert.rejects(pool.query(`update account set ${set}`), { code: '23514' }, set)
  }
})
