import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { findKey, isKeyId, type KeyRecord } from './record.ts'

/**
 * A key of the caller's account, a revoked or expired one too; null for a missing and for a foreign one.
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
