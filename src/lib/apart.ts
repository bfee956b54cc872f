import { databaseState, isLocked } from '../errors.ts'
import type { Log } from './log.ts'

/**
 * Runs a chore's step for each row in its own transaction, so that no account delays the others
 * (docs/rules/limits.md#locked-rows). Failed rows are logged and left for the next round, and so are the other rows of a locked
 * account. An unreachable database ends the round.
 * @param step must use SHORT_LOCK_WAIT_MS for its transaction; returns whether it changed something
 * @returns number of steps that did
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
  // Some chores run twice a second, so this is a debug message; refused callers are logged anyway.
  if (locked.size > 0) log.debug({ accounts: [...locked] }, 'a chore skipped locked accounts')
  return done
}
