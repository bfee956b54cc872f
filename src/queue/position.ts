import type { Pool } from 'pg'
import { float8, int, query, statement, text } from '../lib/sql.ts'
import { WORKER_LIVE_S } from '../limits.ts'

/** Position of a waiting task, shown as `queue` (docs/rules/tasks.md#queue-position-and-cost). */
export interface QueuePosition {
  /** 1 is the next to start. */
  readonly position: number
  /** Estimated seconds until work on it starts, from recent run times; null without workers or recent runs. */
  readonly etaSeconds: number | null
}

/** Exact positions end here: beyond it they are expensive and not useful. */
const POSITION_MAX = 10_000
/** Number of recent runs for the estimate of a stage's time. */
const SAMPLE = 50

/** Position among the ready attempts of the same stage. A second try of a running stage has none. */
const POSITIONS = statement('queue_positions', { id: text(), stage: text(), position: int })`
    select m.task_id as id, m.stage, 1 + ahead.count as position
    from stage_attempt m
    cross join lateral (
      select count(*)::int from (
        select 1 from stage_attempt o
        where o.state = 'ready' and o.stage = m.stage and (o.priority > m.priority
          or (o.priority = m.priority and (o.ready_at, o.task_id) < (m.ready_at, m.task_id)))
        limit ${POSITION_MAX - 1}) one) as ahead(count)
    where m.task_id = any($1::text[]) and m.state = 'ready' and not m.hedge
      and not exists (select 1 from stage_attempt r where r.task_id = m.task_id and r.state = 'running')`

/**
 * How many tasks a second the workers of a stage take, by the times of recent runs. A worker that also runs other stages is busy
 * with those of earlier tasks too; upscales are left out, because few tasks have one.
 */
const PACE = statement('queue_pace', { stage: text(), rate: float8 })`with recent as materialized (
      select s.stage, (select percentile_cont(0.5) within group (order by extract(epoch from finished_at - claimed_at)) from (
        select finished_at, claimed_at from stage_attempt
        where stage = s.stage and finished_at is not null and state = 'done' order by finished_at desc limit ${SAMPLE}) runs
      ) as seconds
      from unnest(array['encode', 'render', 'upscale', 'package']) as s(stage))
    select own.stage, sum(1 / greatest(turn.seconds, 0.001))::float8 as rate
    from recent own
    join worker w on own.stage = any(w.capabilities) and w.stopped_at is null
      and w.beat_at > now() - make_interval(secs => ${WORKER_LIVE_S})
    cross join lateral (select sum(r.seconds) as seconds from recent r
      where r.stage = any(w.capabilities) and (r.stage <> 'upscale' or own.stage = 'upscale')) as turn
    where own.seconds is not null
    group by own.stage`

interface Pace {
  readonly stage: string
  /** Tasks a second. */
  readonly rate: number
}

const PACE_MS = 2000
const paces = new WeakMap<Pool, { readonly at: number; readonly pace: Promise<ReadonlyMap<string, Pace>> }>()

/** Cached for two seconds, because it is read for every waiting task. */
function paceOf(pool: Pool): Promise<ReadonlyMap<string, Pace>> {
  const known = paces.get(pool)
  const now = performance.now()
  if (known && now - known.at < PACE_MS) return known.pace
  const pace = query(pool, PACE, []).then(({ rows }) => new Map(rows.map((row) => [row.stage, row])))
  paces.set(pool, { at: now, pace })
  pace.catch(() => paces.delete(pool))
  return pace
}

/** Positions of the tasks that wait for their next stage. Running and finished tasks have none. */
export async function queuePositionsOf(
  pool: Pool,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, QueuePosition>> {
  if (taskIds.length === 0) return new Map()
  const [{ rows }, pace] = await Promise.all([query(pool, POSITIONS, [taskIds]), paceOf(pool)])
  return new Map(
    rows.map(({ id, stage, position }) => [id, { position, etaSeconds: etaOf(position, pace.get(stage)) }]),
  )
}

function etaOf(position: number, pace: Pace | undefined): number | null {
  return pace ? Math.ceil(position / pace.rate) : null
}
