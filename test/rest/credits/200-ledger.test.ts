import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'

const gateway = await startTestGateway({ creditMicro: 100_045_617n })

test('the balance equals the ledger, and pages have no repeats', async () => {
  const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const { body: second } = await gateway.call('POST', '/v1/videos', { prompt: 'x', duration: 6.5 })
  const answer = await gateway.call('GET', '/v1/credits')
  assert.equal(answer.status, 200)
  const { ledger, ...balance } = answer.body
  assert.deepEqual(balance, {
    object: 'credits',
    balance_micro: 100_045_617,
    frozen_micro: 5_790_000,
    available_micro: 94_255_617,
    balance: '¥100.045617',
    currency: 'CNY',
    snapshot: null,
  })
  const { id, created_at, ...entry } = ledger.data[1]
  assert.match(id, /^led_/)
  assert.match(created_at, /Z$/)
  assert.deepEqual(entry, {
    object: 'ledger_entry',
    kind: 'freeze',
    amount_micro: 0,
    frozen_delta_micro: 2_520_000,
    balance_after_micro: 100_045_617,
    currency: 'CNY',
    task_id: task.id,
    description: 'Video, 5 s',
  })
  const kinds = ledger.data.map((each: { kind: string }) => each.kind)
  assert.deepEqual(kinds, ['freeze', 'freeze', 'topup'])
  assert.deepEqual([ledger.first_id, ledger.last_id, ledger.has_more], [ledger.data[0].id, ledger.data[2].id, false])

  const page = await gateway.call('GET', '/v1/credits?limit=1')
  assert.equal(page.body.ledger.has_more, true)
  const next = await gateway.call('GET', `/v1/credits?limit=1&after=${page.body.ledger.last_id}`)
  assert.deepEqual(next.body.ledger.data, [ledger.data[1]])
  const topups = await gateway.call('GET', '/v1/credits?kind=topup')
  assert.deepEqual(topups.body.ledger.data, [ledger.data[2]])
  const ofTask = await gateway.call('GET', `/v1/credits?task_id=${second.id}`)
  assert.deepEqual(ofTask.body.ledger.data, [ledger.data[0]])
  const ofNone = await gateway.call('GET', '/v1/credits?task_id=vid_none')
  assert.deepEqual(ofNone.body.ledger.data, [])
})

test('the snapshot is the last one that the audit verified', async () => {
  await gateway.rooms.resources.pool.query(
    `update account set audited_balance_micro = 7, audited_at = '2026-11-27T21:57:00.123Z' where id = $1`,
    [gateway.accountId],
  )
  const { body } = await gateway.call('GET', '/v1/credits')
  assert.deepEqual(body.snapshot, { balance_micro: 7, at: '2026-11-27T21:57:00.123Z' })
})
