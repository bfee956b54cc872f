import { isLocked } from '../errors.ts'
import { Rollback, SHORT_LOCK_WAIT_MS, statement, type Tx, transaction } from '../lib/sql.ts'
import type { StageJob } from '../queue/catalog.ts'
import { enqueue } from '../queue/enqueue.ts'
import type { Resources } from '../resources.ts'

/** A job whose task or attempt is locked by another transaction. */
export interface Met {
  readonly queue: string
  readonly jobId: string
  readonly start: StageJob & { readonly priority: number }
}

const DELAY_MS = 2000

const FREE = statement('attempt_free')`
    select 1 from task t join stage_attempt a on a.task_id = t.id and a.stage = $2 and a.number = $3
    where t.id = $1 for no key update skip locked`

const WAIT = statement('attempt_wait')`
    select 1 from task t join stage_attempt a on a.task_id = t.id and a.stage = $2 and a.number = $3
    where t.id = $1 for no key update`

type Needs = Pick<Resources, 'pool' | 'boss'>

/** Waits as long as a short lock lasts. If the job's task is still locked, the job moves to a later time. */
export async function putOff(needs: Needs, met: Met): Promise<void> {
  const { taskId, stage, number } = met.start
  const wait = async (tx: Tx) => {
    await tx.run(WAIT, [taskId, stage, number])
    return new Rollback(null)
  }
  await transaction(needs.pool, wait, SHORT_LOCK_WAIT_MS).catch((error: unknown) => {
    if (!isLocked(error)) throw error
    return move(needs, met)
  })
}

/** So that the jobs behind it can be claimed. */
async function move({ pool, boss }: Needs, { queue, jobId, start }: Met): Promise<void> {
  const moved = transaction(
    pool,
    async (tx) => {
      const [free, deleted] = await Promise.all([
        tx.run(FREE, [start.taskId, start.stage, start.number]),
        boss.deleteJob(queue, jobId, { db: tx }),
      ])
      // The types of pg-boss lack the count.
      const { affected } = deleted as { readonly affected: number }
      if (free.rowCount !== 0 || affected === 0) return new Rollback(null)
      await enqueue(tx, boss, [{ ...start, routes: [{ queue, afterMs: 0 }], delayMs: DELAY_MS }])
      return null
    },
    SHORT_LOCK_WAIT_MS,
  )
  await moved.catch((error: unknown) => {
    // Another worker is already moving it.
    if (!isLocked(error)) throw error
  })
}
