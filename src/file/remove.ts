import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { lockAccounts } from '../credit/locked-account.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { statement, type Tx } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { eraseFile } from './erase.ts'
import { giveQuota } from './quota.ts'
import { fileNotFound, isFileId } from './read.ts'

/** Guarded: a create that pins the file at the same moment is waited for, and seen. Its account is locked. */
const REMOVE = statement('file_remove')`with removed as (
      update file set deleted_at = now() where account_id = $1 and id = $2 and deleted_at is null and pins = 0
      returning account_id, case when erased_at is null then bytes else 0 end as bytes)
    ${giveQuota('removed')}`

const STANDS = statement('file_stands')`select 1 from file where account_id = $1 and id = $2 and deleted_at is null`

export interface RemovedFile {
  readonly id: string
  readonly replayed: boolean
}

/**
 * Deletes a file of the account (docs/rules/files.md#deletion): the record is gone with the answer, the bytes right
 * after, or by the chore.
 * @throws DomainError 403 insufficient_scope, 404 file_not_found (missing, deleted and foreign alike), 409 file_in_use,
 *   idempotency_in_progress, 422 idempotency_key_reused
 */
export async function removeFile(
  needs: Pick<Resources, 'pool' | 'storage' | 'log'>,
  caller: Caller,
  call: { readonly id: string; readonly idempotencyKey: string | null },
): Promise<RemovedFile> {
  assertScope(caller, 'files:write')
  const { id } = call
  if (!isFileId(id)) throw fileNotFound()
  const idempotency = idempotencyOf(`file.delete:${id}`, call.idempotencyKey)
  const { replayed } = await once(
    needs.pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      await remove(tx, [caller.accountId, id])
      return { status: 200, result: id, kept: null }
    },
    () => id,
  )
  if (!replayed) {
    await eraseFile(needs, id, new Date()).catch((error) =>
      needs.log.warn({ err: error, fileId: id }, 'could not remove the bytes of a deleted file; the chore will do it'),
    )
  }
  return { id, replayed }
}

async function remove(tx: Tx, row: readonly [accountId: string, id: string]): Promise<void> {
  const [, removed] = await Promise.all([lockAccounts(tx, [row[0]]), tx.run(REMOVE, row)])
  if (removed.rowCount === 1) return
  const standing = await tx.run(STANDS, row)
  if (standing.rowCount === 0) throw fileNotFound()
  throw new DomainError('file_in_use', 'An unfinished task needs this file.')
}
