import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { assertSettledOnce, encodedOf, startSlowCrew } from '../../workers/dispatch/slow-crew.ts'
import { complete, ROOMY } from '../../workers/dispatch/work.ts'

/**
 * Three workers, one of them ten times slower, get three tasks. The other two run at most two renders, including second
 * tries. Only idle workers run second tries, so behind a queue that is refilled at once they would wait by chance.
 */
const TASKS = 104
const FOR_SLOW = [20, 50, 80]
const AT_ONCE = 2

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources
const crew = await startSlowCrew(gateway)
await crew.hireQuick()

interface Figures {
  readonly ids: readonly string[]
  /** From the stage's first claim to its end, in ms. */
  readonly p99: number
  readonly attempts: number
}

/** Renders this many tasks of a tier, and measures the stage by the database's clock. */
async function render(service_tier: 'standard' | 'pro'): Promise<Figures> {
  const { ids, encoded } = await encodedOf(gateway, TASKS, service_tier)
  let taken = 0
  for (const [index, claim] of encoded.entries()) {
    // The slow worker is offered a third beside those of the others. If another one is faster, it is offered the next.
    const isForSlow = index >= (FOR_SLOW[taken] ?? TASKS)
    if (!isForSlow) await until(async () => (await crew.left()) < AT_ONCE)
    assert.ok(await complete(gateway, claim))
    if (isForSlow && (await crew.invited())) taken += 1
  }
  assert.equal(taken, FOR_SLOW.length, 'the slow worker has three tasks')
  const runs = async () => {
    const { rows } = await pool.query(
      `select extract(epoch from max(finished_at) filter (where state = 'done') - min(claimed_at))::float8 * 1000 as ms,
         count(claimed_at)::int as attempts
       from stage_attempt where stage = 'render' and task_id = any($1::text[]) group by task_id order by ms`,
      [ids],
    )
    return rows
  }
  await until(async () => (await runs()).every(({ ms }) => ms !== null) && (await runs()).length === TASKS)
  const rows = await runs()
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  return { ids, p99: rows[Math.ceil(rows.length * 0.99) - 1]?.ms, attempts }
}

test('one slow worker of three: second tries cut the 99th percentile, cost one in twenty, and are settled once', async (t) => {
  const plain = await render('standard')
  assert.equal(plain.attempts, TASKS, 'standard tasks get no second tries')
  const hedged = await render('pro')

  const ratio = hedged.p99 / plain.p99
  const extra = (hedged.attempts - TASKS) / TASKS
  t.diagnostic(`${hedged.p99} ms of ${plain.p99} ms: ${ratio.toFixed(2)}; ${(100 * extra).toFixed(1)} % more attempts`)
  assert.ok(ratio <= 0.6, `${hedged.p99} ms of ${plain.p99} ms`)
  assert.ok(extra > 0 && extra <= 0.05, `${extra} extra`)

  await assertSettledOnce(gateway, hedged.ids, 2 * TASKS)
})
