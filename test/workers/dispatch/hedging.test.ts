import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { atMost } from '../../support/rounds.ts'
import { until } from '../../support/until.ts'
import { assertSettledOnce, encodedOf, startSlowCrew } from './slow-crew.ts'
import { complete, create, ROOMY, workUpTo } from './work.ts'

/** Real workers, one of them slow. test/chaos/long/hedging.check.ts measures the time that second tries save. */

const gateway = await startTestGateway(ROOMY)
const { pool } = gateway.rooms.resources

/** A history of short renders, so that each class has a median and the budget allows four second tries. */
for (let count = 0; count < 2; count++) {
  const id = await create(gateway, { service_tier: 'pro' })
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
}
await pool.query(
  `insert into stage_attempt (task_id, account_id, stage, number, state, claimed_at, finished_at)
   select p.task_id, p.account_id, p.stage, 10 + i, 'handed_back', p.claimed_at, p.finished_at
   from stage_attempt p cross join generate_series(1, 50) i where p.stage = 'render'`,
)
await pool.query(
  `update stage_attempt set claimed_at = finished_at - interval '150 milliseconds' where stage = 'render'`,
)

const crew = await startSlowCrew(gateway)
/** It never ends by itself. */
crew.slowMs = 600_000

test('a slow worker’s stage gets a second try, which wins, and both are settled once', async () => {
  const { ids, encoded } = await encodedOf(gateway, 4, 'pro')
  const [first, ...others] = encoded
  assert.ok(first && (await complete(gateway, first)))
  assert.ok(await crew.invited())
  await crew.hireQuick()
  for (const claim of others) assert.ok(await complete(gateway, claim))

  const rendered = async () => {
    const { rows } = await pool.query(
      `select task_id, state, hedge, worker_id = $2 as slow, finished_at from stage_attempt
       where stage = 'render' and task_id = any($1::text[]) order by number`,
      [ids, crew.slowId],
    )
    return rows
  }
  await until(async () => (await rendered()).filter(({ state }) => state === 'done').length === ids.length)
  const [lost, won, ...more] = (await rendered()).filter(({ task_id }) => task_id === first.taskId)
  assert.deepEqual([lost?.state, lost?.hedge, lost?.slow], ['superseded', false, true])
  assert.deepEqual([won?.state, won?.hedge, won?.slow, more.length], ['done', true, false, 0])

  await until(async () => crew.stopped.has(first.taskId))
  const ms = (crew.stopped.get(first.taskId) ?? Number.POSITIVE_INFINITY) - won?.finished_at.getTime()
  assert.ok(ms <= atMost(2000), `stopped ${ms} ms after its twin's report`)
  await assertSettledOnce(gateway, ids, ids.length)
})
