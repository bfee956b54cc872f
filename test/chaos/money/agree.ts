import type { Pool } from 'pg'
import type { Tally } from './tally.ts'

interface Sums {
  tasks: bigint
  charges: bigint
}

/** Compares the players' records with the database, while they rest. @returns a sentence for each difference */
export async function disagreements(pool: Pool, tally: Tally): Promise<string[]> {
  const { rows } = await pool.query<Sums>(
    `select (select count(*) from task) as tasks,
       (select count(*) from ledger_entry where kind = 'prompt_optimize') as charges`,
  )
  const found: string[] = []
  const hold = (what: string, known: bigint, kept: bigint) => {
    if (known !== kept) found.push(`${what}: ${known} acknowledged, ${kept} in the database`)
  }
  hold('tasks', BigInt(tally.tasks), rows[0]?.tasks ?? 0n)
  hold('charges', BigInt(tally.charges), rows[0]?.charges ?? 0n)
  const paid = await pool.query<{ id: string; micro: bigint }>(
    `select account_id as id, sum(amount_micro)::bigint as micro from ledger_entry
     where kind in ('topup', 'adjustment') group by account_id`,
  )
  for (const { id, micro } of paid.rows) hold(`top-ups and adjustments of ${id}`, tally.paid.get(id) ?? 0n, micro)
  return found
}
