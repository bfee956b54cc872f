import type { Pool } from 'pg'
import { namesOf, query, statement, type Tx } from '../lib/sql.ts'
import { type Idempotency, KEPT, type KeptAnswer, toKept } from './idempotency.ts'
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

const TAKE = statement('lease_take')<Lease & { seconds: number }>`
    insert into idempotency_key as k (account_id, operation, key, body_hash, answer, lease_until)
    values ($accountId, $operation, $key, '', json_build_object('holder', $holder::text), now() + make_interval(secs => $seconds))
    on conflict (account_id, operation, key) do update
      set body_hash = excluded.body_hash, status = null, answer = excluded.answer, task_ids = '{}', created_at = now(),
        lease_until = excluded.lease_until
      where k.created_at <= now() - interval '24 hours' or (k.status is null and k.lease_until < now())
    returning 1`

const LOOK = statement('lease_look', KEPT)<Lease>`
    select ${namesOf(KEPT)} from idempotency_key where account_id = $accountId and operation = $operation and key = $key and status is not null`

const HELD = `account_id = $accountId and operation = $operation and key = $key and status is null and answer->>'holder' = $holder`

const RENEW = statement('lease_renew')<Lease & { seconds: number }>`
  update idempotency_key set lease_until = now() + make_interval(secs => $seconds) where ${HELD}`

const SETTLE = statement('lease_settle')<Lease & Pick<KeptAnswer, 'status' | 'bodyHash'> & { answer: string }>`
  update idempotency_key set status = $status, answer = $answer, body_hash = $bodyHash, lease_until = null where ${HELD}`

const DROP = statement('lease_drop')<Lease>`delete from idempotency_key where ${HELD}`

/**
 * Takes a key, or returns the stored answer of its first call, whose body must still be compared.
 * @returns null if this call now holds the key
 * @throws DomainError 409 idempotency_in_progress
 */
export async function takeLease(pool: Pool, lease: Lease, seconds: number): Promise<KeptAnswer | null> {
  const taken = await query(pool, TAKE, { ...lease, seconds })
  if (taken.rowCount === 1) return null
  const { rows } = await query(pool, LOOK, lease)
  if (rows[0]) return toKept(rows[0])
  throw inProgress()
}

/** Renews the lease, for work longer than one transaction. */
export async function renewLease(pool: Pool, lease: Lease, seconds: number): Promise<void> {
  await query(pool, RENEW, { ...lease, seconds })
}

/**
 * Keeps the answer of a taken key, in the transaction of the work.
 * @throws DomainError 409 idempotency_in_progress if the key was taken over
 */
export async function settleLease(
  tx: Tx,
  lease: Lease,
  kept: Pick<KeptAnswer, 'status' | 'answer' | 'bodyHash'>,
): Promise<void> {
  const settled = await tx.run(SETTLE, { ...lease, ...kept, answer: JSON.stringify(kept.answer) })
  if (settled.rowCount !== 1) throw inProgress()
}

/** Releases a taken key: its call was refused, and refusals are not kept. */
export async function dropLease(pool: Pool, lease: Lease): Promise<void> {
  await query(pool, DROP, lease)
}
