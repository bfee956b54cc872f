import type { Pool } from 'pg'
import { assertIdempotencyKey } from '../admission/idempotency.ts'
import { adjustBalance } from '../credit/adjust.ts'
import { type Booked, withKey } from '../credit/book.ts'
import { topUp } from '../credit/topup.ts'
import { DomainError } from '../errors.ts'
import { isBlank, isCleanText } from '../lib/text.ts'
import { parsePositiveYuan, parseYuan } from './amount.ts'

/** Credit to move, as operators write it. */
export interface BookingInput {
  readonly id: string
  /** Decimal yuan. */
  readonly amount: string
  /** The sentence that the account's owner reads in the ledger. */
  readonly note?: string | null | undefined
  readonly idempotencyKey?: string | null | undefined
}

const NOTE_MAX = 500

/**
 * Adds paid credit, once for each key (docs/rules/money.md#top-ups-and-adjustments).
 * @returns null when there is no such account
 * @throws DomainError 400 invalid_parameter, invalid_idempotency_key, 422 idempotency_key_reused
 */
export async function bookTopup(pool: Pool, input: BookingInput): Promise<Booked | null> {
  const amount = parsePositiveYuan(input.amount, 'The amount', 'amount')
  const [note, key] = [noteOf(input.note ?? 'Top-up'), keyOf(input)]
  return isCleanText(input.id) ? withKey(pool, (tx) => topUp(tx, input.id, amount, note, key)) : null
}

/**
 * Corrects a balance, once for each key.
 * @returns null when there is no such account
 * @throws DomainError as `bookTopup`, and 402 insufficient_balance
 */
export async function bookAdjustment(pool: Pool, input: BookingInput): Promise<Booked | null> {
  const { id, amount: text } = input
  const amount = parseYuan(text, 'The amount', 'amount')
  if (!/^[+-]/.test(text)) throw wrong(`An adjustment needs a sign: +${text} or -${text}.`, 'amount')
  if (amount === 0n) throw wrong('An adjustment must not be zero.', 'amount')
  const [note, key] = [noteOf(input.note ?? ''), keyOf(input)]
  return isCleanText(id) ? withKey(pool, (tx) => adjustBalance(tx, id, amount, note, key)) : null
}

function keyOf({ idempotencyKey = null }: BookingInput): string | null {
  if (idempotencyKey !== null) assertIdempotencyKey(idempotencyKey)
  return idempotencyKey
}

function noteOf(text: string): string {
  const note = text.trim()
  if (isBlank(note)) throw wrong('Add a note with a reason. The account’s owner can read it in the ledger.', 'note')
  if (note.length > NOTE_MAX || !isCleanText(note))
    throw wrong(`A note must have at most ${NOTE_MAX} visible characters.`, 'note')
  return note
}

function wrong(message: string, param: string): DomainError {
  return new DomainError('invalid_parameter', message, { param })
}
