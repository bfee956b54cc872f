import { DomainError } from '../errors.ts'
import type { Tx } from '../lib/sql.ts'
import type { NewEntry } from './entry.ts'
import { availableMicro } from './locked-account.ts'
import { displayAmount } from './money.ts'
import { lockAccount, postEntry } from './post.ts'

/**
 * (±X, 0): an operator's correction. Amounts frozen for unfinished tasks cannot be deducted
 * (docs/rules/money.md#adjustments).
 * @param amountMicro not zero
 * @returns null when there is no such account
 * @throws DomainError 402 insufficient_balance when available would fall below zero
 */
export async function adjustBalance(
  tx: Tx,
  accountId: string,
  amountMicro: bigint,
  description: string,
): Promise<NewEntry | null> {
  if (amountMicro === 0n) throw new RangeError('An adjustment must not be zero.')
  const account = await lockAccount(tx, accountId)
  if (!account) return null
  const available = availableMicro(account)
  if (available + amountMicro < 0n) {
    const frozen = account.frozenMicro > 0n ? ` (${displayAmount(account.frozenMicro)} is frozen)` : ''
    const message = `Only ${displayAmount(available)} is available${frozen}; ${displayAmount(-amountMicro)} cannot be deducted.`
    throw new DomainError('insufficient_balance', message)
  }
  const draft = { kind: 'adjustment', frozenDeltaMicro: 0n, subjectId: null, taskId: null } as const
  return postEntry(tx, account, { ...draft, amountMicro, description })
}
