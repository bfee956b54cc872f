import type { Pool } from 'pg'
import { bool, float8, int, orNull, query, type RowOf, statement, text, texts } from '../lib/sql.ts'
import { LEASE_MS, WORKER_LIVE_S } from '../limits.ts'
import { type ServiceTier, STAGES, type Stage } from '../queue/catalog.ts'
import { POSITION_MAX } from '../queue/position.ts'
import { wishesAcceleration } from '../queue/routing.ts'
import type { Underway } from './forecast.ts'
import { createOutlook, FORESEEN, type Outlook } from './outlook.ts'
import { pipelineOf } from './pipeline.ts'
import { readStageTimes, type StageTimes } from './stage-times.ts'
import type { Task } from './task.ts'

const CREW = statement('outlook_crew', {
  id: text(),
  capabilities: texts(),
  pool: text(),
  engine: text(),
  profile: orNull(text()),
})`
    select id, capabilities, pool, engine, profile from worker
    where stopped_at is null and beat_at > now() - make_interval(secs => ${WORKER_LIVE_S}) order by id`

const ROW = {
  id: text(),
  account_id: text(),
  service_tier: text<ServiceTier>(),
  acceleration: text(),
  resolution: text<Task['resolution']>(),
  source_task_id: orNull(text()),
  ...{ width: int, height: int, frames: int },
  stage: text<Stage>(),
  priority: int,
  ready_in: float8,
  lora_in: orNull(float8),
  worker_id: orNull(text()),
  ran: orNull(float8),
  is_running: bool,
  unfit: texts(),
}

/**
 * What runs, and what waits first in each stage. A run whose lease is over waits again. Nothing is read while there are no
 * workers. O(running + foreseen).
 */
const UNDERWAY = statement('outlook_underway', ROW)`with here as (
      select from worker where stopped_at is null and beat_at > now() - make_interval(secs => ${WORKER_LIVE_S}) limit 1),
    attempts as (
      select a.* from here cross join stage_attempt a where a.state = 'running' and not a.hedge
      union all
      select a.* from here cross join unnest(array['encode', 'render', 'upscale', 'package']) as s(stage)
      cross join lateral (
        select * from stage_attempt where state = 'ready' and stage = s.stage and not hedge
        order by priority desc limit ${FORESEEN}) a)
    select t.id, t.account_id, t.service_tier, t.acceleration, t.resolution, t.source_task_id, t.width, t.height, t.frames,
      a.stage, a.priority, extract(epoch from a.ready_at - now())::float8 as ready_in,
      extract(epoch from a.lora_until - now())::float8 as lora_in, a.worker_id,
      extract(epoch from now() - a.claimed_at)::float8 as ran,
      a.state = 'running' and a.beat_at > now() - make_interval(secs => ${LEASE_MS / 1000}) as is_running,
      array(select profile from unfit_engine u where u.task_id = t.id) as unfit
    from attempts a join task t on t.id = a.task_id`

/** How many attempts of a stage wait; read only if they are not all foreseen. */
const DEPTHS = statement('outlook_depths', { stage: text<Stage>(), depth: int })`
    select s.stage, (select count(*)::int from (
      select 1 from stage_attempt where state = 'ready' and stage = s.stage and not hedge limit ${POSITION_MAX}) one) as depth
    from unnest($1::text[]) as s(stage)`

/** Recent runs of the shared pool: their seconds in each second. The span is at least half a minute. */
const PRESSURE = statement('outlook_pressure', { tier: text(), workers: float8 })`with ended as (
      select d.* from unnest($1::text[]) as s(stage)
      cross join lateral (
        select * from stage_attempt where stage = s.stage and finished_at > now() - interval '10 minutes'
        order by finished_at desc limit 1000) d
      where d.pool = 'shared' and d.claimed_at is not null),
    span as (
      select greatest(30, extract(epoch from now() - coalesce(min(claimed_at), now())))::float8 as seconds from ended)
    select t.service_tier as tier,
      (sum(extract(epoch from e.finished_at - e.claimed_at)) / min(span.seconds))::float8 as workers
    from span cross join ended e join task t on t.id = e.task_id
    where t.service_tier in ('pro', 'dedicated') group by t.service_tier`

async function readPressure(pool: Pool): Promise<ReadonlyMap<string, number>> {
  const { rows } = await query(pool, PRESSURE, [STAGES])
  return new Map(rows.map(({ tier, workers }) => [tier, workers]))
}

/** Creates and reads may use an outlook of this age. It does not see creates of other processes since then. */
const OUTLOOK_MS = 1000
/** What recent runs teach is read again after this time, and used until then; at this age it is waited for. */
const LEARNED_MS = 2000
const LEARNED_MAX_MS = 60_000
/** A create that has begun before a reading may commit so long after it. */
const COMMIT_MS = 1000

