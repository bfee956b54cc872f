import assert from 'node:assert/strict'
import { test } from 'node:test'
import { LANE } from '../../src/limits.ts'
import { startTestGateway } from '../support/gateway.ts'
import { submissionOf } from '../support/submission.ts'

const gateway = await startTestGateway({ creditMicro: 10_000_000_000n, concurrencyLimit: 1_000_000 })
const { pool } = gateway.rooms.resources
const PRICE = 2_520_000n

const create = (key: string, headers: Record<string, string> = {}, prompt = 'a lake at sunset') =>
  gateway.call('POST', '/v1/videos', { prompt }, { authorization: `Bearer ${key}`, ...headers })

test('64 concurrent creates commit in a handful of transactions', async () => {
  // 64 open connections, so that the creates arrive together.
  await Promise.all(Array.from({ length: 64 }, () => gateway.call('GET', '/v1/pricing')))
  const answers = await Promise.all(Array.from({ length: 64 }, () => create(gateway.key)))
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([202]))
  const { rows } = await pool.query(
    'select count(distinct xmin::text)::int as transactions, count(*)::int as tasks from task where account_id = $1',
    [gateway.accountId],
  )
  assert.equal(rows[0].tasks, 64)
  assert.ok(rows[0].transactions <= 12, `${rows[0].transactions} transactions`)
})

test('accounts take turns: an account with thousands of creates delays no other and has a limit', async () => {
  const { lanes } = gateway.rooms
  const [flooding, other] = await Promise.all([gateway.newAccount({ creditMicro: 0n }), gateway.newAccount()])
  const shape = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false, n: 1 } as const
  const operation = { kind: 'create', account: 0, key: null, twisted: false, ...shape } as const
  let judged = 0
  const submit = ({ accountId }: { accountId: string }) =>
    lanes.submit(submissionOf(operation, '', () => accountId)).then(({ kind }) => [kind, judged++] as const)
  const flood = Array.from({ length: LANE.queue.own }, () => submit(flooding))
  await assert.rejects(submit(flooding), { code: 'overloaded', status: 503, retryAfter: 1 })
  const [kind, place] = await submit(other)
  assert.equal(kind, 'created')
  assert.ok(place < LANE.batch, `${place} of another account came first`)
  assert.deepEqual(new Set((await Promise.all(flood)).map(([each]) => each)), new Set(['refused']))
})

test('500 concurrent creates with credit for 37 create exactly 37 tasks', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 37n * PRICE + 1n, concurrencyLimit: 1000 })
  const answers = await Promise.all(Array.from({ length: 500 }, () => create(key)))
  const byStatus = Map.groupBy(answers, (answer) => answer.status)
  assert.equal(byStatus.get(202)?.length, 37)
  assert.equal(byStatus.get(402)?.length, 463)
  assert.equal(byStatus.get(402)?.[0]?.body.error.code, 'insufficient_balance')
  const { rows } = await pool.query(
    `select a.balance_micro, a.frozen_micro, a.active_tasks,
       (select count(*)::int from task t where t.account_id = a.id) as tasks,
       (select sum(frozen_delta_micro)::bigint from ledger_entry e where e.account_id = a.id) as frozen,
       (select sum(amount_micro)::bigint from ledger_entry e where e.account_id = a.id) as balance,
       (select count(*)::int from stage_attempt s join task t on t.id = s.task_id where t.account_id = a.id) as attempts,
       (select count(*)::int from event e where e.account_id = a.id and e.kind <> 'waiting') as events,
       (select count(*)::int from pgboss.job j join task t on t.id = j.data->>'taskId' where t.account_id = a.id) as jobs
     from account a where id = $1`,
    [accountId],
  )
  assert.deepEqual(rows[0], {
    balance_micro: 37n * PRICE + 1n,
    frozen_micro: 37n * PRICE,
    active_tasks: 37,
    tasks: 37,
    frozen: 37n * PRICE,
    balance: 37n * PRICE + 1n,
    attempts: 37,
    events: 37,
    jobs: 37,
  })
})

test('one idempotency key sent 50 times at once creates one task', async () => {
  const { accountId, key } = await gateway.newAccount()
  const answers = await Promise.all(Array.from({ length: 50 }, () => create(key, { 'idempotency-key': 'once' })))
  assert.deepEqual(new Set(answers.map((answer) => answer.status)), new Set([202]))
  assert.equal(new Set(answers.map((answer) => answer.body.id)).size, 1)
  assert.equal(answers.filter((answer) => answer.headers.get('idempotent-replayed') === 'true').length, 49)
  const { rows } = await pool.query(
    `select (select count(*)::int from task where account_id = $1) as tasks,
       (select count(*)::int from ledger_entry where account_id = $1 and kind = 'freeze') as freezes,
       (select count(*)::int from idempotency_key where account_id = $1) as keys`,
    [accountId],
  )
  assert.deepEqual(rows[0], { tasks: 1, freezes: 1, keys: 1 })
})

test('a used key with another body is refused and writes nothing', async () => {
  const { key } = await gateway.newAccount()
  await create(key, { 'idempotency-key': 'k' })
  const before = await gateway.counts()
  const other = await create(key, { 'idempotency-key': 'k' }, 'another prompt')
  assert.equal(other.status, 422)
  assert.equal(other.body.error.code, 'idempotency_key_reused')
  const invalid = await create(key, { 'idempotency-key': 'k' }, '')
  assert.equal(invalid.status, 422)
  assert.deepEqual(await gateway.counts(), before)
})

test('a corrected body under the same key is accepted after a refusal', async () => {
  const { key } = await gateway.newAccount()
  const refused = await create(key, { 'idempotency-key': 'fix' }, '')
  assert.equal(refused.status, 400)
  const corrected = await create(key, { 'idempotency-key': 'fix' })
  assert.equal(corrected.status, 202)
})

test('concurrent creates never exceed the concurrency cap', async () => {
  const { accountId, key } = await gateway.newAccount({ concurrencyLimit: 10 })
  const answers = await Promise.all(Array.from({ length: 64 }, () => create(key)))
  const byStatus = Map.groupBy(answers, (answer) => answer.status)
  assert.equal(byStatus.get(202)?.length, 10)
  assert.equal(byStatus.get(429)?.length, 54)
  assert.equal(byStatus.get(429)?.[0]?.body.error.code, 'concurrency_limit_exceeded')
  assert.ok(Number(byStatus.get(429)?.[0]?.headers.get('retry-after')) >= 1)
  const { rows } = await pool.query('select active_tasks from account where id = $1', [accountId])
  assert.equal(rows[0].active_tasks, 10)
})
