import type { Pool } from 'pg'
import { type GivenBack, takeBack } from '../admission/budget.ts'
import { type CreateWindow, createWindows } from '../admission/creates.ts'
import type { Idempotency, KeptAnswer } from '../admission/idempotency.ts'
import { dropKey, type Key, type KeyScope, keyOf, settleKey, takeKey } from '../admission/once.ts'
import { aboveMaximum } from '../credit/ceiling.ts'
import type { NewEntry } from '../credit/entry.ts'
import { drawCharge, drawFreeze, drawResolution, type FreezeSubject } from '../credit/freeze.ts'
import { availableMicro, type LockedAccount, lockAccounts } from '../credit/locked-account.ts'
import { displayAmount } from '../credit/money.ts'
import { writeEntries } from '../credit/post.ts'
import { currentPrices } from '../credit/price.ts'
import { overBudget, spend } from '../credit/spend.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { int8, orNull, Rollback, type RowOf, statement, type Tx, text, time, transaction } from '../lib/sql.ts'
import { PROMPT_LEASE_SECONDS } from '../limits.ts'
import { creationTime, type Payer } from '../task/admit.ts'

/**
 * The fee of a running call: frozen under its own subject, without a task
 * (docs/rules/money.md#optimisation-fee).
 */
export interface HeldFee {
  readonly accountId: string
  readonly subjectId: string
  readonly feeMicro: bigint
  readonly idempotency: Idempotency | null
}

/** A call of a key, and the most that it may cost. */
export interface Buyer extends Pick<HeldFee, 'accountId' | 'idempotency'> {
  /** null if no key's spend limit counts it. */
  readonly keyId: string | null
  readonly maxMicro: bigint | null
}

/** An entry that resolves a freeze, and what it gives back to the key's spend limit. */
interface Drawn {
  readonly entry: NewEntry
  readonly givenBack: readonly GivenBack[]
}

/** Data to replay an answer from. */
export interface KeptPrompt {
  readonly prompt: string
  readonly amountMicro: string
  /** null if nothing was charged, because the prompt did not change. */
  readonly ledgerEntryId: string | null
}

const FREEZE = { micro: int8, keyId: orNull(text()), at: time }
type OpenFreeze = RowOf<typeof FREEZE>

/** The freeze of a subject; nothing once it is resolved. Read under the account's lock, so it cannot change. */
const OPEN = statement('prompt_open', FREEZE)`
    select f.frozen_delta_micro as micro, f.key_id as "keyId", f.created_at as at from ledger_entry f
    where f.subject_id = $1 and f.kind = 'freeze' and not exists (
      select 1 from ledger_entry r where r.subject_id = f.subject_id and r.kind in ('settle', 'release', 'prompt_optimize'))`

/** While a call runs, the stored answer of its key identifies the call. */
const HOLDER = statement('prompt_holder', { subjectId: orNull(text()) })<Key>`
    select answer->>'subjectId' as "subjectId" from idempotency_key
    where account_id = $accountId and operation = $operation and key = $key and status is null`

const MARK = statement('prompt_mark')<Key & { subjectId: string }>`
    update idempotency_key set answer = json_build_object('subjectId', $subjectId::text)
    where account_id = $accountId and operation = $operation and key = $key`

/**
 * Takes the key and freezes the fee, in one transaction that locks the account first. If the expired key of another call is taken
 * over, the fee of that call is released here, so that it can no longer charge: one key, one charge. An open freeze thus proves
 * that a call still owns its key.
 * @throws DomainError 402 spend_limit_exceeded and insufficient_balance, 409 price_above_maximum and idempotency_in_progress, 422
 *   idempotency_key_reused
 */
export function holdFee(
  pool: Pool,
  { accountId, keyId, idempotency, maxMicro }: Buyer,
): Promise<{ readonly held: HeldFee } | { readonly kept: KeptAnswer }> {
  return transaction<{ held: HeldFee } | { kept: KeptAnswer }>(pool, async (tx) => {
    const keyScope = idempotency && { accountId, idempotency }
    const [{ accounts, now }, { prices }, taken, windows] = await Promise.all([
      lockAccounts(tx, [accountId]),
      currentPrices(tx),
      take(tx, keyScope),
      createWindows(tx, keyId === null ? [] : [keyId]),
    ])
    if (taken.kept) return new Rollback({ kept: taken.kept })
    const payer = { account: found(accounts.get(accountId)), window: windows.get(keyId ?? '') }
    const released = taken.predecessor ? await drawRelease(tx, payer.account, taken.predecessor) : null
    const givenBack = released ? giveBackTo(payer.window, released.givenBack) : []
    const feeMicro = BigInt(prices.promptOpt)
    const held = { accountId, subjectId: newId('opt'), feeMicro, idempotency }
    const subject = { ...subjectOf(held.subjectId), keyId, createdAt: creationTime(payer, now) }
    const freeze = drawFee(payer, maxMicro, feeMicro, subject)
    if (keyScope) tx.send(MARK, { ...keyOf(keyScope), subjectId: held.subjectId })
    const entries = released ? [released.entry, freeze] : [freeze]
    writeEntries(tx, payer.account, entries, { windows: [...windows.values()], givenBack })
    return { held }
  })
}

