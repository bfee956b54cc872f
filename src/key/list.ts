import { DomainError } from '../errors.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { int, namesOf, query, statement, time } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { isKeyId, type KeyRecord, RECORD, toRecord } from './record.ts'

export interface KeyListing {
  readonly limit: number
  /** Id of the key before the page. */
  readonly after: string | null
  readonly order: 'asc' | 'desc'
}

const CURSOR = statement('key_cursor', { created_at: time })`
  select created_at from api_key where account_id = $1 and id = $2`

/** Keyset on (created_at, id), as for tasks. */
function listStatement(order: 'asc' | 'desc') {
  const [before, start] = order === 'desc' ? ['<', 'infinity'] : ['>', '-infinity']
  return statement(`key_list_${order}`, RECORD)`select ${namesOf(RECORD)} from api_key
      where account_id = $1 and (created_at, id) ${before} (coalesce($2::timestamptz, '${start}'), coalesce($3::text, ''))
      order by created_at ${order}, id ${order} limit $4`
}

const LIST = { asc: listStatement('asc'), desc: listStatement('desc') }

/**
 * A page of the account's keys, including revoked and expired ones (spec 4.13).
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listKeys(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  { limit, after, order }: KeyListing,
): Promise<Page<KeyRecord>> {
  assertScope(caller, 'keys:admin')
  let cursor: Date | null = null
  if (after !== null) {
    if (isKeyId(after)) {
      const { rows } = await query(pool, CURSOR, [caller.accountId, after])
      cursor = rows[0]?.created_at ?? null
    }
    if (!cursor) throw new DomainError('invalid_cursor', 'after is not a key of this account.', { param: 'after' })
  }
  const { rows } = await query(pool, LIST[order], [caller.accountId, cursor, after, limit + 1])
  return pageOf(rows.map(toRecord), limit)
}

const COUNT = statement('key_count', { count: int })`
  select count(*)::int as count from api_key where account_id = $1`

/**
 * How many keys the list has on all its pages.
 * @throws DomainError 403 insufficient_scope
 */
export async function countKeys({ pool }: Pick<Resources, 'pool'>, caller: Caller): Promise<number> {
  assertScope(caller, 'keys:admin')
  const { rows } = await query(pool, COUNT, [caller.accountId])
  return rows[0]?.count ?? 0
}
