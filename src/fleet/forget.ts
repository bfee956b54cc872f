import type { Pool } from 'pg'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, statement } from '../lib/sql.ts'
import { WORKER_EXPIRY_MS, WORKER_RETENTION_DAYS } from '../limits.ts'
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

/** Starts the chore. */
export function startForgetting({ pool, log }: Pick<Resources, 'pool' | 'log'>): Loop {
  return startLoop('gone workers', WORKER_EXPIRY_MS, log, async () => {
    await forgetWorkers(pool)
  })
}
