import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { Client } from 'pg'
import { auditRound } from '../../src/credit/audit-ledger.ts'
import { LOCK_WAIT_MS, transaction } from '../../src/lib/sql.ts'
import { holdFee } from '../../src/prompt/fee.ts'
import { releaseAbandoned } from '../../src/prompt/sweep.ts'
import { failExpired } from '../../src/stage/overdue.ts'
import { sendStranded } from '../../src/stage/stranded.ts'
import { settleTries } from '../../src/webhook/settle.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { attemptsOf, complete, create, ROOMY, take, workUpTo } from '../workers/dispatch/work.ts'

/** An operator locks rows of one account in psql: `begin; select … for update`. All other accounts continue. */

const gateway = await startTestGateway(ROOMY, { lockWaitMs: LOCK_WAIT_MS })
const { resources } = gateway.rooms
const { pool } = resources
const other = await gateway.newAccount(ROOMY)
const holder = new Client({ connectionString: gateway.databaseUrl })
await holder.connect()
after(() => holder.end())

type Table = 'account' | 'task' | 'webhook_delivery'

/** Locks rows while `body` runs. */
async function holding<T>(table: Table, ids: readonly string[], body: () => Promise<T>): Promise<T> {
  await holder.query('begin')
  await holder.query(`select 1 from ${table} where id = any($1) for update`, [ids])
  try {
    return await body()
  } finally {
    await holder.query('rollback')
  }
}

const post = (key: string, headers = {}) =>
  gateway.call('POST', '/v1/videos', { prompt: 'a lake' }, { authorization: `Bearer ${key}`, ...headers })

/** Whether a session waits for a lock. */
async function isWaited(): Promise<boolean> {
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  return (await pool.query(waiting)).rowCount !== 0
}

test('creates of a locked account get 503 with Retry-After, and others in their batch succeed', async () => {
  const kept = { 'idempotency-key': 'kept' }
  await holding('account', [gateway.accountId], async () => {
    const locked = [
      post(gateway.key, kept),
      post(gateway.key),
      gateway.call('POST', '/v1/prompt/optimize', { prompt: 'a lake' }),
    ]
    const query = 'mutation { taskCreate(input: { prompt: "a lake" }) { tasks { id } } }'
    const graphql = gateway.call('POST', '/graphql', { query })
    const made = await Promise.all(Array.from({ length: 3 }, () => post(other.key)))
    assert.deepEqual(
      made.map(({ status }) => status),
      [202, 202, 202],
    )
    // The account is left out of the others' transactions while it is locked.
    await until(isWaited)
    assert.equal((await post(other.key)).status, 202)
    assert.equal(await isWaited(), true)
    for (const { status, headers, body } of await Promise.all(locked)) {
      assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'overloaded', '1'])
    }
    const [error] = (await graphql).body.errors
    assert.deepEqual([error.extensions.code, error.extensions.retryAfter], ['overloaded', 1])
  })
  assert.equal((await post(gateway.key, kept)).status, 202)
  assert.equal((await post(gateway.key)).status, 202)
  await pool.query("update stage_attempt set state = 'cancelled'; delete from pgboss.job")
})

test('a task locked by another transaction is skipped, and the next one is claimed', async () => {
  const [locked, next] = [await create(gateway), await create(gateway, {}, other.key)]
  await holding('task', [locked], async () => {
    assert.equal((await take(gateway, 'encode'))?.taskId, next)
    assert.equal(await take(gateway, 'encode'), null)
  })
  await pool.query(`update pgboss.job set start_after = now() where state = 'created'`)
  assert.equal((await take(gateway, 'encode'))?.taskId, locked)
  assert.deepEqual(await attemptsOf(gateway, locked), ['encode 1 running'])
})

test('a finished stage is reported after the account is unlocked', async () => {
  const claim = await workUpTo(gateway, await create(gateway), 'package')
  let report: Promise<boolean> | undefined
  await holding('account', [gateway.accountId], async () => {
    report = complete(gateway, claim)
    await until(isWaited)
    // The first try is given up.
    await until(async () => !(await isWaited()))
  })
  assert.equal(await report, true)
  assert.equal((await gateway.call('GET', `/v1/videos/${claim.taskId}`)).body.status, 'succeeded')
})

test('chores of stages skip a locked account and process it later', async () => {
  const [locked, free] = [await create(gateway), await create(gateway, {}, other.key)]
  await pool.query(`update stage_attempt set ready_at = now() - interval '1 hour' where task_id = any($1)`, [
    [locked, free],
  ])
  await pool.query("delete from pgboss.job where data->>'taskId' = any($1)", [[locked, free]])
  await holding('task', [locked], async () => assert.equal(await sendStranded(resources), 1))
  assert.equal(await sendStranded(resources), 1)
  await holding('account', [gateway.accountId], async () => assert.equal(await failExpired(resources, 1800), 1))
  assert.deepEqual(await attemptsOf(gateway, free), ['encode 1 cancelled'])
  assert.equal(await failExpired(resources, 1800), 1)
})

test('prompt fees are released and ledgers verified for all accounts but a locked one', async () => {
  const more = await Promise.all(Array.from({ length: 3 }, () => gateway.newAccount()))
  const locked = [gateway.accountId, ...more.map(({ accountId }) => accountId)]
  for (const accountId of [...locked, other.accountId])
    await holdFee(pool, { accountId, keyId: null, idempotency: null, maxMicro: null })
  const client = await pool.connect()
  await client.query('begin; set local session_replication_role = replica')
  await client.query("update ledger_entry set created_at = now() - interval '1 hour' where subject_id like 'opt_%'")
  await client.query('commit')
  client.release()
  await holding('account', locked, async () => {
    assert.deepEqual(await releaseAbandoned(resources), { found: 5, released: 1 })
    assert.equal((await auditRound(resources)).checked, 1)
  })
  assert.deepEqual(await releaseAbandoned(resources), { found: 4, released: 4 })
})

test('webhook results are written for all accounts but a locked one, and retried for that one', async () => {
  const { rows } = await pool.query<{ id: string; lease: Date }>(
    `insert into webhook_delivery (id, account_id, task_id, event_id, url, host, status, next_try_at)
     select 'whd_' || n, account_id, id, -n, 'https://a.test', 'a.test', 'pending', date_trunc('second', now()) + interval '1 hour'
     from (select * from task limit 1) t, generate_series(1, 2) n returning id, next_try_at as lease`,
  )
  const shown = { status: 'delivered', lastStatus: 204, lastError: null, retryMs: null, answer: 'ok' } as const
  const outcomes = rows.map((row) => ({ ...row, ...shown, at: new Date(), durationMs: 5 }))
  const settle = () => transaction(pool, (tx) => settleTries(tx, outcomes))
  const left = await holding('webhook_delivery', ['whd_1'], settle)
  assert.deepEqual(
    left.map(({ id }) => id),
    ['whd_1'],
  )
  assert.deepEqual(await settle(), [])
  const tries = await pool.query('select tries, status from webhook_delivery order by id')
  assert.deepEqual(tries.rows, [
    { tries: 1, status: 'delivered' },
    { tries: 1, status: 'delivered' },
  ])
})
