import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { findKey, isKeyId, type KeyRecord } from './record.ts'

/**
 * A key of the caller's account, also if revoked or expired; null if it is missing or of another account.
 * @throws DomainError 403 insufficient_scope
 */
export async function readKey(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
): Promise<KeyRecord | null> {
  assertScope(caller, 'keys:admin')
  return isKeyId(id) ? findKey(pool, caller, id) : null
}
