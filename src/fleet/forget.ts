import type { Pool } from 'pg'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, statement } from '../lib/sql.ts'
import { ATTEMPT_RETENTION_DAYS, FORGET_MS, WORKER_RETENTION_DAYS } from '../limits.ts'
import { STAGES } from '../queue/catalog.ts'
import { forgetUnfit } from '../queue/unfit.ts'
import type { Resources } from '../resources.ts'

/** A worker with a running attempt is kept, so that operators see it until the reaper has ended the attempt. */
const FORGET = statement('worker_forget')`delete from worker w
    where coalesce(w.stopped_at, w.beat_at) < now() - interval '${WORKER_RETENTION_DAYS} days'
      and not exists (select 1 from stage_attempt a where a.state = 'running' and a.worker_id = w.id)`

/**
 * Deletes workers that have been stopped or silent for long. Their attempts keep their ids. A worker that returns is registered
 * again by its next beat. Any process may run this at any time; the database's clock counts.
 * @returns the number of deleted workers
 */
export async function forgetWorkers(pool: Pool): Promise<number> {
  return (await query(pool, FORGET, [])).rowCount ?? 0
}

const BATCH = 1000

/** By stage, because the index of ended attempts begins with it. An output that is still stored is found by its attempt. */
const FORGET_ATTEMPTS = statement('attempt_forget')`delete from stage_attempt where ctid = any(array(
      select a.ctid from unnest($1::text[]) as s(stage) cross join lateral (
        select ctid, task_id, output from stage_attempt
        where stage = s.stage and finished_at < now() - interval '${ATTEMPT_RETENTION_DAYS} days'
        order by finished_at limit ${BATCH} for update skip locked) a
      join task t on t.id = a.task_id
      where t.completed_at is not null and not coalesce(a.output ? 'key', false)))`

/**
 * Deletes the attempts of tasks that ended long ago. The task, its events and its ledger entries do not need them. Any process may
 * run this at any time.
 * @returns the number of deleted attempts
 */
export async function forgetAttempts(pool: Pool): Promise<number> {
  let forgotten = 0
  for (let gone: number | null = BATCH; gone; ) {
    gone = (await query(pool, FORGET_ATTEMPTS, [STAGES])).rowCount
    forgotten += gone ?? 0
  }
  return forgotten
}

/** Starts the chore. */
export function startForgetting({ pool, log }: Pick<Resources, 'pool' | 'log'>): Loop {
  return startLoop('old workers and attempts', FORGET_MS, log, async () => {
    await forgetWorkers(pool)
    await forgetAttempts(pool)
    await forgetUnfit(pool)
  })
}
