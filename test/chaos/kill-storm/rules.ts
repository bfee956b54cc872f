import type { Pool } from 'pg'

/** Each counts the rows that break it, after everything has ended. */
export const END_RULES = {
  stuck: `select count(*) from task where completed_at is null`,
  double_ends: `
    select count(*) from task t where 1 <> (select count(*) from event e
      where e.task_id = t.id and e.kind in ('succeeded', 'failed', 'cancelled', 'rejected'))`,
  double_settlements: `
    select count(*) from task t where 1 <> (select count(*) from ledger_entry l
      where l.subject_id = t.id and l.kind in ('settle', 'release'))`,
} as const

const LOSSES = `select task_id, stage from stage_attempt where state = 'lost' and not hedge
  group by task_id, stage having count(*) >= 3`

/** Further rules without a separate figure. The rules on money apply too. */
const RULES: Readonly<Record<string, string>> = {
  'who did not succeed was interrupted three times in one stage': `
    select count(*) from task t where t.status <> 'succeeded' and not (t.status = 'failed'
      and t.fail_reason = 'processing_interrupted' and exists (select 1 from (${LOSSES}) l where l.task_id = t.id))`,
  // A running second try keeps its task alive after the third loss.
  'who was interrupted three times in one stage failed': `
    select count(*) from task t join (select distinct task_id from (${LOSSES}) s) l on l.task_id = t.id
    where t.status <> 'failed' and not exists (select 1 from stage_attempt a where a.task_id = t.id and a.hedge)`,
  'no attempt is left ready or running': `select count(*) from stage_attempt where state in ('ready', 'running')`,
  'a stage is done once': `
    select count(*) from (select 1 from stage_attempt where state = 'done'
      group by task_id, stage having count(*) > 1) twice`,
  'who succeeded has every stage done': `
    select count(*) from task t where t.status = 'succeeded' and 3 <> (select count(*) from stage_attempt a
      where a.task_id = t.id and a.state = 'done')`,
  'no attempt failed or was void': `select count(*) from stage_attempt where state in ('failed', 'rejected')`,
  'seq of events rises to the task’s own, each once': `
    select count(*) from task t where t.seq <> (select max(seq) from event e where e.task_id = t.id)`,
}

/** pg-boss consumes the job of an attempt that is no longer ready when it reaches it. */
const JOBS = `select count(*) from pgboss.job where state < 'completed'
  and (name in ('encode', 'render', 'upscale', 'package') or name ~ '^(encode|render|upscale|package)-')`

export async function countOf(pool: Pool, sql: string): Promise<number> {
  const { rows } = await pool.query<unknown[]>({ text: sql, rowMode: 'array' })
  return Number(rows[0]?.[0])
}

export function jobsLeft(pool: Pool): Promise<number> {
  return countOf(pool, JOBS)
}

/** @returns a sentence for each broken rule */
export async function brokenEnds(pool: Pool): Promise<string[]> {
  const found: string[] = []
  for (const [rule, sql] of Object.entries(RULES)) {
    const count = await countOf(pool, sql)
    if (count > 0) found.push(`${count} times: ${rule}`)
  }
  return found
}
