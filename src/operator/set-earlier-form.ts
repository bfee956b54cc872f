import type { Pool } from 'pg'
import { CURRENT_VERSION } from '../key/version.ts'
import type { Statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './account.ts'

/** Also resets the default version: without the earlier version, all calls of an account with that default would be refused. */
const SET: Statement = {
  name: 'operator_earlier_form',
  text: `update account set earlier_form_enabled = $2, api_version = case when $2 then api_version else $3 end
    where id = $1 returning ${ACCOUNT_COLUMNS}`,
}

/**
 * Sets whether an account may use the earlier version, in which a cancel costs nothing
 * (docs/rules/versions.md#choosing-a-version). Off also makes the current version its default.
 * @returns null if there is no such account
 */
export function setEarlierForm(pool: Pool, id: string, isOn: boolean): Promise<OperatedAccount | null> {
  return changeOperated(pool, id, SET, [isOn, CURRENT_VERSION])
}
