import type { QueryResult } from 'pg'
import { query, type Statement, statement } from '../lib/sql.ts'
import { WORKER_SILENT_S } from '../limits.ts'
import type { Resources } from '../resources.ts'
import type { EngineLimits } from './material.ts'

/** Limits of live workers that render. */
const ATTACHED = statement('engine_limits')`
    select distinct limits from worker where stopped_at is null and limits is not null
    and 'render' = any(capabilities) and beat_at > now() - make_interval(secs => ${WORKER_SILENT_S})`

type Run = (statement: Statement) => Promise<QueryResult<{ limits: EngineLimits }>>

/** Distinct limits of the attached engines; empty while no worker renders. */
export async function attachedLimits(run: Run): Promise<EngineLimits[]> {
  const { rows } = await run(ATTACHED)
  return rows.map(({ limits }) => limits)
}

/** The same outside a transaction. */
export function readLimits({ pool }: Pick<Resources, 'pool'>): Promise<EngineLimits[]> {
  return attachedLimits((statement) => query(pool, statement, []))
}
