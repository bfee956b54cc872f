import type { Prisma } from '../../prisma/client/client.ts'
import { namesOf, query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { isKeyId, type KeyRecord, RECORD, toRecord } from './record.ts'

/**
 * A key of the caller's account, also if revoked or expired.
 * @throws DomainError 403 insufficient_scope
 */
export function ownKey(caller: Caller, id: string): Prisma.ApiKeyWhereUniqueInput {
  assertScope(caller, 'keys:admin')
  return { id: isKeyId(id) ? id : '', accountId: caller.accountId }
}

const READ_ALL = statement('key_read_all', RECORD)`
  select ${namesOf(RECORD)} from api_key where account_id = $1 and id = any($2)`

/**
 * The same for many ids.
 * @throws DomainError 403 insufficient_scope
 */
export async function findKeys(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, KeyRecord>> {
  assertScope(caller, 'keys:admin')
  const { rows } = await query(pool, READ_ALL, [caller.accountId, ids])
  return new Map(rows.map((row) => [row.id, toRecord(row)]))
}
