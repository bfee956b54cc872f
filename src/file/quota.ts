import { DomainError } from '../errors.ts'
import { int, int8, statement, type Tx } from '../lib/sql.ts'

/**
 * `uploaded_bytes` counts every file that is neither deleted nor erased. This judges and takes in one statement, under the
 * account's lock: uploads that end together cannot share what is left.
 */
const TAKE = statement('file_room')`update account set uploaded_bytes = uploaded_bytes + $2
    where id = $1 and uploaded_bytes + $2 <= upload_limit_mb::bigint * 1048576`

const LEFT = statement('file_room_left', { limitMb: int, leftBytes: int8 })`
    select upload_limit_mb as "limitMb", greatest(upload_limit_mb::bigint * 1048576 - uploaded_bytes, 0) as "leftBytes"
    from account where id = $1`

/**
 * Takes room for a new file (docs/rules/files.md#storage-quota), in the transaction that writes it.
 * @throws DomainError 413 storage_quota_exceeded
 */
export async function takeQuota(tx: Tx, accountId: string, bytes: number): Promise<void> {
  const { rowCount } = await tx.run(TAKE, [accountId, bytes])
  if (rowCount === 1) return
  const { rows } = await tx.run(LEFT, [accountId])
  const [left] = rows
  if (!left) throw new Error(`there is no account ${accountId}`)
  const message =
    `The file has ${bytes} bytes; of the account’s ${left.limitMb} MB for uploads only ${left.leftBytes} bytes are ` +
    'free. Delete files, or wait until some expire.'
  const details = { limit_bytes: left.limitMb * 1024 * 1024, available_bytes: Number(left.leftBytes) }
  throw new DomainError('storage_quota_exceeded', message, { param: 'file', details })
}

/**
 * SQL that gives the room of files back, which ends the statement that removes them.
 * @param removed CTE of account_id and bytes
 */
export function giveQuota(removed: string): string {
  return `update account set uploaded_bytes = greatest(0, uploaded_bytes - r.bytes) from ${removed} r where account.id = r.account_id`
}
