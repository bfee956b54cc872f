import { createLog } from '../../src/lib/log.ts'
import { type Statement, statement, transaction } from '../../src/lib/sql.ts'
import { appendEvents } from '../../src/push/log.ts'
import { createHints } from '../../src/queue/hints.ts'
import { openPool } from '../../src/resources.ts'
import { raiseProgress } from '../../src/task/advance.ts'
import type { Closing } from '../../test/support/closing.ts'

/** Every task starts at this seq, which always has four digits. */
export const FIRST_SEQ = 1000

/** Progress shows the number of pushes of a task, the same for all contenders. */
export function progressAt(seq: number): number {
  return (seq - FIRST_SEQ) / 10_000
}

/** The product's statements for reports of running stages, as one statement. */
const CHANGE = `pushed as (select unnest($1::text[]) as task_id),
  changed as (${raiseProgress('pushed', '$2::float8')}),
  logged as (${appendEvents('changed', 'progress')})`

const PUSH = statement('bench_push')`with ${CHANGE} select seq from changed`

/** The text that vidgate sends, built from the row. */
const MESSAGE =
  `format('{"id":"1","type":"next","payload":{"data":{"taskUpdated":{"seq":%s,"skipped":false,"task":{"id":"%s",` +
  `"status":"RENDERING","progress":%s,"waiting":null,"cost":{"frozenMicro":"%s","earnedMicro":"20000"},"output":null,` +
  `"usage":null,"failReason":null,"failDetail":null,"startedAt":"%s","completedAt":null}}}}}', seq, id, progress, frozen_micro,
  to_char(started_at at time zone 'utc', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'))`

const NOTIFY = statement('bench_notify')`with ${CHANGE} select seq, pg_notify($3, id || ' ' || ${MESSAGE}) from changed`

export interface Writer {
  /** Commits one event for each of the tasks, with the new `seq`. @param before called right before COMMIT is sent */
  push(ids: readonly string[], seq: number, before: () => void): Promise<void>
  /** The same rows, each event's text in the commit, and no hint. */
  notify(channel: string, ids: readonly string[], seq: number, before: () => void): Promise<void>
}

export function openWriter(databaseUrl: string, connections: number, closing: Closing): Writer {
  const log = createLog('silent', 'bench')
  const pool = openPool(databaseUrl, connections, log)
  const hints = createHints(pool, log)
  closing.push(async () => {
    await hints.close()
    await pool.end()
  })
  const write = (
    statement: Statement,
    ids: readonly string[],
    seq: number,
    before: () => void,
    more: readonly string[],
  ) =>
    transaction(pool, async (tx) => {
      const { rows } = await tx.run<{ seq: number }>(statement, [ids, progressAt(seq), ...more])
      if (rows.length !== ids.length || rows.some((row) => row.seq !== seq))
        throw new Error('a task is not at its expected seq')
      before()
    })
  return {
    async push(ids, seq, before) {
      await write(PUSH, ids, seq, before, [])
      hints.hint('events')
    },
    notify: (channel, ids, seq, before) => write(NOTIFY, ids, seq, before, [channel]),
  }
}