/** What recent runs teach. */
type Learned = readonly [times: StageTimes, pressure: ReadonlyMap<string, number>]

interface Cached<T> {
  readonly at: number
  readonly value: Promise<T>
}

const outlooks = new WeakMap<Pool, Cached<Outlook>>()
const learned = new WeakMap<Pool, Cached<Learned>>()

/** The value of a pool, read again when it is older than `maxMs`. */
async function cached<T>(
  known: WeakMap<Pool, Cached<T>>,
  pool: Pool,
  maxMs: number,
  read: (at: number, before: Cached<T> | undefined) => Promise<T>,
): Promise<T> {
  const at = performance.now()
  const before = known.get(pool)
  if (before && at - before.at < maxMs) return before.value
  const value = read(at, before)
  known.set(pool, { at, value })
  value.catch(() => known.delete(pool))
  return value
}

/**
 * It changes slowly and takes longer to read than all else, so creates do not wait for a newer reading. One that fails is repeated
 * later.
 */
function learnedOf(pool: Pool): Promise<Learned> {
  const read = (): Promise<Learned> => Promise.all([readStageTimes(pool), readPressure(pool)])
  const known = learned.get(pool)
  const at = performance.now()
  if (known && at - known.at >= LEARNED_MS && at - known.at < LEARNED_MAX_MS) {
    learned.set(pool, { at, value: known.value })
    read().then(
      (value) => learned.set(pool, { at, value: Promise.resolve(value) }),
      () => {},
    )
    return known.value
  }
  return cached(learned, pool, LEARNED_MS, read)
}

/** The outlook of this process, at most a second old. */
export function outlookOf(pool: Pool): Promise<Outlook> {
  return cached(outlooks, pool, OUTLOOK_MS, async (at, before) => {
    const [crew, tasks, [times, pressure], last] = await Promise.all([
      query(pool, CREW, []),
      query(pool, UNDERWAY, []),
      learnedOf(pool),
      before?.value.catch(() => null),
    ])
    const underway = tasks.rows.map(underwayOf)
    const ids = new Set(underway.map(({ id }) => id))
    const added = last?.added.filter(({ at: addedAt, task }) => addedAt > at - COMMIT_MS && !ids.has(task.id)) ?? []
    const depths = await readDepths(pool, underway)
    return createOutlook({ crew: crew.rows, underway, times, depths, pressure, at }, added)
  })
}

/** The outlook of the last create or reading, whatever its age; null without one. */
export async function latestOutlook(pool: Pool): Promise<Outlook | null> {
  return (await outlooks.get(pool)?.value.catch(() => null)) ?? null
}

async function readDepths(pool: Pool, underway: readonly Underway[]): Promise<ReadonlyMap<string, number>> {
  const waiting = underway.filter(({ running }) => !running)
  const full = [...Map.groupBy(waiting, ({ stages }) => stages[0])].filter(([, all]) => all.length >= FORESEEN)
  if (full.length === 0) return new Map()
  const { rows } = await query(pool, DEPTHS, [full.map(([stage]) => stage)])
  return new Map(rows.map(({ stage, depth }) => [stage, depth]))
}

type Shape = Pick<
  Task,
  'id' | 'accountId' | 'serviceTier' | 'acceleration' | 'width' | 'height' | 'frames' | 'resolution'
>

function shapeOf(task: Shape) {
  const { id, accountId, width, height, frames, resolution, serviceTier } = task
  const isDedicated = serviceTier === 'dedicated'
  return { id, accountId, isDedicated, wishesAcceleration: wishesAcceleration(task), width, height, frames, resolution }
}

function underwayOf(row: RowOf<typeof ROW>): Underway {
  const shape = { ...row, accountId: row.account_id, serviceTier: row.service_tier }
  const pipeline = pipelineOf({ resolution: row.resolution, sourceTaskId: row.source_task_id })
  return {
    ...shapeOf(shape),
    priority: row.priority,
    stages: pipeline.slice(pipeline.indexOf(row.stage)),
    readyAt: row.ready_in,
    loraUntil: row.lora_in,
    running: row.is_running && row.worker_id !== null ? { workerId: row.worker_id, seconds: row.ran ?? 0 } : null,
    unfit: row.unfit,
  }
}

/** A new task, ready since `readyAt`. */
export function newcomerOf(task: Task, readyAt: number, unfit: readonly string[]): Underway {
  const { priority } = task
  return {
    ...shapeOf(task),
    ...{ priority, stages: pipelineOf(task), readyAt, loraUntil: null, running: null, unfit },
  }
}
