import { hostname } from 'node:os'
import type { EngineLimits } from '../engine-limits.ts'
import { newId } from '../lib/id.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { probes } from '../lib/probe.ts'
import { bool, query, statement } from '../lib/sql.ts'
import { BEAT_MS } from '../limits.ts'
import { hasUnfit } from '../queue/unfit.ts'
import type { Resources } from '../resources.ts'
import { profileOf } from '../task/engines.ts'

/** A worker as operators see it; callers never do. */
export interface WorkerRecord {
  readonly id: string
  readonly capabilities: readonly string[]
  readonly pool: string
  readonly engine: string
  /** Judged at creation (docs/rules/material.md#engine-limits). */
  readonly limits: EngineLimits
  /** Identifies the limits. */
  readonly profile: string
}

const BEAT = statement('worker_beat', { hasUnfit: bool })<
  Omit<WorkerRecord, 'limits'> & { limits: string; host: string }
>`
    insert into worker (id, capabilities, pool, engine, limits, profile, host)
         values ($id, $capabilities, $pool, $engine, $limits, $profile, $host)
         on conflict (id) do update set beat_at = now()
         returning ${hasUnfit('$profile')} as "hasUnfit"`

const STOP = statement('worker_stop')`update worker set stopped_at = now() where id = $1`

export function newWorker(facts: Omit<WorkerRecord, 'id' | 'profile'>): WorkerRecord {
  return { id: newId('wrk'), profile: profileOf(facts.limits), ...facts }
}

export interface WorkerBeat extends Pick<Loop, 'close'> {
  /** Settles once the worker is registered. */
  readonly ready: Promise<void>
  /** Whether there are tasks that its engine cannot make, by the last beat or since. */
  hasUnfit(): boolean
  /** The worker has found one. */
  foundUnfit(): void
}

/** Registers a worker and keeps its sign of life fresh until closed. */
export function startWorkerBeat(needs: Pick<Resources, 'pool' | 'log'>, worker: WorkerRecord): WorkerBeat {
  const values = { ...worker, limits: JSON.stringify(worker.limits), host: hostname() }
  let unfit = false
  let foundAt = Number.NEGATIVE_INFINITY
  const registered = Promise.withResolvers<void>()
  const loop = startLoop('worker beat', BEAT_MS, needs.log, async () => {
    const { rows } = await query(needs.pool, BEAT, values)
    unfit = rows[0]?.hasUnfit ?? false
    probes.workerBeat.publish(null)
    registered.resolve()
  })
  return {
    ready: registered.promise,
    // A beat may have been on its way when the worker found one.
    hasUnfit: () => unfit || performance.now() - foundAt < 3 * BEAT_MS,
    foundUnfit() {
      foundAt = performance.now()
    },
    async close() {
      await loop.close()
      await query(needs.pool, STOP, [worker.id])
    },
  }
}
