import type { Pool } from 'pg'
import type { EngineLimits } from '../engine-limits.ts'
import { jsonb, query, statement, type Tx } from '../lib/sql.ts'
import { WORKER_SILENT_S } from '../limits.ts'

/** Limits of live workers that render. */
const ATTACHED = statement('engine_limits', { limits: jsonb<EngineLimits>() })`
    select distinct limits from worker where stopped_at is null and limits is not null
    and 'render' = any(capabilities) and beat_at > now() - make_interval(secs => ${WORKER_SILENT_S})`

/** Distinct limits of the attached engines; empty while no worker renders. */
export async function attachedLimits(from: Tx | Pool): Promise<EngineLimits[]> {
  const { rows } = await query(from, ATTACHED, [])
  return rows.map(({ limits }) => limits)
}
