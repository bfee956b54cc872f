import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import { Rollback, type Statement, type Tx, transaction } from '../lib/sql.ts'
import { type Idempotency, type KeptAnswer, refuseOtherBody, toKept } from './idempotency.ts'

/**
 * Takes a key for its first call. A key that another call has kept is left alone, unless it is older than 24 hours or
 * its lease has lapsed (docs/rules/doors.md#idempotency). A second call in another transaction waits here until the
 * first one commits.
 */
const TAKE: Statement = {
  name: 'idempotency_take',
  text: `insert into idempotency_key as k (account_id, operation, key, body_hash, lease_until)
    values ($1, $2, $3, $4, now() + make_interval(secs => $5))
    on conflict (account_id, operation, key) do update
      set body_hash = excluded.body_hash, status = null, answer = null, task_ids = '{}', created_at = now(),
        lease_until = excluded.lease_until
      where k.created_at <= now() - interval '24 hours'
        or (k.status is null and k.lease_until < now() and k.body_hash in (excluded.body_hash, $6))
    returning 1`,
}

const LOOK: Statement = {
  name: 'idempotency_look',
  text: `select account_id, operation, key, body_hash, status, answer, task_ids from idempotency_key
         where account_id = $1 and operation = $2 and key = $3`,
}

const SETTLE: Statement = {
  name: 'idempotency_settle',
  text: `update idempotency_key set status = $4, answer = $5, lease_until = null
         where account_id = $1 and operation = $2 and key = $3`,
}

const RENEW: Statement = {
  name: 'idempotency_renew',
  text: `update idempotency_key set lease_until = now() + make_interval(secs => $4)
         where account_id = $1 and operation = $2 and key = $3 and status is null`,
}

const DROP: Statement = {
  name: 'idempotency_drop',
  text: 'delete from idempotency_key where account_id = $1 and operation = $2 and key = $3 and status is null',
}

/** Scope of an Idempotency-Key: account, operation and target. */
export interface KeyPlace {
  readonly accountId: string
  readonly idempotency: Idempotency
}

function placeOf({ accountId, idempotency: { operation, key } }: KeyPlace): string[] {
  return [accountId, operation, key]
}

/**
 * Takes a key, or returns the stored answer of its first call.
 * @returns null if this call now holds the key
 * @throws DomainError 422 idempotency_key_reused, 409 idempotency_in_progress
 */
export async function takeKey(tx: Tx, place: KeyPlace, leaseSeconds: number): Promise<KeptAnswer | null> {
  const { bodyHash, textHash } = place.idempotency
  const taken = await tx.run(TAKE, [...placeOf(place), bodyHash, leaseSeconds, textHash()])
  if (taken.rowCount === 1) return null
  const { rows } = await tx.run<Parameters<typeof toKept>[0]>(LOOK, placeOf(place))
  const [row] = rows
  const kept = row && toKept(row)
  const reused = kept && refuseOtherBody(kept, place.idempotency)
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
export function settleKey(tx: Tx, place: KeyPlace, status: number, answer: unknown): void {
  tx.send(SETTLE, [...placeOf(place), status, JSON.stringify(answer)])
}

/** Renews the lease of a taken key, for work that outlives one transaction. */
export async function renewKey(pool: Pool, place: KeyPlace, leaseSeconds: number): Promise<void> {
  await pool.query({ ...RENEW, values: [...placeOf(place), leaseSeconds] })
}

/** Releases a taken key: its call was refused, and refusals are not kept. */
export function dropKey(tx: Tx, place: KeyPlace): void {
  tx.send(DROP, placeOf(place))
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
  place: { readonly accountId: string; readonly idempotency: Idempotency | null },
  work: (tx: Tx) => Promise<Done<T, K>>,
  replay: (kept: K) => T | Promise<T>,
): Promise<{ readonly result: T; readonly replayed: boolean }> {
  const { accountId, idempotency } = place
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
