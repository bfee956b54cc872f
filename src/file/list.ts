import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { query, type Statement } from '../lib/sql.ts'
import { FILE_HOURS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { FILE_COLUMNS, type FileRecord, fileFromRow, type Purpose } from './file.ts'
import { isFileId } from './read.ts'

export interface FileListing {
  readonly limit: number
  /** Id of the file before the page. */
  readonly after: string | null
  readonly order: 'asc' | 'desc'
  readonly purpose: Purpose | null
}

/** A file that has expired or was deleted meanwhile stays a cursor, as long as its row stands. */
const CURSOR: Statement = {
  name: 'file_cursor',
  text: 'select created_at from file where account_id = $1 and id = $2',
}

/** What has not expired was uploaded within a day: said twice, so that the index skips a week's tombstones. */
const KEPT = `created_at > now() - interval '${FILE_HOURS} hours' and expires_at > now() and deleted_at is null`

/** Keyset on (created_at, id), as for tasks. */
function listStatement(order: 'asc' | 'desc'): Statement {
  const [before, start] = order === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return {
    name: `file_list_${order}`,
    text: `select ${FILE_COLUMNS} from file
      where account_id = $1 and (created_at, id) ${before} (coalesce($2::timestamptz, '${start}'), coalesce($3::text, ''))
        and ${KEPT}
        and ($5::text is null or purpose = $5)
      order by created_at ${order}, id ${order} limit $4`,
  }
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
  const { rows } = await query(pool, LIST[order], [caller.accountId, cursor, after, limit + 1, purpose])
  return pageOf(rows.map(fileFromRow), limit)
}

const COUNT: Statement = {
  name: 'file_count',
  text: `select count(*)::int as count from file where account_id = $1 and ${KEPT} and ($2::text is null or purpose = $2)`,
}

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
  const { rows } = await query<{ count: number }>(pool, COUNT, [caller.accountId, purpose])
  return rows[0]?.count ?? 0
}

async function cursorOf(pool: Resources['pool'], caller: Caller, after: string): Promise<Date> {
  const { rows } = isFileId(after)
    ? await query<{ created_at: Date }>(pool, CURSOR, [caller.accountId, after])
    : { rows: [] }
  if (rows[0]) return rows[0].created_at
  throw new DomainError('invalid_cursor', 'after is not a file of this account.', { param: 'after' })
}
