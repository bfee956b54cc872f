import type { Pool } from 'pg'
import { query, type Statement, type Tx } from '../lib/sql.ts'
import { type Idempotency, type KeptAnswer, toKept } from './idempotency.ts'
import { inProgress } from './once.ts'

/**
 * A key that is taken before its body is known (docs/rules/doors.md#idempotency): its hash is written with the answer. Until
 * then the row has the id of the holder in place of the answer, so that a call whose expired lease was taken over can no
 * longer renew, complete or release the key.
 */
export interface Lease extends Pick<Idempotency, 'operation' | 'key'> {
  readonly accountId: string
  /** Id of the call that holds the key. */
  readonly holder: string
}

const TAKE: Statement = {
  name: 'lease_take',
  text: `insert into idempotency_key as k (account_id, operation, key, body_hash, answer, lease_until)
    values ($1, $2, $3, '', json_build_object('holder', $4::text), now() + make_interval(secs => $5))
    on conflict (account_id, operation, key) do update
      set body_hash = excluded.body_hash, status = null, answer = excluded.answer, task_ids = '{}', created_at = now(),
        lease_until = excluded.lease_until
      where k.created_at <= now() - interval '24 hours' or (k.status is null and k.lease_until < now())
    returning 1`,
}

const LOOK: Statement = {
  name: 'lease_look',
  text: `select account_id, operation, key, body_hash, status, answer, task_ids from idempotency_key
    where account_id = $1 and operation = $2 and key = $3 and status is not null`,
}

const HELD = `account_id = $1 and operation = $2 and key = $3 and status is null and answer->>'holder' = $4`

const RENEW: Statement = {
  name: 'lease_renew',
  text: `update idempotency_key set lease_until = now() + make_interval(secs => $5) where ${HELD}`,
}

const SETTLE: Statement = {
  name: 'lease_settle',
  text: `update idempotency_key set status = $5, answer = $6, body_hash = $7, lease_until = null where ${HELD}`,
}

const DROP: Statement = { name: 'lease_drop', text: `delete from idempotency_key where ${HELD}` }

function placeOf({ accountId, operation, key, holder }: Lease): string[] {
  return [accountId, operation, key, holder]
}

/**
 * Takes a key, or returns the stored answer of its first call, whose body must still be compared.
 * @returns null if this call now holds the key
 * @throws DomainError 409 idempotency_in_progress
 */
export async function takeLease(pool: Pool, lease: Lease, seconds: number): Promise<KeptAnswer | null> {
  const taken = await query(pool, TAKE, [...placeOf(lease), seconds])
  if (taken.rowCount === 1) return null
  const { rows } = await query<Parameters<typeof toKept>[0]>(pool, LOOK, placeOf(lease).slice(0, 3))
  if (rows[0]) return toKept(rows[0])
  throw inProgress()
}

/** Renews the lease, for work longer than one transaction. */
export async function renewLease(pool: Pool, lease: Lease, seconds: number): Promise<void> {
  await query(pool, RENEW, [...placeOf(lease), seconds])
}

/**
 * Keeps the answer of a taken key, in the transaction of the work.
 * @throws DomainError 409 idempotency_in_progress if the key was taken over
 */
export async function settleLease(
  tx: Tx,
  lease: Lease,
  { status, answer, bodyHash }: Pick<KeptAnswer, 'status' | 'answer' | 'bodyHash'>,
): Promise<void> {
  const settled = await tx.run(SETTLE, [...placeOf(lease), status, JSON.stringify(answer), bodyHash])
  if (settled.rowCount !== 1) throw inProgress()
}

/** Releases a taken key: its call was refused, and refusals are not kept. */
export async function dropLease(pool: Pool, lease: Lease): Promise<void> {
  await query(pool, DROP, placeOf(lease))
}
