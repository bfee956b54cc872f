import type { Pool } from 'pg'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, type Statement } from '../lib/sql.ts'
import { WORKER_EXPIRY_MS, WORKER_RETENTION_DAYS } from '../limits.ts'
import type { Resources } from '../resources.ts'

/** One that still has an attempt is shown with it to operators, until the reaper has taken that. */
const FORGET: Statement = {
  name: 'worker_forget',
  text: `delete from worker w
    where coalesce(w.stopped_at, w.beat_at) < now() - interval '${WORKER_RETENTION_DAYS} days'
      and not exists (select 1 from stage_attempt a where a.state = 'running' and a.worker_id = w.id)`,
}

/**
 * Forgets workers that have been stopped or silent for long. What they did keeps their ids, and one that was only away is
 * registered again by its next beat. Any process may do it at any time; by the database's clock.
 * @returns how many
 */
export async function forgetWorkers(pool: Pool): Promise<number> {
  return (await query(pool, FORGET, [])).rowCount ?? 0
}

/** The chore. */
export function startForgetting({ pool, log }: Pick<Resources, 'pool' | 'log'>): Loop {
  return startLoop('gone workers', WORKER_EXPIRY_MS, log, async () => {
    await forgetWorkers(pool)
  })
}
