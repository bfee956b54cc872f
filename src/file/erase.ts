import { query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { objectKeyOf } from './keep.ts'
import { giveQuota } from './quota.ts'

/** The account is locked first, as everywhere (credit/locked-account.ts). */
const ERASED = statement('file_erased')`with locked as materialized (
      select a.id from account a where a.id = (select account_id from file where id = $1) for no key update),
    removed as (
      update file set erased_at = $2 from locked where file.id = $1 and file.account_id = locked.id and erased_at is null
      returning file.account_id, case when deleted_at is null then bytes else 0 end as bytes)
    ${giveQuota('removed')}`

/**
 * Removes the bytes of a file that no create can name any more and no task needs. The bytes first: a row that says they are
 * gone is right. Any process may do it, and do it again.
 * @returns whether it was this call that noted it
 */
export async function eraseFile(
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  id: string,
  now: Date,
): Promise<boolean> {
  await storage.remove(objectKeyOf(id))
  const { rowCount } = await query(pool, ERASED, [id, now])
  return rowCount === 1
}
