import assert from 'node:assert/strict'
import { test } from 'node:test'
import { pino } from 'pino'
import { auditAccount, proveAccount } from '../../src/credit/audit.ts'
import { auditRound } from '../../src/credit/audit-ledger.ts'
import { admin } from '../admin/command.ts'
import { brokenRules } from '../chaos/money/rules.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources
const lines: Record<string, unknown>[] = []
const needs = { pool, log: pino({}, { write: (line: string) => void lines.push(JSON.parse(line)) }) }

const metric = async (name: string) => {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(text)?.[1])
}

/** Damage that the database would refuse, written in a session without triggers. */
async function damage(sql: string): Promise<void> {
  await pool.query(`begin; set local session_replication_role = replica; ${sql}; commit`)
}

test('a round verifies every account and stores the snapshot that callers see', async () => {
  await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2 })
  assert.ok(Number.isNaN(await metric('vidgate_ledger_audit_age_seconds')))
  const round = await auditRound(needs)
  assert.deepEqual([round.checked, round.mismatched], [1, 0])
  const { body } = await gateway.call('GET', '/v1/credits')
  assert.equal(body.snapshot.balance_micro, body.balance_micro)
  assert.ok(Date.now() - Date.parse(body.snapshot.at) < 60_000)
  assert.equal(await metric('vidgate_ledger_mismatches_total'), 0)
  assert.ok((await metric('vidgate_ledger_audit_age_seconds')) < 60)
  assert.deepEqual(lines, [])
  // Verified just now: not due again.
  assert.equal((await auditRound(needs)).checked, 0)
})

test('one process audits at a time', async () => {
  await pool.query('update account set audited_at = null')
  const client = await pool.connect()
  try {
    await client.query('select pg_advisory_lock($1, $2)', [0x76696467, 1])
    const round = await auditRound(needs)
    assert.equal(round.checked, 0)
    assert.ok(round.oldestSeconds !== null)
    await client.query('select pg_advisory_unlock($1, $2)', [0x76696467, 1])
  } finally {
    client.release()
  }
  assert.equal((await auditRound(needs)).checked, 1)
})

test('a mismatch is logged as an error, counted, and not marked as verified', async () => {
  const { accountId } = await gateway.newAccount({ creditMicro: 5_000_000n })
  await pool.query('update account set balance_micro = balance_micro + 1 where id = $1', [accountId])
  const round = await auditRound(needs)
  assert.equal(round.mismatched, 1)
  const [line] = lines.splice(0)
  assert.deepEqual(
    [line?.['level'], line?.['accountId'], line?.['mismatches']],
    [50, accountId, ['balance_micro and the sum of amounts differ: 5000001, 5000000']],
  )
  assert.equal(await metric('vidgate_ledger_mismatches_total'), 1)
  const { rows } = await pool.query('select audited_at from account where id = $1', [accountId])
  assert.equal(rows[0].audited_at, null)
  const command = await admin({ DATABASE_URL: gateway.databaseUrl }, 'audit')
  assert.equal(command.code, 1)
  assert.match(command.output, new RegExp(`${accountId}\\s+1\\s+¥5\\.000001\\s+¥0\\.00\\s+0\\s+WRONG`))
  assert.match(command.output, /2 accounts, .*: 1 do not agree\.\n$/)
  await pool.query('update account set balance_micro = balance_micro - 1 where id = $1', [accountId])
  const mended = await admin({ DATABASE_URL: gateway.databaseUrl }, 'audit')
  assert.equal(mended.code, 0)
})

