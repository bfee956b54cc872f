import { createHash } from 'node:crypto'
import type { Pool } from 'pg'
import type { EngineLimits } from '../engine-limits.ts'
import { jsonb, query, statement, text } from '../lib/sql.ts'
import { WORKER_SILENT_S } from '../limits.ts'
import { isAccountPool, type ServiceTier } from '../queue/catalog.ts'

/** The engine of one or more live workers of a pool that render. */
export interface AttachedEngine {
  readonly pool: string
  /** Identifies its limits. */
  readonly profile: string
  readonly limits: EngineLimits
}

const ATTACHED = statement('engine_attached', { pool: text(), profile: text(), limits: jsonb<EngineLimits>() })`
    select distinct pool, profile, limits from worker
    where stopped_at is null and profile is not null and limits is not null and 'render' = any(capabilities)
      and beat_at > now() - make_interval(secs => ${WORKER_SILENT_S})`

const CACHE_MS = 1000
const cached = new WeakMap<Pool, { readonly at: number; readonly engines: Promise<readonly AttachedEngine[]> }>()

/** The attached engines, at most a second old; none while no worker renders. */
export function attachedEngines(pool: Pool): Promise<readonly AttachedEngine[]> {
  const now = performance.now()
  const known = cached.get(pool)
  if (known && now - known.at < CACHE_MS) return known.engines
  const engines = query(pool, ATTACHED, []).then(({ rows }) => rows)
  cached.set(pool, { at: now, engines })
  engines.catch(() => cached.delete(pool))
  return engines
}

/** Engines that a task may run on (docs/decisions/dispatch.md#queues-of-a-stage). */
export function enginesFor(
  engines: readonly AttachedEngine[],
  { accountId, serviceTier }: { readonly accountId: string; readonly serviceTier: ServiceTier },
): readonly AttachedEngine[] {
  return engines.filter(({ pool }) => {
    if (isAccountPool(pool)) return serviceTier === 'dedicated' && pool === accountId
    return pool === 'shared' || serviceTier === 'pro' || serviceTier === 'dedicated'
  })
}

/** Identifies limits: equal limits have the same profile. */
export function profileOf(limits: EngineLimits): string {
  return createHash('sha256').update(JSON.stringify(limits)).digest('hex').slice(0, 16)
}
