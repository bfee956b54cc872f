import type { LedgerEntry } from '../../prisma/client/client.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { query, type Statement } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Resources } from '../resources.ts'
import { type EntryRow, toEntry } from './read.ts'

const READ: Statement = {
  name: 'ledger_entry_read',
  text: `select id, number, kind, amount_micro, frozen_delta_micro, balance_after_micro, subject_id, task_id, description,
      created_at
    from ledger_entry where account_id = $1 and id = $2`,
}

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
  const { rows } = await query<EntryRow>(pool, READ, [caller.accountId, id])
  return rows[0] ? toEntry(rows[0], rows[0].id, caller.accountId) : null
}
