import { DomainError } from '../errors.ts'
import type { Statement, Tx } from '../lib/sql.ts'
import type { Caller } from './caller.ts'

/** What decides whether a key still opens its account. */
export interface Validity {
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
  readonly account_status: string
}

/** @throws DomainError 401 api_key_revoked, api_key_expired; 403 account_disabled */
export function assertHolds(key: Validity): void {
  if (key.revoked_at) throw new DomainError('api_key_revoked', 'This API key was revoked.')
  if (key.expires_at && key.expires_at.getTime() <= Date.now()) {
    throw new DomainError('api_key_expired', 'This API key has expired.')
  }
  if (key.account_status !== 'active') throw new DomainError('account_disabled', 'This account is disabled.')
}

const VALIDITY: Statement = {
  name: 'key_validity',
  text: `select k.revoked_at, k.expires_at, a.status as account_status
         from api_key k join account a on a.id = k.account_id where k.id = $1`,
}

/**
 * Asks the key's own row once more, inside a write that administers the account: a cached caller is up to a second old, in
 * which a key that was just revoked could make itself a successor. No lock: two keys that revoke each other would wait for
 * one another, and a write that read before a revocation is one that came before it.
 * @throws DomainError as `assertHolds`
 */
export async function assertStillHolds(tx: Tx, caller: Caller): Promise<void> {
  const { rows } = await tx.run<Validity>(VALIDITY, [caller.keyId])
  if (!rows[0]) throw new Error(`there is no key ${caller.keyId}`)
  assertHolds(rows[0])
}
