import type { Prisma } from '../../prisma/client/client.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { namesOf, query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { FILE, type FileRecord, fileFromRow } from './file.ts'

const ID = /^file_[0-9a-z]{1,60}$/

/** Whether an id can be one of ours, judged before the database is asked. */
export function isFileId(id: string): boolean {
  return ID.test(id)
}

/** `expired` from the 24th hour on, whether or not its bytes are gone yet (docs/rules/files.md#expiry). */
export type FileStatus = 'processed' | 'expired'

export function fileStatus({ expiresAt }: Pick<FileRecord, 'expiresAt'>, now = new Date()): FileStatus {
  return expiresAt <= now ? 'expired' : 'processed'
}

const READ = statement('file_read', FILE)`
  select ${namesOf(FILE)} from file where account_id = $1 and id = $2 and deleted_at is null`

/**
 * A file of the caller's account, an expired one too for as long as its row stands; null for one that is missing, deleted or
 * another account's.
 * @throws DomainError 403 insufficient_scope
 */
export async function findFile(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  id: string,
): Promise<FileRecord | null> {
  assertScope(caller, 'files:write')
  if (!isFileId(id)) return null
  const { rows } = await query(pool, READ, [caller.accountId, id])
  return rows[0] ? fileFromRow(rows[0]) : null
}

/**
 * The same for Prisma.
 * @throws DomainError 403 insufficient_scope
 */
export function ownFile(caller: Caller, id: string): Prisma.FileWhereUniqueInput {
  assertScope(caller, 'files:write')
  return { id: isFileId(id) ? id : '', accountId: caller.accountId, deletedAt: null }
}

const READ_ALL = statement('file_read_all', FILE)`
  select ${namesOf(FILE)} from file where account_id = $1 and id = any($2) and deleted_at is null`

/**
 * The same for many ids.
 * @throws DomainError 403 insufficient_scope
 */
export async function findFiles(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  ids: readonly string[],
): Promise<Map<string, FileRecord>> {
  assertScope(caller, 'files:write')
  const { rows } = await query(pool, READ_ALL, [caller.accountId, ids])
  return new Map(rows.map((row) => [row.id, fileFromRow(row)]))
}

/**
 * The caller's file, for a door that answers 404.
 * @throws DomainError 403 insufficient_scope, 404 file_not_found
 */
export async function readFile(needs: Pick<Resources, 'pool'>, caller: Caller, id: string): Promise<FileRecord> {
  const file = await findFile(needs, caller, id)
  if (!file) throw fileNotFound()
  return file
}

export function fileNotFound(): DomainError {
  return new DomainError('file_not_found', 'There is no file with this id.')
}
