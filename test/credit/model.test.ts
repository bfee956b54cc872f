import assert from 'node:assert/strict'
import { tmpdir } from 'node:os'
import { after, test } from 'node:test'
import fc from 'fast-check'
import { readConfig } from '../../src/config.ts'
import { auditAccount, proveAccount } from '../../src/credit/audit.ts'
import { DEFAULT_PRICES } from '../../src/credit/price.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openResources } from '../../src/resources.ts'
import { priceItems, sumItems } from '../../src/task/items.ts'
import { createLanes } from '../../src/task/lanes.ts'
import { disagreements } from '../chaos/money/agree.ts'
import { type Operation, operation } from '../chaos/money/operations.ts'
import { createPlayer, type Player } from '../chaos/money/player.ts'
import { brokenRules } from '../chaos/money/rules.ts'
import { mergeTally, newTally } from '../chaos/money/tally.ts'
import { createTestDatabase } from '../support/database.ts'
import { IS_LONG, rounds } from '../support/rounds.ts'
import { submissionOf } from '../support/submission.ts'

const OPERATIONS = rounds(1500, 10_000)
const BATCH = 250
const ACCOUNTS = 8
const CAP = 16
const CREDIT = 60_000_000n
const AT_ONCE = 8

const { url: databaseUrl } = await createTestDatabase()
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: tmpdir() })
const resources = await openResources(config, { name: 'model', databaseUrl, poolSize: AT_ONCE, supervise: false })
after(() => resources.close())
const { pool } = resources
const lanes = [createLanes(resources), createLanes(resources)] as const

const accountIds: string[] = []
const known = newTally()
for (let i = 0; i < ACCOUNTS; i++) {
  const account = { name: `model ${i}`, creditMicro: CREDIT, concurrencyLimit: CAP }
  const { accountId } = await createAccount(pool, account)
  accountIds.push(accountId)
  known.paid.set(accountId, CREDIT)
}
/** Two gateways' lanes, one set each. */
const players = lanes.map((each, index) => createPlayer({ ...resources, lanes: each }, accountIds, `worker ${index}`))
const playerOf = (index: number): Player => players[index % players.length] ?? assert.fail()

/** Required outcome of a single operation; null if the model does not define it. */
async function predict(next: Operation, period: string): Promise<string | null> {
  if (next.kind !== 'create' && next.kind !== 'adjust' && next.kind !== 'optimise') return null
  if (next.kind === 'create' && next.key !== null) return null
  const id = accountIds[next.account % ACCOUNTS] ?? ''
  const { rows } = await pool.query(
    'select balance_micro - frozen_micro as available, active_tasks from account where id = $1',
    [id],
  )
  const { available, active_tasks: active } = rows[0] as { available: bigint; active_tasks: number }
  if (next.kind === 'adjust') return available + next.micro < 0n ? 'insufficient_balance' : 'adjusted'
  if (next.kind === 'optimise') return available < BigInt(DEFAULT_PRICES.promptOpt) ? 'insufficient_balance' : null
  const { request } = submissionOf(next, period, () => id)
  const useContextIr = request.useContextIr ?? false
  const price = sumItems(priceItems(DEFAULT_PRICES, { ...request, useContextIr }))
  const room = Math.max(0, CAP - active)
  const affordable = Number(available / price)
  const made = Math.min(next.n, room, affordable)
  if (made === next.n) return 'created'
  if (made > 0) return 'created fewer'
  return room === 0 ? 'concurrency_limit_exceeded' : 'insufficient_balance'
}

let batch = 0

/** A batch: first single operations, each with the outcome that the model predicts, then the rest concurrently. */
async function play(operations: readonly Operation[]): Promise<void> {
  const name = `period ${Math.floor(batch++ / 8)}`
  for (const player of players) player.begin(name)
  const alone = operations.slice(0, operations.length / 5)
  for (const [index, each] of alone.entries()) {
    const expected = await predict(each, name)
    const outcome = await playerOf(index).perform(each)
    if (expected !== null) assert.equal(outcome, expected, each.kind)
  }
  const rest = operations.slice(alone.length).values()
  const go = async (index: number) => {
    for (const each of rest) await playerOf(index).perform(each)
  }
  await Promise.all(Array.from({ length: AT_ONCE }, (_, index) => go(index)))
}

async function check(): Promise<void> {
  for (const player of players) mergeTally(known, player.takeTally())
  assert.deepEqual(known.complaints, [])
  assert.deepEqual(await brokenRules(pool), [])
  assert.deepEqual(await disagreements(pool, known), [])
  for (const id of accountIds) {
    // From the last check on, and all of it.
    assert.deepEqual((await proveAccount(pool, id, true))?.mismatches, [])
    const { mismatches, ...whole } = (await auditAccount(pool, id)) ?? assert.fail(id)
    assert.deepEqual(mismatches, [])
    const since = (await proveAccount(pool, id, true)) ?? assert.fail(id)
    assert.deepEqual({ ...since, at: whole.at }, { ...whole, mismatches })
  }
}

/** Outcomes of a thousand operations, and of many thousands. */
const COMMON = [
  'create: created',
  'create: insufficient_balance',
  'create: concurrency_limit_exceeded',
  'create: replayed',
  'advance: package done',
  'cancel: cancelled',
  'top up: added',
  'adjust: adjusted',
  'optimise: charged',
  'optimise: released',
]
const RARE = [
  'create: created fewer',
  'create: idempotency_key_reused',
  'advance: package void',
  'advance: render rejected',
  'advance: encode failed',
  'advance: upscale done',
  'cancel: cancelled, had ended',
  'time out: failed',
  'adjust: insufficient_balance',
]

test(`after any of ${OPERATIONS} concurrent operations every sum is exact`, async (t) => {
  // A failing batch is not shrunk, because it depends on the batches before it.
  const batches = fc.array(operation, { minLength: BATCH, maxLength: BATCH })
  const property = fc.asyncProperty(batches, async (operations) => {
    await play(operations)
    await check()
  })
  await fc.assert(property, { numRuns: OPERATIONS / BATCH, endOnFailure: true, verbose: false })
  assert.equal(known.operations, OPERATIONS)
  const lines = Object.entries(known.outcomes).sort(([a], [b]) => (a < b ? -1 : 1))
  t.diagnostic(lines.map(([name, count]) => `${name} ${count}`).join(' · '))
  for (const name of IS_LONG ? [...COMMON, ...RARE] : COMMON) {
    assert.ok((known.outcomes[name] ?? 0) > 0, `${name} never happened`)
  }
})