test('every kind of damage is found by the audit and by the checks of the chaos run', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 50_000_000n })
  assert.deepEqual((await auditAccount(pool, accountId))?.mismatches, [])
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { authorization: `Bearer ${key}` })
  const task = created.body.id
  const of = `account_id = '${accountId}'`
  const copy = (
    changes: string,
  ) => `insert into ledger_entry (id, account_id, number, kind, amount_micro, frozen_delta_micro,
      balance_after_micro, subject_id, task_id, description)
    select 'led_x', account_id, 3, ${changes}, subject_id, task_id, 'x' from ledger_entry where subject_id = '${task}'`
  const uncopy = "delete from ledger_entry where id = 'led_x'"
  const damages: readonly (readonly [what: string, sql: string, undo: string])[] = [
    [
      'an amount',
      `update ledger_entry set amount_micro = 1 where ${of} and number = 2`,
      `update ledger_entry set amount_micro = 0 where ${of} and number = 2`,
    ],
    [
      'a balance after',
      `update ledger_entry set balance_after_micro = 1 where ${of} and number = 2`,
      `update ledger_entry set balance_after_micro = 50000000 where ${of} and number = 2`,
    ],
    [
      'a gap',
      `update ledger_entry set number = 9 where ${of} and number = 2`,
      `update ledger_entry set number = 2 where ${of} and number = 9`,
    ],
    ['a release of an unfinished task', copy(`'release', 0, -frozen_delta_micro, 50000000`), uncopy],
    ['a settlement above its freeze', copy(`'settle', -3000000, -frozen_delta_micro, 47000000`), uncopy],
    [
      'a task that ended without its settlement',
      `update task set status = 'failed', completed_at = now() where id = '${task}'`,
      `update task set status = 'queued', completed_at = null where id = '${task}'`,
    ],
    [
      'a task that ended without a time',
      `update task set status = 'failed' where id = '${task}'`,
      `update task set status = 'queued' where id = '${task}'`,
    ],
    [
      'a count of tasks',
      `update account set active_tasks = 2 where id = '${accountId}'`,
      `update account set active_tasks = 1 where id = '${accountId}'`,
    ],
    [
      'what a key spent',
      `update api_key set spend_limit_micro = 1, spend_period = 'total', spend_since = 'epoch', spent_micro = 2519999 where ${of}`,
      `update api_key set spent_micro = 2520000 where ${of}`,
    ],
    [
      'a frozen sum',
      `update account set frozen_micro = frozen_micro - 1 where id = '${accountId}'`,
      `update account set frozen_micro = frozen_micro + 1 where id = '${accountId}'`,
    ],
  ]
  const proved = async (since: boolean) => (await proveAccount(pool, accountId, since))?.mismatches ?? []
  const find = async () => [await proved(false), await proved(true), await brokenRules(pool)] as const
  for (const [what, sql, undo] of damages) {
    await damage(sql)
    const [whole, since, broken] = await find()
    assert.ok(whole.length > 0, `the audit did not find ${what}`)
    assert.ok(since.length > 0, `the audit of the new entries did not find ${what}`)
    assert.ok(broken.length > 0, `the rules did not find ${what}`)
    await damage(undo)
  }
  assert.deepEqual(await find(), [[], [], []])
})

test('a round reads the entries since the last one, and once a day all of them', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 50_000_000n })
  const headers = { authorization: `Bearer ${key}` }
  const create = async () => (await gateway.call('POST', '/v1/videos', { prompt: 'x' }, headers)).body.id
  const round = async (wholeHoursAgo: number) => {
    await pool.query(
      `update account set audited_at = audited_at - interval '1 hour', audited_whole_at = now() - $2 * interval '1 hour'
       where id = $1`,
      [accountId, wholeHoursAgo],
    )
    const { checked, mismatched } = await auditRound(needs)
    return [checked, mismatched]
  }
  const first = await create()
  await auditRound(needs)
  await create()
  const cancelled = await gateway.call('POST', `/v1/videos/${first}/cancel`, undefined, headers)
  assert.equal(cancelled.status, 200)
  assert.deepEqual(await round(1), [1, 0])
  const { rows } = await pool.query('select audited_number::int, entry_count::int from account where id = $1', [
    accountId,
  ])
  assert.deepEqual(rows[0], { audited_number: 4, entry_count: 4 })
  // Of an entry that an audit has read.
  const set = (micro: number) =>
    `update ledger_entry set amount_micro = ${micro} where account_id = '${accountId}' and number = 2`
  await damage(set(1))
  assert.deepEqual(await round(1), [1, 0])
  assert.deepEqual(await round(25), [1, 1])
  await damage(set(0))
  assert.deepEqual(await round(25), [1, 0])
  await create()
  await damage(`update ledger_entry set amount_micro = 1 where account_id = '${accountId}' and number = 5`)
  assert.deepEqual(await round(1), [1, 1])
  assert.equal(lines.splice(0).length, 2)
})
