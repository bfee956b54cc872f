import type { Pool } from 'pg'
import { statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './operated-account.ts'

const SET = statement('operator_status')<Pick<OperatedAccount, 'id' | 'status'>>`
  update account set status = $status where id = $id returning ${ACCOUNT_COLUMNS}`

/**
 * Disables or enables an account. Every call of a disabled one (docs/rules/keys.md#disabled-accounts)
 * gets 403 account_disabled from the commit on; its tasks continue and are billed.
 * @returns null if there is no such account
 */
export function setStatus(pool: Pool, id: string, status: OperatedAccount['status']): Promise<OperatedAccount | null> {
  return changeOperated(pool, SET, { id, status })
}
