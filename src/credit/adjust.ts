import { DomainError } from '../errors.ts'
import type { Tx } from '../lib/sql.ts'
import { type Booked, bookEntry } from './book.ts'
import { availableMicro } from './locked-account.ts'
import { displayAmount } from './money.ts'

/**
 * (±X, 0): an operator's correction. Amounts frozen for unfinished tasks cannot be deducted
 * (docs/rules/money.md#top-ups-and-adjustments).
 * @param amountMicro not zero
 * @param key see `Booking`
 * @returns null when there is no such account
 * @throws DomainError 402 insufficient_balance when available would fall below zero; 422 idempotency_key_reused
 */
export function adjustBalance(
  tx: Tx,
  accountId: string,
  amountMicro: bigint,
  description: string,
  key: string | null = null,
): Promise<Booked | null> {
  if (amountMicro === 0n) throw new RangeError('An adjustment must not be zero.')
  return bookEntry(tx, accountId, { kind: 'adjustment', amountMicro, description, key }, (account) => {
    const available = availableMicro(account)
    if (available + amountMicro >= 0n) return
    const frozen = account.frozenMicro > 0n ? ` (${displayAmount(account.frozenMicro)} is frozen)` : ''
    const message = `Only ${displayAmount(available)} is available${frozen}; ${displayAmount(-amountMicro)} cannot be deducted.`
    throw new DomainError('insufficient_balance', message, { param: 'amount' })
  })
}
