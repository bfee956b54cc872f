import { Pool } from 'pg'
import { type Closing, runPart } from '../../test/support/closing.ts'
import { until } from '../../test/support/until.ts'
import { inTurns, openLane } from './lanes.ts'
import type { Turns } from './plan.ts'
import { openStream, type Setting, type Streamed } from './stream.ts'

/** Reports of several workers, written together. */
export const COMMITS_A_SECOND = 100
export const BATCH = 10

/** The writer alone; and a gateway beside it that watches nothing, every tenth task, or all. */
const SIDES = [
  { name: 'alone', gateways: 0, watchedEvery: 0 },
  { name: 'nothing', gateways: 1, watchedEvery: 0 },
  { name: 'tenth', gateways: 1, watchedEvery: 10 },
  { name: 'all', gateways: 1, watchedEvery: 1 },
] as const

/** Rows of the event log that a gateway read, for each written one. */
export interface Read {
  /** By an index of transactions, as headers. */
  readonly headers: number
  /** By id, whole. */
  readonly whole: number
}

export interface Tails {
  readonly streamed: ReadonlyMap<string, readonly Streamed[]>
  readonly read: ReadonlyMap<string, Read>
}

export async function measureTails(setting: Setting, { rounds, seconds }: Turns, closing: Closing): Promise<Tails> {
  const urls = new Map<string, string>()
  const streamed = await runPart(closing, async (own) => {
    const sides = []
    for (const { name, gateways, watchedEvery } of SIDES) {
      const lane = await openLane(setting.cluster, `tail_${name}`, gateways, own)
      if (gateways > 0) urls.set(name, lane.url)
      const options = { watchedEvery, loads: 1, commitsPerSecond: COMMITS_A_SECOND, batch: BATCH, seconds }
      sides.push({ name, measure: await openStream(setting, lane, options, own) })
    }
    return inTurns(sides, rounds)
  })
  const read = new Map<string, Read>()
  for (const [name, url] of urls) read.set(name, await readRows(url, name !== 'nothing'))
  return { streamed, read }
}

const ROWS = `select (select count(*) from event)::int as written,
  coalesce(sum(idx_tup_read) filter (where indexrelname in ('event_xid_idx', 'event_account_id_xid_idx')), 0)::int as headers,
  coalesce(sum(idx_tup_read) filter (where indexrelname = 'event_pkey'), 0)::int as whole
  from pg_stat_user_indexes where relname = 'event'`

const SESSIONS = `select count(*)::int as sessions from pg_stat_activity
  where datname = current_database() and backend_type = 'client backend' and pid <> pg_backend_pid()`

/**
 * Sessions add their counts when they end, so the gateway must be closed.
 * @throws Error unless a watching gateway read at least as many headers as there are events, and another one none
 */
async function readRows(url: string, watches: boolean): Promise<Read> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    await until(async () => (await pool.query(SESSIONS)).rows[0]?.sessions === 0)
    const { rows } = await pool.query<{ written: number; headers: number; whole: number }>(ROWS)
    const { written = 0, headers = 0, whole = 0 } = rows[0] ?? {}
    if (watches ? headers < written : headers > 0)
      throw new Error(`a gateway read ${headers} headers of ${written} events`)
    return { headers: headers / written, whole: whole / written }
  } finally {
    await pool.end()
  }
}
