import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { int, namesOf, query, statement, time } from '../lib/sql.ts'
import { FILE_HOURS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { FILE, type FileRecord, fileFromRow, type Purpose } from './file.ts'
import { isFileId } from './read.ts'

export interface FileListing {
  readonly limit: number
  /** Id of the file before the page. */
  readonly after: string | null
  readonly order: 'asc' | 'desc'
  readonly purpose: Purpose | null
}

/** A file that has expired or was deleted meanwhile stays a cursor, as long as its row stands. */
const CURSOR = statement('file_cursor', { created_at: time })`
  select created_at from file where account_id = $1 and id = $2`

interface FilePage extends Pick<FileListing, 'after' | 'purpose'> {
  readonly accountId: string
  readonly cursor: Date | null
  readonly rows: number
}

/** What has not expired was uploaded within a day: said twice, so that the index skips a week's tombstones. */
const KEPT = `created_at > now() - interval '${FILE_HOURS} hours' and expires_at > now() and deleted_at is null`

/** Keyset on (created_at, id), as for tasks. */
function listStatement(order: 'asc' | 'desc') {
  const [before, start] = order === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return statement(`file_list_${order}`, FILE)<FilePage>`select ${namesOf(FILE)} from file
      where account_id = $accountId and (created_at, id) ${before} (coalesce($cursor::timestamptz, '${start}'), coalesce($after::text, ''))
        and ${KEPT}
        and ($purpose::text is null or purpose = $purpose)
      order by created_at ${order}, id ${order} limit $rows`
}

const LIST = { asc: listStatement('asc'), desc: listStatement('desc') }

/**
 * A page of the account's files that a create can still name (docs/rules/files.md#record).
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listFiles(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  { limit, after, order, purpose }: FileListing,
): Promise<Page<FileRecord>> {
  assertScope(caller, 'files:write')
  const cursor = after === null ? null : await cursorOf(pool, caller, after)
  const { rows } = await query(pool, LIST[order], {
    accountId: caller.accountId,
    cursor,
    after,
    rows: limit + 1,
    purpose,
  })
  return pageOf(rows.map(fileFromRow), limit)
}

const COUNT = statement('file_count', { count: int })`
  select count(*)::int as count from file where account_id = $1 and ${KEPT} and ($2::text is null or purpose = $2)`

/**
 * How many files the list has on all its pages.
 * @throws DomainError 403 insufficient_scope
 */
export async function countFiles(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  purpose: Purpose | null,
): Promise<number> {
  assertScope(caller, 'files:write')
  const { rows } = await query(pool, COUNT, [caller.accountId, purpose])
  return rows[0]?.count ?? 0
}

async function cursorOf(pool: Resources['pool'], caller: Caller, after: string): Promise<Date> {
  const { rows } = isFileId(after) ? await query(pool, CURSOR, [caller.accountId, after]) : { rows: [] }
  if (rows[0]) return rows[0].created_at
  throw new DomainError('invalid_cursor', 'after is not a file of this account.', { param: 'after' })
}
