import type { Pool } from 'pg'
import type { Idempotency, KeptAnswer } from '../admission/idempotency.ts'
import { dropKey, type Key, type KeyScope, keyOf, settleKey, takeKey } from '../admission/once.ts'
import type { NewEntry } from '../credit/entry.ts'
import { drawCharge, drawFreeze, drawResolution, type FreezeSubject } from '../credit/freeze.ts'
import { availableMicro, type LockedAccount } from '../credit/locked-account.ts'
import { displayAmount } from '../credit/money.ts'
import { lockAccount, writeEntries } from '../credit/post.ts'
import { currentPrices } from '../credit/price.ts'
import { DomainError } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { int8, orNull, Rollback, statement, type Tx, text, transaction } from '../lib/sql.ts'
import { PROMPT_LEASE_SECONDS } from '../limits.ts'

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

/** Data to replay an answer from. */
export interface KeptPrompt {
  readonly prompt: string
  readonly amountMicro: string
  /** null if nothing was charged, because the prompt did not change. */
  readonly ledgerEntryId: string | null
}

/** The amount still frozen for a subject; nothing once it is resolved. Read under the account's lock, so it cannot change. */
const OPEN = statement('prompt_open', { micro: int8 })`select f.frozen_delta_micro as micro from ledger_entry f
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
 * @throws DomainError 402 insufficient_balance, 409 idempotency_in_progress, 422 idempotency_key_reused
 */
export function holdFee(
  pool: Pool,
  { accountId, idempotency }: Pick<HeldFee, 'accountId' | 'idempotency'>,
): Promise<{ readonly held: HeldFee } | { readonly kept: KeptAnswer }> {
  return transaction<{ held: HeldFee } | { kept: KeptAnswer }>(pool, async (tx) => {
    const keyScope = idempotency && { accountId, idempotency }
    const [account, { prices }, taken] = await Promise.all([lock(tx, accountId), currentPrices(tx), take(tx, keyScope)])
    if (taken.kept) return new Rollback({ kept: taken.kept })
    const entries: NewEntry[] = []
    if (taken.predecessor) {
      const released = await drawRelease(tx, account, taken.predecessor)
      if (released) entries.push(released)
    }
    const feeMicro = BigInt(prices.promptOpt)
    const held = { accountId, subjectId: newId('opt'), feeMicro, idempotency }
    const freeze = drawFreeze(account, feeMicro, subjectOf(held.subjectId))
    if (!freeze) throw insufficient(feeMicro, availableMicro(account))
    if (keyScope) tx.send(MARK, { ...keyOf(keyScope), subjectId: held.subjectId })
    writeEntries(tx, account, [...entries, freeze])
    return { held }
  })
}

/**
 * The one charge, with the prompt kept under the key.
 * @returns null if the freeze was resolved meanwhile; nothing is then charged
 */
export function chargeFee(pool: Pool, held: HeldFee, prompt: string): Promise<KeptPrompt | null> {
  return conclude(pool, held, (account, feeMicro) => {
    const charge = drawCharge(account, feeMicro, subjectOf(held.subjectId))
    return { entry: charge, kept: { prompt, amountMicro: feeMicro.toString(), ledgerEntryId: charge.id } }
  })
}

/** The same if the prompt did not change: the fee is released, and the prompt kept under the key. */
export function waiveFee(pool: Pool, held: HeldFee, prompt: string): Promise<KeptPrompt | null> {
  return conclude(pool, held, (account, feeMicro) => ({
    entry: drawResolution(account, feeMicro, 0n, subjectOf(held.subjectId)),
    kept: { prompt, amountMicro: '0', ledgerEntryId: null },
  }))
}

function conclude(
  pool: Pool,
  { accountId, subjectId, idempotency }: HeldFee,
  draw: (account: LockedAccount, feeMicro: bigint) => { readonly entry: NewEntry; readonly kept: KeptPrompt },
): Promise<KeptPrompt | null> {
  return transaction<KeptPrompt | null>(pool, async (tx) => {
    const [account, feeMicro] = await Promise.all([lock(tx, accountId), openMicro(tx, subjectId)])
    if (feeMicro === null) return new Rollback(null)
    const { entry, kept } = draw(account, feeMicro)
    if (idempotency) settleKey(tx, { accountId, idempotency }, 200, kept)
    writeEntries(tx, account, [entry])
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
    writeEntries(tx, account, [released])
    return true
  }
  return transaction(pool, release, lockWaitMs)
}

async function lock(tx: Tx, accountId: string): Promise<LockedAccount> {
  const account = await lockAccount(tx, accountId)
  if (!account) throw new Error(`there is no account ${accountId}`)
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

async function openMicro(tx: Tx, subjectId: string): Promise<bigint | null> {
  const { rows } = await tx.run(OPEN, [subjectId])
  return rows[0]?.micro ?? null
}

async function drawRelease(tx: Tx, account: LockedAccount, subjectId: string): Promise<NewEntry | null> {
  const micro = await openMicro(tx, subjectId)
  return micro === null ? null : drawResolution(account, micro, 0n, subjectOf(subjectId))
}

function subjectOf(subjectId: string): FreezeSubject {
  return { subjectId, taskId: null, description: 'Prompt optimisation' }
}

function insufficient(required: bigint, available: bigint): DomainError {
  const message = `A prompt optimisation costs ${displayAmount(required)}; ${displayAmount(available)} is available.`
  const details = { required_micro: Number(required), available_micro: Number(available) }
  return new DomainError('insufficient_balance', message, { details })
}
