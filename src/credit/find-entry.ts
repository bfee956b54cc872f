import type { LedgerEntry } from '../../prisma/client/client.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { namesOf, query, statement } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Resources } from '../resources.ts'
import { ENTRY, toEntry } from './read.ts'

const READ = statement('ledger_entry_read', ENTRY)`
  select ${namesOf(ENTRY)} from ledger_entry where account_id = $1 and id = $2`

/**
 * An entry of the caller's ledger; null if it is missing or of another account.
 * @throws DomainError 403 insufficient_scope
 */
export async function findEntry(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
): Promise<LedgerEntry | null> {
  assertScope(caller, 'credits:read')
  if (!isCleanText(id)) return null
  const { rows } = await query(pool, READ, [caller.accountId, id])
  return rows[0] ? toEntry(rows[0], rows[0].id, caller.accountId) : null
}
