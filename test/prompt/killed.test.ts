import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Client } from 'pg'
import { releaseAbandoned } from '../../src/prompt/sweep.ts'
import { readLedger } from '../rest/prompt/support.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startProcess } from '../support/process.ts'
import { until } from '../support/until.ts'
import { says, startChatServer } from './server.ts'

const gateway = await startTestGateway()
const chat = await startChatServer()
const { pool } = gateway.rooms.resources
const HELD = ['topup 100000000 0', 'freeze 0 50000']

/** A gateway process that calls the chat server. */
const startGatewayProcess = () =>
  startProcess(gateway, 'src/gateway-main.ts', { PROMPT_OPTIMIZER_URL: chat.url, PROMPT_OPTIMIZER_MODEL: 'small' })

function post(url: string, key: string, idempotencyKey: string): Promise<Response> {
  return fetch(`${url}/v1/prompt/optimize`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${key}`,
      'content-type': 'application/json',
      'idempotency-key': idempotencyKey,
    },
    body: '{"prompt":"a lake"}',
  })
}

interface Account {
  readonly accountId: string
  readonly key: string
}

/**
 * Runs a call of each account up to the moment between answer and charge, and kills their process there: a charge waits for
 * its account's row, which the test locks.
 */
async function killBeforeCharge(accounts: readonly Account[]): Promise<void> {
  const { ready: url, end } = await startGatewayProcess()
  const holder = new Client({ connectionString: gateway.databaseUrl })
  await holder.connect()
  await holder.query('begin')
  const waiting = "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'"
  const broken: Promise<void>[] = []
  for (const { accountId, key } of accounts) {
    chat.answer = async (response, request) => {
      await holder.query('select 1 from account where id = $1 for update', [accountId])
      await says('A lake at dawn.')(response, request)
    }
    broken.push(assert.rejects(post(url, key, 'killed')))
    await until(async () => (await pool.query(waiting)).rowCount === broken.length)
  }
  await Promise.all([end('SIGKILL'), ...broken])
  await holder.query('rollback')
  await holder.end()
}

// One process is killed for all tests.
const rich: Account = gateway
const poor = await gateway.newAccount({ creditMicro: 50_000n })
const idle = await gateway.newAccount()
await killBeforeCharge([rich, poor, idle])

/** Makes an account's freezes and leases older by this time. */
async function age(accountId: string, seconds: number): Promise<void> {
  // Disables the trigger that protects entries for a moment.
  const client = await pool.connect()
  await client.query('begin')
  await client.query('set local session_replication_role = replica')
  await client.query(
    `update ledger_entry set created_at = created_at - make_interval(secs => $1) where account_id = $2`,
    [seconds, accountId],
  )
  await client.query(
    `update idempotency_key set lease_until = lease_until - make_interval(secs => $1) where account_id = $2`,
    [seconds, accountId],
  )
  await client.query('commit')
  client.release()
}

test('a process killed between answer and charge leaves a fee that the chore returns', async () => {
  const { accountId, key } = rich
  const held = await readLedger(gateway, accountId)
  assert.deepEqual(held, { balance: 100_000_000, frozen: 50_000, entries: HELD })

  chat.answer = says('A lake at noon.')
  assert.equal((await post(gateway.url, key, 'killed')).status, 409)
  assert.deepEqual(await releaseAbandoned(gateway.rooms.resources), { found: 0, released: 0 })
  await age(accountId, 60)
  assert.deepEqual(await releaseAbandoned(gateway.rooms.resources), { found: 0, released: 0 })
  await age(accountId, 61)
  const twice = await Promise.all([
    releaseAbandoned(gateway.rooms.resources),
    releaseAbandoned(gateway.rooms.resources),
  ])
  assert.equal(twice[0].released + twice[1].released, 1)
  const entries = [...HELD, 'release 0 -50000']
  assert.deepEqual(await readLedger(gateway, accountId), { balance: 100_000_000, frozen: 0, entries })
  assert.deepEqual(await releaseAbandoned(gateway.rooms.resources), { found: 0, released: 0 })

  assert.equal((await post(gateway.url, key, 'killed')).status, 200)
  const again = await post(gateway.url, key, 'killed')
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [200, 'true'])
  assert.deepEqual(await readLedger(gateway, accountId), {
    balance: 99_950_000,
    frozen: 0,
    entries: [...entries, 'freeze 0 50000', 'prompt_optimize -50000 -50000'],
  })
})

test('a takeover after the lease returns the dead call’s fee first, so that one fee is enough', async () => {
  const { accountId, key } = poor
  await age(accountId, 61)
  assert.equal((await post(gateway.url, key, 'killed')).status, 200)
  assert.deepEqual(await readLedger(gateway, accountId), {
    balance: 0,
    frozen: 0,
    entries: ['topup 50000 0', 'freeze 0 50000', 'release 0 -50000', 'freeze 0 50000', 'prompt_optimize -50000 -50000'],
  })
})

test('a starting gateway finds the fees of a dead one', async () => {
  const { accountId } = idle
  await age(accountId, 121)
  await startGatewayProcess()
  const frozen = async () => (await readLedger(gateway, accountId)).frozen
  await until(async () => (await frozen()) === 0)
})
