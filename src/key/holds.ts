import { DomainError } from '../errors.ts'
import { orNull, statement, type Tx, text, time } from '../lib/sql.ts'
import type { Caller } from './caller.ts'

/** The fields that decide whether a key is valid. */
export interface Validity {
  readonly revoked_at: Date | null
  readonly expires_at: Date | null
  readonly account_status: string
}

/** Why a key is no longer valid: 401 api_key_revoked, api_key_expired; 403 account_disabled. null if it is valid. */
export function lapseOf(key: Validity): DomainError | null {
  if (key.revoked_at) return new DomainError('api_key_revoked', 'This API key was revoked.')
  if (key.expires_at && key.expires_at.getTime() <= Date.now()) {
    return new DomainError('api_key_expired', 'This API key has expired.')
  }
  if (key.account_status !== 'active') return new DomainError('account_disabled', 'This account is disabled.')
  return null
}

/** @throws DomainError as `lapseOf` */
export function assertHolds(key: Validity): void {
  const lapse = lapseOf(key)
  if (lapse) throw lapse
}

const VALIDITY = statement('key_validity', {
  revoked_at: orNull(time),
  expires_at: orNull(time),
  account_status: text(),
})`select k.revoked_at, k.expires_at, a.status as account_status
         from api_key k join account a on a.id = k.account_id where k.id = $1`

/**
 * Reads the key's own row again, inside a write that administers or bills the account: a call that was admitted before its key was
 * revoked, at another process, could otherwise create a new key. It takes no lock, because two keys that revoke each other would
 * deadlock. A write that reads before a revocation counts as earlier than it.
 * @throws DomainError as `assertHolds`
 */
export async function assertStillHolds(tx: Tx, caller: Caller): Promise<void> {
  const { rows } = await tx.run(VALIDITY, [caller.keyId])
  if (!rows[0]) throw new Error(`there is no key ${caller.keyId}`)
  assertHolds(rows[0])
}
