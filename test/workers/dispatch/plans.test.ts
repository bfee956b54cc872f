import { mkdtemp } from 'node:fs/promises'
import { after, test } from 'node:test'
import { readConfig } from '../../../src/config.ts'
import { Rollback, transaction } from '../../../src/lib/sql.ts'
import { readTurns } from '../../../src/queue/rank.ts'
import { openResources } from '../../../src/resources.ts'
import { claimNext, claimStage } from '../../../src/stage/claim.ts'
import { hedgeLate } from '../../../src/stage/hedge.ts'
import { ageWaiting, failExpired, freeOrphaned } from '../../../src/stage/overdue.ts'
import { noticeWaiting } from '../../../src/task/waiting.ts'
import { createTestDatabase } from '../../support/database.ts'
import { fillQueues } from './crowd.ts'
import { plansOf } from './explain.ts'

const { url } = await createTestDatabase()
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: await mkdtemp('/tmp/vidgate-plans-') })
const resources = await openResources(config, { name: 'plans', databaseUrl: url, poolSize: 4, supervise: false })
after(() => resources.close())
const { pool } = resources

test('explore', async () => {
  console.time('fill')
  await fillQueues(pool, 100_000, 9)
  console.timeEnd('fill')
  const show = async (name: string, use: (p: typeof pool) => Promise<unknown>) => {
    for (const plan of await plansOf(pool, use)) {
      console.log(name, plan.ms.toFixed(1), 'ms', plan.blocks, 'blocks', plan.scanned.join())
      if (process.env['TEST_PLANS'] && new RegExp(process.env['TEST_PLANS']).test(name)) console.log(plan.lines)
    }
  }
  await show('turns', (p) =>
    transaction(p, async (tx) => {
      const turns = await readTurns(tx, [
        { accountId: 'acc_crowd1', serviceTier: 'standard' },
        { accountId: 'acc_crowd7', serviceTier: 'pro' },
        { accountId: 'acc_new', serviceTier: 'standard' },
      ])
      return new Rollback(turns)
    }),
  )
  await show('claim', async (p) => {
    for (let i = 0; i < 8; i++) await claimStage({ ...resources, pool: p }, 'encode', 'wrk_x')
  })
  await show('notice first', (p) => noticeWaiting(p))
  await show('notice again', (p) => noticeWaiting(p))
  await show('notice recent', (p) => noticeWaiting(p, 60_000))
  await show('hedge', (p) => hedgeLate({ ...resources, pool: p }))
  await show('orphaned', (p) => freeOrphaned({ ...resources, pool: p }))
  await show('age none', (p) => ageWaiting({ ...resources, pool: p }))
  await pool.query("update stage_attempt set ready_at = ready_at - interval '15 minutes' where state = 'ready'")
  await show('age one', (p) => ageWaiting({ ...resources, pool: p }))
  while ((await ageWaiting(resources)) === 500);
  await pool.query('vacuum analyze stage_attempt, task, pgboss.job')
  await show('age over', (p) => ageWaiting({ ...resources, pool: p }))
  await show('age recent', (p) => ageWaiting({ ...resources, pool: p }, 60_000))
  await show('claim mixed', async (p) => {
    for (let i = 0; i < 3; i++)
      await claimNext({ ...resources, pool: p }, ['render', 'encode'], 'wrk_x', { pool: 'shared', accelerates: true })
  })
  await show('expired', (p) => failExpired({ ...resources, pool: p }))
})