/** Freezes the fee, unless the call's ceiling, the key's spend limit or the balance does not allow it. */
function drawFee(
  { account, window }: Payer,
  maxMicro: bigint | null,
  feeMicro: bigint,
  subject: FreezeSubject,
): NewEntry {
  const ceiling = aboveMaximum(maxMicro, feeMicro)
  if (ceiling) throw ceiling
  const over = overBudget(window, feeMicro)
  if (over) throw new DomainError(over.code, over.message, { details: over.details })
  const freeze = drawFreeze(account, feeMicro, subject)
  if (!freeze) throw insufficient(feeMicro, availableMicro(account))
  spend(window, feeMicro)
  return freeze
}

/** Gives a released fee back to the budget of the calling key. @returns it, if another key paid it */
function giveBackTo(window: CreateWindow | undefined, givenBack: GivenBack): GivenBack[] {
  if (!window || window.keyId !== givenBack.keyId) return [givenBack]
  if (window.budget) takeBack(window.budget, givenBack)
  return []
}

/**
 * The one charge, with the prompt kept under the key.
 * @returns null if the freeze was resolved meanwhile; nothing is then charged
 */
export function chargeFee(pool: Pool, held: HeldFee, prompt: string): Promise<KeptPrompt | null> {
  return conclude(pool, held, (account, { micro }) => {
    const charge = drawCharge(account, micro, subjectOf(held.subjectId))
    return { entry: charge, givenBack: [], kept: { prompt, amountMicro: micro.toString(), ledgerEntryId: charge.id } }
  })
}

/** The same if the prompt did not change: the fee is released, and the prompt kept under the key. */
export function waiveFee(pool: Pool, held: HeldFee, prompt: string): Promise<KeptPrompt | null> {
  return conclude(pool, held, (account, open) => ({
    entry: drawResolution(account, open.micro, 0n, subjectOf(held.subjectId)),
    givenBack: [open],
    kept: { prompt, amountMicro: '0', ledgerEntryId: null },
  }))
}

function conclude(
  pool: Pool,
  { accountId, subjectId, idempotency }: HeldFee,
  draw: (account: LockedAccount, open: OpenFreeze) => Drawn & { readonly kept: KeptPrompt },
): Promise<KeptPrompt | null> {
  return transaction<KeptPrompt | null>(pool, async (tx) => {
    const [account, open] = await Promise.all([lock(tx, accountId), openFreeze(tx, subjectId)])
    if (!open) return new Rollback(null)
    const { entry, givenBack, kept } = draw(account, open)
    if (idempotency) settleKey(tx, { accountId, idempotency }, 200, kept)
    writeEntries(tx, account, [entry], { givenBack })
    return kept
  })
}

/** Releases the fee and the key, unless the fee is already resolved. Returns whether it did. */
export function releaseFee(pool: Pool, fee: Omit<HeldFee, 'feeMicro'>, lockWaitMs?: number): Promise<boolean> {
  const { accountId, subjectId, idempotency } = fee
  const release = async (tx: Tx) => {
    const account = await lock(tx, accountId)
    const released = await drawRelease(tx, account, subjectId)
    if (!released) return new Rollback(false)
    if (idempotency) dropKey(tx, { accountId, idempotency })
    writeEntries(tx, account, [released.entry], { givenBack: [released.givenBack] })
    return true
  }
  return transaction(pool, release, lockWaitMs)
}

async function lock(tx: Tx, accountId: string): Promise<LockedAccount> {
  const { accounts } = await lockAccounts(tx, [accountId])
  return found(accounts.get(accountId))
}

function found(account: LockedAccount | undefined): LockedAccount {
  if (!account) throw new Error('there is no such account')
  return account
}

async function take(
  tx: Tx,
  keyScope: KeyScope | null,
): Promise<{ kept: KeptAnswer | null; predecessor: string | null }> {
  if (!keyScope) return { kept: null, predecessor: null }
  const [{ rows }, kept] = await Promise.all([
    tx.run(HOLDER, keyOf(keyScope)),
    takeKey(tx, keyScope, PROMPT_LEASE_SECONDS),
  ])
  return { kept, predecessor: rows[0]?.subjectId ?? null }
}

async function openFreeze(tx: Tx, subjectId: string): Promise<OpenFreeze | null> {
  const { rows } = await tx.run(OPEN, [subjectId])
  return rows[0] ?? null
}

async function drawRelease(
  tx: Tx,
  account: LockedAccount,
  subjectId: string,
): Promise<{ readonly entry: NewEntry; readonly givenBack: GivenBack } | null> {
  const open = await openFreeze(tx, subjectId)
  return open && { entry: drawResolution(account, open.micro, 0n, subjectOf(subjectId)), givenBack: open }
}

function subjectOf(subjectId: string): FreezeSubject {
  return { subjectId, taskId: null, description: 'Prompt optimisation' }
}

function insufficient(required: bigint, available: bigint): DomainError {
  const message = `A prompt optimisation costs ${displayAmount(required)}; ${displayAmount(available)} is available.`
  const details = { required_micro: Number(required), available_micro: Number(available) }
  return new DomainError('insufficient_balance', message, { details })
}
