import type { Pool } from 'pg'
import { CURRENT_VERSION } from '../key/version.ts'
import { statement } from '../lib/sql.ts'
import { ACCOUNT_COLUMNS, changeOperated, type OperatedAccount } from './operated-account.ts'

/** Also resets the default version: without the earlier version, all calls of an account with that default would be refused. */
const SET = statement('operator_earlier_form')<{ id: string; isOn: boolean; version: string }>`
    update account set earlier_form_enabled = $isOn, api_version = case when $isOn then api_version else $version end
    where id = $id returning ${ACCOUNT_COLUMNS}`

/**
 * Sets whether an account may use the earlier version, in which a cancel costs nothing
 * (docs/rules/versions.md#choosing-a-version). Off also makes the current version its default.
 * @returns null if there is no such account
 */
export function setEarlierForm(pool: Pool, id: string, isOn: boolean): Promise<OperatedAccount | null> {
  return changeOperated(pool, SET, { id, isOn, version: CURRENT_VERSION })
}
