import { eachApart } from '../lib/apart.ts'
import { newId } from '../lib/id.ts'
import { type Loop, startLoop } from '../lib/loop.ts'
import { query, SHORT_LOCK_WAIT_MS, statement, text } from '../lib/sql.ts'
import { PROMPT_ABANDONED_SECONDS, PROMPT_SWEEP_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { releaseFee } from './fee.ts'

type Needs = Pick<Resources, 'pool' | 'log'>

const BATCH = 100

/** Database clock only. A range of the index of freezes: 'opu' is the next word after every `opt_…`. */
const ABANDONED = statement('prompt_abandoned', { subjectId: text(), accountId: text() })`
    select f.subject_id as "subjectId", f.account_id as "accountId" from ledger_entry f
    where f.kind = 'freeze' and f.subject_id >= $1 and f.subject_id < 'opu' and starts_with(f.subject_id, 'opt_')
      and f.created_at < now() - make_interval(secs => $2) and not exists (
        select 1 from ledger_entry r where r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize'))
    order by f.subject_id limit ${BATCH}`

/**
 * Releases fees of calls whose process ended between freeze and charge. Every process may run it: a release is guarded under the
 * account's lock, so concurrent sweeps release a fee once.
 * @param from subject to start at
 * @returns how many fees were found, and how many of them it released
 */
export async function releaseAbandoned(
  { pool, log }: Needs,
  from = 'opt_',
): Promise<{ readonly found: number; readonly released: number }> {
  const values = [from, PROMPT_ABANDONED_SECONDS]
  const { rows } = await query(pool, ABANDONED, values)
  const release = (fee: (typeof rows)[number]) => releaseFee(pool, { ...fee, idempotency: null }, SHORT_LOCK_WAIT_MS)
  const released = await eachApart(rows, log, release)
  return { found: rows.length, released }
}

/** Number of kept marks of clean sweeps: an hour of them. */
const MARKS = 120

/**
 * The chore. Entries are append-only, so there can be no index of open freezes; but ids are in order of time. After an hour of clean
 * sweeps (which allows for clock differences of up to an hour) a sweep checks only the last hour, not all optimisations.
 */
export function startPromptSweep({ pool, log }: Needs): Loop {
  const marks: string[] = []
  let from = 'opt_'
  return startLoop('prompt fees', PROMPT_SWEEP_MS, log, async () => {
    const mark = newId('opt')
    for (;;) {
      const { found, released } = await releaseAbandoned({ pool, log }, from)
      if (released > 0) log.warn({ released }, 'released the fees of unfinished prompt optimisations')
      // Fees of a locked account were skipped, so the sweep is not clean.
      if (released < found) return
      if (found < BATCH) break
    }
    if (marks.push(mark) > MARKS) from = marks.shift() ?? from
  })
}
