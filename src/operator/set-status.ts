import type { Pool } from 'pg'
import type { Statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './account.ts'

const SET: Statement = {
  name: 'operator_status',
  text: `update account set status = $2 where id = $1 returning ${ACCOUNT_COLUMNS}`,
}

/**
 * Disables or enables an account. Every call of a disabled one (docs/rules/keys.md#disabled-accounts)
 * gets 403 account_disabled from the commit on; its tasks continue and are billed.
 * @returns null if there is no such account
 */
export function setStatus(pool: Pool, id: string, status: OperatedAccount['status']): Promise<OperatedAccount | null> {
  return changeOperated(pool, id, SET, [status])
}
