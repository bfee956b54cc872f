import { eachApart } from '../lib/apart.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, Rollback, SHORT_LOCK_WAIT_MS, statement, transaction } from '../lib/sql.ts'
import { BEAT_MS, LEASE_MS, LOSSES_MAX, REAP_MS } from '../limits.ts'
import { liveWorkers } from '../queue/routing.ts'
import type { Resources } from '../resources.ts'
import { finishTask, lockForEnd } from '../task/finish.ts'
import { countAttempts, keepTwin, loseAttempt, OWN_JOB, type OwnJob, tryAgain } from './attempt.ts'

const LEASE_S = LEASE_MS / 1000

/** By the database's clock only. The index has only running attempts. */
const SILENT = statement(
  'attempt_silent',
  OWN_JOB,
)`select a.task_id as "taskId", a.stage, a.number, t.account_id as "accountId"
         from stage_attempt a join task t on t.id = a.task_id
         where a.state = 'running' and a.beat_at < now() - make_interval(secs => $1)
         order by a.beat_at limit 100`

type Needs = Pick<Resources, 'pool' | 'boss' | 'hints' | 'log'>

/**
 * Requeues the stages of silent workers. Every process may run it: each loss is a guarded update under the locks of account and
 * task, so two concurrent reapers create one new attempt.
 *
 * After its own start and after a database outage it waits one full lease. Otherwise a short restart of Postgres, during which no
 * worker can beat, would requeue all running stages. An outage is a failed query, or one that was answered late.
 */
export function startReaper(needs: Needs): Loop {
  let quietUntil = performance.now() + LEASE_MS
  let lookedAt = performance.now()
  return startLoop('reaper', REAP_MS, needs.log, async () => {
    const { rows } = await query(needs.pool, SILENT, [LEASE_S]).catch((error: unknown) => {
      lookedAt = Number.NEGATIVE_INFINITY
      throw error
    })
    const now = performance.now()
    if (now - lookedAt > LEASE_MS - BEAT_MS) quietUntil = now + LEASE_MS
    lookedAt = now
    if (now < quietUntil) return
    await eachApart(rows, needs.log, async (silent) => {
      lookedAt = performance.now()
      return reapOne(needs, silent)
    })
    lookedAt = performance.now()
  })
}

async function reapOne(needs: Needs, silent: OwnJob): Promise<boolean> {
  const live = await liveWorkers(needs.pool)
  const lost = await transaction(
    needs.pool,
    async (tx) => {
      const [locked, closed] = await Promise.all([
        lockForEnd(tx, silent.accountId, silent.taskId),
        loseAttempt(tx, silent, LEASE_S),
      ])
      if (!locked || !closed) return new Rollback(false)
      const { task } = locked
      if (await keepTwin(needs, tx, { ...silent, task }, live)) return true
      if ((await countAttempts(tx, silent, 'lost')) >= LOSSES_MAX) {
        const failDetail = 'Processing was interrupted several times.'
        finishTask(tx, locked, { status: 'failed', failReason: 'processing_interrupted', failDetail })
        return true
      }
      await tryAgain(needs, tx, { ...silent, task }, { live, delayMs: 0 })
      return true
    },
    SHORT_LOCK_WAIT_MS,
  )
  if (!lost) return false
  needs.log.warn({ ...silent }, 'an attempt was lost')
  needs.hints.hint('events', 'jobs', 'webhooks')
  return true
}
