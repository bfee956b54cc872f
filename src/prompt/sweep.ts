import { eachApart } from '../lib/apart.ts'
import { newId } from '../lib/id.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, SHORT_LOCK_WAIT_MS, type Statement } from '../lib/sql.ts'
import { PROMPT_ABANDONED_SECONDS, PROMPT_SWEEP_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { releaseFee } from './fee.ts'

type Needs = Pick<Resources, 'pool' | 'log'>

const BATCH = 100

/** Database clock only. A range of the index of freezes: 'opu' is the next word after every `opt_…`. */
const ABANDONED: Statement = {
  name: 'prompt_abandoned',
  text: `select f.subject_id as "subjectId", f.account_id as "accountId" from ledger_entry f
    where f.kind = 'freeze' and f.subject_id >= $1 and f.subject_id < 'opu' and starts_with(f.subject_id, 'opt_')
      and f.created_at < now() - make_interval(secs => $2) and not exists (
        select 1 from ledger_entry r where r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize'))
    order by f.subject_id limit ${BATCH}`,
}

/**
 * Releases fees whose calls are gone: the process ended between freeze and charge. Every process may do it: a release is
 * guarded under the account's lock, so two make one.
 * @param from subject to begin at
 * @returns how many were found, and how many of these it released itself
 */
export async function releaseAbandoned(
  { pool, log }: Needs,
  from = 'opt_',
): Promise<{ readonly found: number; readonly released: number }> {
  const values = [from, PROMPT_ABANDONED_SECONDS]
  const { rows } = await query<{ subjectId: string; accountId: string }>(pool, ABANDONED, values)
  const release = (fee: (typeof rows)[number]) => releaseFee(pool, { ...fee, idempotency: null }, SHORT_LOCK_WAIT_MS)
  const released = await eachApart(rows, log, release)
  return { found: rows.length, released }
}

/** Marks of clean sweeps that are kept: an hour of them. */
const MARKS = 120

/**
 * The chore. Entries are append-only, so an index of open freezes cannot be; ids are in order of time instead. After an hour
 * of clean sweeps (which bears with clocks that differ by as much) a sweep looks at the last hour alone, not at every
 * optimisation ever made.
 */
export function startPromptSweep({ pool, log }: Needs): Loop {
  const marks: string[] = []
  let from = 'opt_'
  return startLoop('prompt fees', PROMPT_SWEEP_MS, log, async () => {
    const mark = newId('opt')
    for (;;) {
      const { found, released } = await releaseAbandoned({ pool, log }, from)
      if (released > 0) log.warn({ released }, 'released the fees of unfinished prompt optimisations')
      // Those of a locked account are left: the sweep is not a clean one.
      if (released < found) return
      if (found < BATCH) break
    }
    if (marks.push(mark) > MARKS) from = marks.shift() ?? from
  })
}
