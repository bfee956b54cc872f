import type { Pool } from 'pg'
import { float8, Rollback, statement, transaction } from '../lib/sql.ts'
import { type ServiceTier, STAGES, type Stage } from '../queue/catalog.ts'

/** An ended attempt. */
export interface Ended {
  readonly stage: Stage
  readonly tier: ServiceTier
  /** done, failed, lost, handed_back, superseded, cancelled or rejected. */
  readonly outcome: string
  readonly hedge: boolean
  /** From ready to its claim; null: no worker ever claimed it. */
  readonly waitSeconds: number | null
  readonly runSeconds: number | null
  /** Of the attempt that made its task succeed: the task's first estimate; null without one. */
  readonly etaSeconds: number | null
  /** From the task's create to its success; null for all other attempts. */
  readonly tookSeconds: number | null
}

const CURSOR = 'fleet_ended_until'
/** Attempts that ended longer ago without a reader are left out: every scraper is faster, and a reading stays small. */
const UNTOLD_MS = 300_000

/** Start of the first reading: attempts that ended earlier are not reported. */
const BEGIN = statement('fleet_ended_begin')`
    insert into setting (name, value) values ('${CURSOR}', floor(extract(epoch from now()) * 1000)::bigint::text)
    on conflict do nothing`

/**
 * Locks the cursor and computes its limit. `finished_at` is the start of a transaction, so open transactions may still write
 * earlier times. One second more allows for rounded clocks; an open transaction delays the limit by at most a minute.
 */
const TAKE = statement('fleet_ended_take', { after: float8, until: float8 })`
    select greatest(value::float8, floor(extract(epoch from now())::float8 * 1000) - ${UNTOLD_MS}) as after,
      floor(extract(epoch from greatest(now() - interval '1 minute', least(now(), (
        select min(xact_start) from pg_stat_activity
        where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()
      )) - interval '1 second'))::float8 * 1000) as until
    from setting where name = '${CURSOR}' for update skip locked`

/**
 * SQL: whether attempt a ended its task t with success. Both times are that of the report's transaction, which only this attempt
 * shares: not one that the output gate voided, nor a second try.
 */
export const SUCCEEDED = `(a.stage = 'package' and a.state = 'done' and t.status = 'succeeded' and a.finished_at = t.completed_at)`

/** A second statement with its own snapshot, which includes all attempts that ended before the first one. */
const ENDED = statement('fleet_ended')`
    with moved as (update setting set value = ($3::float8)::bigint::text where name = '${CURSOR}')
    select a.stage, t.service_tier as tier, case when a.outcome = 'void' then 'done' else a.state end as outcome, a.hedge,
      extract(epoch from a.claimed_at - a.ready_at)::float8 as "waitSeconds",
      extract(epoch from a.finished_at - a.claimed_at)::float8 as "runSeconds", t.eta_seconds as "etaSeconds",
      case when ${SUCCEEDED} then extract(epoch from t.completed_at - t.created_at)::float8 end as "tookSeconds"
    from unnest($1::text[]) as s(stage)
    join stage_attempt a on a.stage = s.stage and a.finished_at > to_timestamp($2::float8 / 1000)
      and a.finished_at <= to_timestamp($3::float8 / 1000)
    join task t on t.id = a.task_id`

/**
 * Attempts that ended since the last reading by any process: each is reported once, to one process. All processes share one
 * cursor, which moves in the reading transaction. An attempt is reported a second or two after its end; after a long pause
 * older ones are left out.
 * @returns nothing if another process is reading
 */
export function takeEnded(pool: Pool): Promise<readonly Ended[]> {
  return transaction<readonly Ended[]>(pool, async (tx) => {
    const [, { rows }] = await Promise.all([tx.run(BEGIN, []), tx.run(TAKE, [])])
    const [span] = rows
    if (!span) return new Rollback([])
    if (span.until <= span.after) return []
    return (await tx.run<Ended>(ENDED, [STAGES, span.after, span.until])).rows
  })
}
