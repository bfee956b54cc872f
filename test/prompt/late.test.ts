import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../src/errors.ts'
import { chargeFee, type HeldFee, holdFee, releaseFee } from '../../src/prompt/fee.ts'
import { optimizePrompt } from '../../src/prompt/optimize.ts'
import type { Optimizer } from '../../src/prompt/optimizer.ts'
import { releaseAbandoned } from '../../src/prompt/sweep.ts'
import { readLedger } from '../rest/prompt/support.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources
const ledger = (accountId: string) => readLedger(gateway, accountId)
const call = { body: '{"prompt":"a lake"}', idempotencyKey: 'late' }

async function newCaller() {
  const { key } = await gateway.newAccount()
  return gateway.rooms.verifier.verify(`Bearer ${key}`)
}

/** Runs during a call, between its freeze and its charge. */
const during =
  (run: () => Promise<unknown>): Optimizer =>
  async () => {
    await run()
    return 'A lake at dawn.'
  }

const unavailable = (error: unknown) => error instanceof DomainError && error.code === 'prompt_optimizer_unavailable'

async function openFee(accountId: string): Promise<Omit<HeldFee, 'feeMicro'>> {
  const { rows } = await pool.query(
    `select subject_id from ledger_entry where account_id = $1 and kind = 'freeze' order by number desc limit 1`,
    [accountId],
  )
  return { accountId, subjectId: rows[0].subject_id, idempotency: null }
}

test('an answer after the release of its fee charges nothing', async () => {
  const caller = await newCaller()
  const { accountId } = caller
  const late = during(async () => releaseFee(pool, await openFee(accountId)))
  await assert.rejects(optimizePrompt(resources, late, caller, call), unavailable)
  const { balance, frozen, entries } = await ledger(accountId)
  assert.deepEqual([balance, frozen], [100_000_000, 0])
  assert.deepEqual(entries.slice(1), ['freeze 0 50000', 'release 0 -50000'])
})

test('a call whose key was taken over charges nothing and leaves the key to its successor', async () => {
  const caller = await newCaller()
  const { accountId } = caller
  const lapse = `update idempotency_key set lease_until = now() - interval '1 s' where account_id = $1`
  const successor = () => optimizePrompt(resources, async () => 'The successor’s.', caller, call)
  const overtaken = during(async () => {
    await pool.query(lapse, [accountId])
    assert.equal((await successor()).prompt, 'The successor’s.')
  })
  await assert.rejects(optimizePrompt(resources, overtaken, caller, call), unavailable)
  assert.deepEqual([(await successor()).replayed, (await ledger(accountId)).balance], [true, 99_950_000])
})

test('a failing call whose key was taken over does not release its successor’s key', async () => {
  const caller = await newCaller()
  const { accountId } = caller
  const lapse = `update idempotency_key set lease_until = now() - interval '1 s' where account_id = $1`
  const failing = during(async () => {
    await pool.query(lapse, [accountId])
    const [row] = (await pool.query('select * from idempotency_key where account_id = $1', [accountId])).rows
    const idempotency = { operation: row.operation, key: row.key, bodyHash: row.body_hash, textHash: () => null }
    assert.ok('held' in (await holdFee(pool, { accountId, keyId: null, idempotency, maxMicro: null })))
    throw new Error('the optimiser fails')
  })
  await assert.rejects(optimizePrompt(resources, failing, caller, call), unavailable)
  const again = optimizePrompt(resources, async () => 'mine', caller, call)
  await assert.rejects(
    again,
    (error: unknown) => error instanceof DomainError && error.code === 'idempotency_in_progress',
  )
  assert.deepEqual((await ledger(accountId)).entries.slice(1), ['freeze 0 50000', 'release 0 -50000', 'freeze 0 50000'])
})

test('only one of a concurrent charge and release is written', async () => {
  const { accountId } = await newCaller()
  for (let i = 0; i < 20; i++) {
    const start = await holdFee(pool, { accountId, keyId: null, idempotency: null, maxMicro: null })
    assert.ok('held' in start)
    const [charged, released] = await Promise.all([chargeFee(pool, start.held, 'x'), releaseFee(pool, start.held)])
    assert.equal(charged === null, released)
  }
  assert.equal((await ledger(accountId)).frozen, 0)
})

test('the chore releases old prompt fees, and no newer or other ones', async () => {
  const { accountId } = await newCaller()
  await holdFee(pool, { accountId, keyId: null, idempotency: null, maxMicro: null })
  await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  assert.deepEqual(await releaseAbandoned(gateway.rooms.resources), { found: 0, released: 0 })
  const client = await pool.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(`update ledger_entry set created_at = created_at - interval '121 s'`)
  await client.query('commit')
  client.release()
  await holdFee(pool, { accountId, keyId: null, idempotency: null, maxMicro: null })
  const { found, released } = await releaseAbandoned(gateway.rooms.resources)
  assert.equal(found, released)
  assert.equal((await ledger(accountId)).frozen, 50_000)
  assert.equal((await ledger(gateway.accountId)).frozen, 2_520_000)
})
