import { databaseState, isLocked } from '../errors.ts'
import type { Log } from './log.ts'

/**
 * Runs a chore's step for each row in a transaction of its own, so that no account keeps the others waiting
 * (docs/rules/limits.md#locked-rows). What fails is logged and left for the next round, and so are the other rows of an
 * account that somebody else has locked. A database that is away ends the round.
 * @param step give its transaction SHORT_LOCK_WAIT_MS; answers whether it did something
 * @returns how many steps did
 */
export async function eachApart<Row extends { readonly accountId: string }>(
  rows: readonly Row[],
  log: Log,
  step: (row: Row) => Promise<boolean>,
): Promise<number> {
  const locked = new Set<string>()
  let done = 0
  for (const row of rows) {
    if (locked.has(row.accountId)) continue
    try {
      if (await step(row)) done++
    } catch (error) {
      if (databaseState(error) === 'away') throw error
      if (isLocked(error)) locked.add(row.accountId)
      else log.error({ err: error, of: row }, 'a step of a chore failed; trying again')
    }
  }
  // Some chores come twice a second; refused callers are logged anyway.
  if (locked.size > 0) log.debug({ accounts: [...locked] }, 'a chore skipped locked accounts')
  return done
}
