import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import { namesOf, query, Rollback, statement, type Tx, transaction } from '../lib/sql.ts'
import { type Idempotency, KEPT, type KeptAnswer, refuseOtherBody, toKept } from './idempotency.ts'

/**
 * Takes a key for its first call. A key that another call has kept is left alone, unless it is older than 24 hours or
 * its lease has lapsed (docs/rules/doors.md#idempotency). A second call in another transaction waits here until the
 * first one commits.
 */
const TAKE = statement('idempotency_take')<
  Key & Pick<Idempotency, 'bodyHash'> & { leaseSeconds: number; textHash: Buffer | null }
>`
    insert into idempotency_key as k (account_id, operation, key, body_hash, lease_until)
    values ($accountId, $operation, $key, $bodyHash, now() + make_interval(secs => $leaseSeconds))
    on conflict (account_id, operation, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, task_ids = '{}', created_at = now(),
        lease_until = excluded.lease_until
      where k.created_at <= now() - interval '24 hours'
        or (k.status is null and k.lease_until < now() and k.body_hash in (excluded.body_hash, $textHash))
    returning 1`

const LOOK = statement('idempotency_look', KEPT)<Key>`
    select ${namesOf(KEPT)} from idempotency_key
         where account_id = $accountId and operation = $operation and key = $key`

const SETTLE = statement('idempotency_settle')<Key & { status: number; answer: string }>`
    update idempotency_key set status = $status, answer = $answer, lease_until = null
         where account_id = $accountId and operation = $operation and key = $key`

const RENEW = statement('idempotency_renew')<Key & { leaseSeconds: number }>`
    update idempotency_key set lease_until = now() + make_interval(secs => $leaseSeconds)
         where account_id = $accountId and operation = $operation and key = $key and status is null`

const DROP = statement('idempotency_drop')<Key>`
  delete from idempotency_key where account_id = $accountId and operation = $operation and key = $key and status is null`

/** Scope of an Idempotency-Key: account, operation and target. */
export interface KeyScope {
  readonly accountId: string
  readonly idempotency: Idempotency
}

export function keyOf({ accountId, idempotency: { operation, key } }: KeyScope): Key {
  return { accountId, operation, key }
}

/** A key with its account, as the statements name it. */
export type Key = Pick<Idempotency, 'operation' | 'key'> & { readonly accountId: string }

/**
 * Takes a key, or returns the stored answer of its first call.
 * @returns null if this call now holds the key
 * @throws DomainError 422 idempotency_key_reused, 409 idempotency_in_progress
 */
export async function takeKey(tx: Tx, keyScope: KeyScope, leaseSeconds: number): Promise<KeptAnswer | null> {
  const { bodyHash, textHash } = keyScope.idempotency
  const taken = await tx.run(TAKE, { ...keyOf(keyScope), bodyHash, leaseSeconds, textHash: textHash() })
  if (taken.rowCount === 1) return null
  const { rows } = await tx.run(LOOK, keyOf(keyScope))
  const [row] = rows
  const kept = row && toKept(row)
  const reused = kept && refuseOtherBody(kept, keyScope.idempotency)
  if (reused) throw reused
  if (kept?.status) return kept
  throw inProgress()
}

/** A second call while the first one runs. */
export function inProgress(): DomainError {
  const message = 'The first request with this Idempotency-Key is still running.'
  return new DomainError('idempotency_in_progress', message, { param: 'Idempotency-Key', retryAfter: 1 })
}

/** Keeps the answer of a taken key, in the transaction of the work. */
export function settleKey(tx: Tx, keyScope: KeyScope, status: number, answer: unknown): void {
  tx.send(SETTLE, { ...keyOf(keyScope), status, answer: JSON.stringify(answer) })
}

/** Renews the lease of a taken key, for work that outlives one transaction. */
export async function renewKey(pool: Pool, keyScope: KeyScope, leaseSeconds: number): Promise<void> {
  await query(pool, RENEW, { ...keyOf(keyScope), leaseSeconds })
}

/** Releases a taken key: its call was refused, and refusals are not kept. */
export function dropKey(tx: Tx, keyScope: KeyScope): void {
  tx.send(DROP, keyOf(keyScope))
}

/** The result of a write, and the plain JSON to replay it from. */
export interface Done<T, K> {
  readonly status: number
  readonly result: T
  readonly kept: K
}

/**
 * Runs a write of one transaction once per key; the key's row is written in it. If `work` throws, nothing is kept.
 * @param replay builds the result of a replay from the stored JSON
 */
export async function once<T, K>(
  pool: Pool,
  keyScope: { readonly accountId: string; readonly idempotency: Idempotency | null },
  work: (tx: Tx) => Promise<Done<T, K>>,
  replay: (kept: K) => T | Promise<T>,
): Promise<{ readonly result: T; readonly replayed: boolean }> {
  const { accountId, idempotency } = keyScope
  const LEASE_SECONDS = 60
  const outcome = await transaction<{ result: T } | { kept: K }>(pool, async (tx) => {
    const first = idempotency && (await takeKey(tx, { accountId, idempotency }, LEASE_SECONDS))
    if (first) return new Rollback({ kept: first.answer as K })
    const { status, result, kept } = await work(tx)
    if (idempotency) settleKey(tx, { accountId, idempotency }, status, kept)
    return { result }
  })
  if ('result' in outcome) return { result: outcome.result, replayed: false }
  return { result: await replay(outcome.kept), replayed: true }
}
