import type { Tx } from '../lib/sql.ts'
import { type Booked, bookEntry } from './book.ts'

/**
 * (+X, 0): paid credit.
 * @param amountMicro above zero
 * @param key see `Booking`
 * @returns null when there is no such account
 * @throws DomainError 422 idempotency_key_reused
 */
export function topUp(
  tx: Tx,
  accountId: string,
  amountMicro: bigint,
  description: string,
  key: string | null = null,
): Promise<Booked | null> {
  if (amountMicro <= 0n) throw new RangeError('A top-up must be above zero.')
  return bookEntry(tx, accountId, { kind: 'topup', amountMicro, description, key })
}
