import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { assertStillHolds } from './holds.ts'
import { findKey, foundKey, isKeyId, type KeyRecord, keyNotFound } from './record.ts'
import { forgetKeys } from './rows.ts'

const REVOKE = statement('key_revoke')`
  update api_key set revoked_at = now() where account_id = $1 and id = $2 and revoked_at is null`

export interface RevokedKey {
  readonly record: KeyRecord
  readonly replayed: boolean
}

/**
 * Revokes a key of the account (docs/rules/keys.md#revocation), even the caller's own. Its calls end with the answer, at
 * other processes with the commit. Its sockets and streams end within five seconds. A repeat succeeds and keeps the
 * first time of revocation.
 * @throws DomainError 401 api_key_revoked, 403 insufficient_scope, 404 api_key_not_found (missing or of another account),
 *   409 idempotency_in_progress, 422 idempotency_key_reused
 */
export async function revokeKey(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  call: { readonly id: string; readonly idempotencyKey: string | null },
): Promise<RevokedKey> {
  assertScope(caller, 'keys:admin')
  const { id } = call
  if (!isKeyId(id)) throw keyNotFound()
  const idempotency = idempotencyOf(`api_key.revoke:${id}`, call.idempotencyKey)
  const { result, replayed } = await once(
    pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      await assertStillHolds(tx, caller)
      tx.send(REVOKE, [caller.accountId, id])
      return { status: 200, result: foundKey(await findKey(tx, caller, id)), kept: { id } }
    },
    async (kept) => foundKey(await findKey(pool, caller, kept.id)),
  )
  forgetKeys(pool, caller.accountId)
  return { record: result, replayed }
}
