import { setTimeout as pause } from 'node:timers/promises'
import { Pool } from 'pg'
import type { Closing } from '../../test/support/closing.ts'
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
  /** By the index of transactions, as headers. */
  readonly headers: number
  /** By id, whole. */
  readonly whole: number
}

export interface Tails {
  readonly streamed: ReadonlyMap<string, readonly Streamed[]>
  readonly read: ReadonlyMap<string, Read>
}

export async function measureTails(setting: Setting, { rounds, seconds }: Turns, closing: Closing): Promise<Tails> {
  const sides = []
  for (const { name, gateways, watchedEvery } of SIDES) {
    const lane = await openLane(setting.cluster, `tail_${name}`, gateways, closing)
    const options = { watchedEvery, loads: 1, commitsPerSecond: COMMITS_A_SECOND, batch: BATCH, seconds }
    sides.push({ name, url: lane.url, measure: await openStream(setting, lane, options, closing) })
  }
  const streamed = await inTurns(sides, rounds)
  await pause(STATISTICS_MS)
  const read = new Map<string, Read>()
  for (const { name, url } of sides) if (name !== 'alone') read.set(name, await readRows(url))
  return { streamed, read }
}

const READ = `select (select count(*) from event)::int as written,
  coalesce(sum(idx_tup_read) filter (where indexrelname = 'event_xid_idx'), 0)::int as headers,
  coalesce(sum(idx_tup_read) filter (where indexrelname = 'event_pkey'), 0)::int as whole
  from pg_stat_user_indexes where relname = 'event'`

/** A session adds its counts when it has been idle for ten seconds. */
const STATISTICS_MS = 12_000

async function readRows(url: string): Promise<Read> {
  const pool = new Pool({ connectionString: url, max: 1 })
  try {
    const { rows } = await pool.query<{ written: number; headers: number; whole: number }>(READ)
    const { written = 0, headers = 0, whole = 0 } = rows[0] ?? {}
    return { headers: headers / written, whole: whole / written }
  } finally {
    await pool.end()
  }
}
