import assert from 'node:assert/strict'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Pool } from 'pg'
import { readConfig } from '../../../src/config.ts'
import { Rollback, transaction } from '../../../src/lib/sql.ts'
import { readTurns } from '../../../src/queue/rank.ts'
import { openResources } from '../../../src/resources.ts'
import { claimNext } from '../../../src/stage/claim.ts'
import { hedgeLate } from '../../../src/stage/hedge.ts'
import { ageWaiting, failExpired, failUnclaimed, freeOrphaned } from '../../../src/stage/overdue.ts'
import { reportDone } from '../../../src/stage/report.ts'
import { noticeWaiting } from '../../../src/task/waiting.ts'
import { createTestDatabase } from '../../support/database.ts'
import { rounds } from '../../support/rounds.ts'
import { fillQueues } from './crowd.ts'
import { plansOf } from './explain.ts'

/** Stages that wait, for up to nine minutes: so many that a scan would exceed the limits. No chores run here. */
const WAITING = rounds(20_000, 100_000)

const { url: databaseUrl } = await createTestDatabase()
const dataDir = await mkdtemp(join(tmpdir(), 'vidgate-plans-'))
after(() => rm(dataDir, { recursive: true, force: true }))
const config = readConfig({ LOG_LEVEL: 'silent', DATA_DIR: dataDir })
const resources = await openResources(config, { name: 'plans', databaseUrl, poolSize: 4, supervise: false })
after(() => resources.close())
await fillQueues(resources.pool, WAITING, 9)

const ALL = ['package', 'upscale', 'render', 'encode'] as const
const SHARED = { pool: 'shared', accelerates: true }
const PRO = { pool: 'pro', accelerates: false }
/** Tables of waiting stages. At this size a sequential scan may be the fastest way to five in a hundred tasks. */
const QUEUES = new Set(['stage_attempt', 'job', 'job_common'])

/** Fails if a statement of `use` reads a queue sequentially, or reads more blocks. */
async function assertCheap(blocks: number, use: (pool: Pool) => Promise<unknown>): Promise<void> {
  for (const plan of await plansOf(resources.pool, use)) {
    const seen = `${plan.blocks} blocks, ${plan.ms} ms: ${plan.text}\n${plan.lines}`
    assert.ok(plan.blocks <= blocks, seen)
    assert.deepEqual(
      plan.scanned.filter((table) => QUEUES.has(table)),
      [],
      seen,
    )
  }
}

/** A statement that reads one row, or the head of a few queues. */
const FEW = 60
/** A claim: the heads of all queues, and a job with its task and attempt. */
const CLAIM = 100

test('a create gets its turn without reading the queue', async () => {
  await assertCheap(FEW, (pool) =>
    transaction(pool, async (tx) => {
      const turns = await readTurns(tx, [
        { accountId: 'acc_crowd1', serviceTier: 'standard' },
        { accountId: 'acc_crowd7', serviceTier: 'pro' },
        { accountId: 'acc_newcomer', serviceTier: 'standard' },
      ])
      assert.equal(turns.size, 3)
      return new Rollback(null)
    }),
  )
})

test('claims and reports cost the same, however many stages wait', async () => {
  for (const serves of [SHARED, PRO, { pool: 'acc_crowd1', accelerates: false }]) {
    await assertCheap(CLAIM, async (pool) => {
      const claim = await claimNext({ ...resources, pool }, ALL, 'wrk_test', serves)
      assert.equal(claim === null, serves.pool === 'acc_crowd1')
      if (claim?.stage === 'encode') assert.ok(await reportDone({ ...resources, pool }, claim, { key: 'made' }))
    })
  }
  const encode = await claimNext(resources, ['encode'], 'wrk_test', SHARED)
  assert.ok(encode)
  await assertCheap(FEW, (pool) => reportDone({ ...resources, pool }, encode, { key: 'made' }))
})

test('hedging reads only running stages and the recent past', async () => {
  for (let count = 0; count < 20; count++) assert.ok(await claimNext(resources, ['encode'], 'wrk_test', SHARED))
  await assertCheap(8000, (pool) => hedgeLate({ ...resources, pool }))
})

test('the chores read only due stages', async () => {
  const needs = (pool: Pool) => ({ ...resources, pool })
  await assertCheap(FEW, (pool) => ageWaiting(needs(pool), 60_000))
  await assertCheap(FEW, (pool) => failExpired(needs(pool)))
  await assertCheap(FEW, (pool) => failUnclaimed(needs(pool), 60_000))
  // 500 dedicated ones at a time.
  await assertCheap(20_000, (pool) => freeOrphaned(needs(pool)))
  await resources.pool.query(
    `update stage_attempt set ready_at = now() - interval '4 seconds'
     where state = 'ready' and hashtext(task_id) % $1 = 0`,
    [WAITING / 200],
  )
  await assertCheap(6000, async (pool) => assert.ok((await noticeWaiting(pool, 5000)) > 100))
})
