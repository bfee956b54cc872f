import type { Pool } from 'pg'
import { type Page, pageOf } from '../lib/page.ts'
import { query, statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, type OperatedAccount, type OperatedRow, toOperated } from './operated-account.ts'

/** Reads all accounts, oldest first. There are thousands at most, and only operators read them. */
const LIST = statement('operator_accounts')`select ${ACCOUNT_COLUMNS} from account
    where (strpos(lower(name), lower($1)) > 0 or starts_with(id, $1))
      and ($2::text is null or (created_at, id) > (select created_at, id from account where id = $2))
    order by created_at, id limit $3`

export interface AccountSearch {
  /** Part of the name, in any case, or the start of the id; empty for all. */
  readonly search: string
  /** Id of the account to continue after; null to start with the first. */
  readonly after: string | null
  readonly limit: number
}

export async function listAccounts(
  pool: Pool,
  { search, after, limit }: AccountSearch,
): Promise<Page<OperatedAccount>> {
  const { rows } = await query<OperatedRow>(pool, LIST, [search, after, limit + 1])
  return pageOf(rows.map(toOperated), limit)
}
