import type { Pool } from 'pg'
import { query, statement, text } from '../lib/sql.ts'
import { LORA_GRACE_MS, WORKER_LIVE_S } from '../limits.ts'
import { accountQueue, LORA_QUEUE, type ServiceTier, type Stage } from './catalog.ts'

/** Number of workers by capability and pool. */
const LIVE = statement('live_workers', { pool: text(), capability: text() })`
    select distinct pool, unnest(capabilities) as capability from worker
         where stopped_at is null and beat_at > now() - make_interval(secs => ${WORKER_LIVE_S})`

/** The live workers, as dispatch needs them. */
export interface LiveWorkers {
  has(capability: string, pool: string): boolean
}

const CACHE_MS = 1000
const cached = new WeakMap<Pool, { readonly at: number; readonly live: Promise<LiveWorkers> }>()

/** The live workers, at most a second old. */
export function liveWorkers(pool: Pool): Promise<LiveWorkers> {
  const now = performance.now()
  const known = cached.get(pool)
  if (known && now - known.at < CACHE_MS) return known.live
  const live = readLiveWorkers(pool)
  cached.set(pool, { at: now, live })
  live.catch(() => cached.delete(pool))
  return live
}

async function readLiveWorkers(pool: Pool): Promise<LiveWorkers> {
  const { rows } = await query(pool, LIVE, [])
  const known = new Set(rows.map((row) => `${row.capability} ${row.pool}`))
  return { has: (capability, name) => known.has(`${capability} ${name}`) }
}

/** A queue for an attempt's job, and the delay before it may start from there. */
export interface Route {
  readonly queue: string
  readonly afterMs: number
}

/** What decides where a task's stages run. */
export interface Routed {
  readonly accountId: string
  readonly serviceTier: ServiceTier
  readonly acceleration: string
}

/**
 * Where a stage may start (docs/decisions/dispatch.md#queues-of-a-stage): on the account's own workers if it has any, even busy
 * ones; for a draft that wants acceleration on a worker that offers it, and after a grace period on any; otherwise on any. Two
 * routes are two jobs of one attempt: the first claim wins, the other job is consumed and skipped.
 */
export function routesOf(task: Routed, stage: Stage, live: LiveWorkers): readonly Route[] {
  if (task.serviceTier === 'dedicated' && live.has(stage, task.accountId)) {
    return [{ queue: accountQueue(stage, task.accountId), afterMs: 0 }]
  }
  if (stage === 'render' && wishesAcceleration(task) && live.has('lora', 'shared')) {
    return [
      { queue: LORA_QUEUE, afterMs: 0 },
      { queue: stage, afterMs: LORA_GRACE_MS },
    ]
  }
  return [{ queue: stage, afterMs: 0 }]
}

/** Acceleration counts in the draft tier only (spec 4.1). */
export function wishesAcceleration({ serviceTier, acceleration }: Omit<Routed, 'accountId'>): boolean {
  return serviceTier === 'draft' && acceleration === 'auto'
}

/** How long an attempt of a stage waits for a worker that accelerates, in ms; null if it does not. */
export function graceOf(task: Routed, stage: Stage, live: LiveWorkers): number | null {
  return routesOf(task, stage, live)[0]?.queue === LORA_QUEUE ? LORA_GRACE_MS : null
}
