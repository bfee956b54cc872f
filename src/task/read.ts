import type { Prisma } from '../../prisma/client/client.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { query, statement, type Tx, text } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import { PAGE_MAX } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { FOUND, newest, searchOf } from './search.ts'
import { isTerminal, type Mode, type Status, type Task, taskFromRow } from './task.ts'

type Needs = Pick<Resources, 'pool'>

const BY_IDS = statement('task_by_ids')`
    select * from task where account_id = $1 and id = any($2::text[]) and deleted_at is null
         order by array_position($2::text[], id)`

/**
 * The scope of every read: the ids that may be tasks of the caller. A read token sees only its own tasks. An id that cannot be
 * sent to the database belongs to no task.
 */
export function within({ taskIds }: Caller, ids: readonly string[]): string[] {
  return ids.filter((id) => isCleanText(id) && (taskIds === null || taskIds.includes(id)))
}

/** The same for Prisma: a caller sees only undeleted tasks of its account. */
export function visibleTo(caller: Caller, id: string): Prisma.TaskWhereInput & { id: string } {
  assertScope(caller, 'task:read')
  return { accountId: caller.accountId, deletedAt: null, id: within(caller, [id])[0] ?? '' }
}

/** Tasks in the order of their ids, without missing ones and those of other accounts. */
export async function tasksByIds(resources: Needs, caller: Caller, ids: readonly string[]): Promise<Task[]> {
  const { rows } = await query(resources.pool, BY_IDS, [caller.accountId, within(caller, ids)])
  return rows.map(taskFromRow)
}

const BY_GROUP = statement('task_ids_by_group', { id: text() })`
  select id from task where group_id = $2 and account_id = $1 and deleted_at is null order by n_index`

/**
 * The tasks of one create with n > 1, in their order.
 * @throws DomainError 403 insufficient_scope, 404 group_not_found (missing, of another account, or all deleted)
 */
export async function taskIdsOfGroup(resources: Needs, caller: Caller, groupId: string): Promise<string[]> {
  assertScope(caller, 'task:read')
  const values = [caller.accountId, isCleanText(groupId) ? groupId : '']
  const { rows } = await query(resources.pool, BY_GROUP, values)
  const ids = within(
    caller,
    rows.map(({ id }) => id),
  )
  if (ids.length === 0) throw groupNotFound()
  return ids
}

/** A write on one task. */
export interface TaskCall {
  readonly id: string
  readonly idempotencyKey: string | null
}

/** An id that cannot be sent to the database belongs to no task. @throws DomainError 404 video_not_found */
export function assertAskable(id: string): void {
  if (!isCleanText(id)) throw videoNotFound()
}

/** The caller's task, inside a transaction. @throws DomainError 404 video_not_found (missing or of another account) */
export async function readOwn(tx: Tx, caller: Caller, id: string): Promise<Task> {
  const { rows } = await tx.run(BY_IDS, [caller.accountId, within(caller, [id])])
  if (!rows[0]) throw videoNotFound()
  return taskFromRow(rows[0])
}

/**
 * The task in the answer to a repeated write, in its current state (docs/rules/doors.md#repeated-requests).
 * @throws DomainError 410 video_deleted
 */
export async function keptTask(resources: Needs, caller: Caller, id: string): Promise<Task> {
  const [task] = await tasksByIds(resources, caller, [id])
  if (!task) throw videoDeleted()
  return task
}

/** The answer to a repeat whose task was deleted. A new task is never created. */
export function videoDeleted(): DomainError {
  return new DomainError('video_deleted', 'The task created with this Idempotency-Key was deleted.')
}

export function videoNotFound(param?: string): DomainError {
  return new DomainError('video_not_found', 'There is no video with this id.', param === undefined ? {} : { param })
}

export function groupNotFound(): DomainError {
  return new DomainError('group_not_found', 'There is no group with this id.')
}

/** @throws DomainError 403 insufficient_scope, 404 video_not_found (missing or of another account) */
export async function readTask(resources: Needs, caller: Caller, id: string): Promise<Task> {
  assertScope(caller, 'task:read')
  const [task] = await tasksByIds(resources, caller, [id])
  if (!task) throw new DomainError('video_not_found', `There is no video ${JSON.stringify(id.slice(0, 64))}.`)
  return task
}

/** Filters of `GET /v1/videos` (docs/rules/doors.md#lists). */
export interface TaskListing {
  readonly limit: number
  readonly after: string | null
  readonly order: 'asc' | 'desc'
  readonly statuses: readonly Status[] | null
  /** The same for tasks with a waiting notice, which the earlier version shows with another state. */
  readonly waitingStatuses?: readonly Status[] | null
  readonly mode: Mode | null
  readonly createdAfter: Date | null
  readonly createdBefore: Date | null
  /** In the prompt, or the start of the id; null for all. Only the newest tasks are searched. */
  readonly search?: string | null | undefined
}

export interface TaskPage extends Omit<TaskListing, 'limit' | 'order' | 'search'> {
  readonly search: string | null
  readonly accountId: string
  readonly rows: number
  /** A read token's tasks. */
  readonly ids: readonly string[] | null
}

/** SQL: the filters by state and mode, from `and` on. */
const FILTERS = `
        and ($statuses::text[] is null or status = any(case when waiting_since is null then $statuses else $waitingStatuses::text[] end))
        and ($mode::text is null or mode = $mode)`

/**
 * Keyset on (created_at, id), so that pages neither skip nor repeat tasks of one timestamp. The same statement reads the time of
 * the cursor. Every time bound is an index condition: written as `$createdBefore is null or …` it would be a filter in a generic
 * plan, which would scan all rows before the page or after the range. Bounds have the column's precision of a millisecond. The
 * page starts at the bound or the cursor, whichever is further.
 *
 * Postgres takes a limit that is a parameter for a tenth of the rows. In a long list that makes the generic plan look dearer than a
 * plan for the values, so it would plan each time, for half of the statement's time; with three limits the estimate is one row
 * (docs/decisions/storage.md#plans-of-lists).
 * @param condition further SQL, from `and` on
 * @param from the table, or a subquery named `task`
 */
export function listText(order: 'asc' | 'desc', condition: string, from = 'task'): string {
  const [start, rest] =
    order === 'desc'
      ? [
          `(created_at, id) < (coalesce(least((select at from cursor), $createdBefore::timestamptz), 'infinity'),
            coalesce((select id from cursor where $createdBefore is null or at < $createdBefore), ''))`,
          `created_at > coalesce($createdAfter::timestamptz, '-infinity')`,
        ]
      : [
          `(created_at, id) > (coalesce(greatest((select at from cursor), $createdAfter::timestamptz + interval '1 ms'), '-infinity'),
            coalesce((select id from cursor where $createdAfter is null or at > $createdAfter), ''))`,
          `created_at < coalesce($createdBefore::timestamptz, 'infinity')`,
        ]
  return `select * from (select * from (
      with cursor as (select created_at as at, id from task where account_id = $accountId and id = $after)
      select * from ${from}
      where account_id = $accountId and deleted_at is null
        and ($after::text is null or exists (select from cursor))
        and ${start}
        and ${rest}${FILTERS}
        ${condition}
      order by created_at ${order}, id ${order} limit ${PAGE_MAX + 1}) page limit $rows) page limit $rows`
}

function listStatement(order: 'asc' | 'desc', which: keyof typeof WHICH) {
  return statement(`task_list_${which}_${order}`)<TaskPage>`${listText(order, WHICH[which])}`
}

function searchStatement(order: 'asc' | 'desc', which: keyof typeof WHICH) {
  const text = listText(order, FOUND, newest(`${FILTERS} ${WHICH[which]}`))
  return statement(`task_search_${which}_${order}`)<TaskPage>`${text}`
}

/** Unfinished tasks have a partial index, and a read token's tasks are read by id: few among an account's many. */
const WHICH = { all: '', open: 'and completed_at is null', narrowed: 'and id = any($ids::text[])' } as const

function ofEach(make: typeof listStatement) {
  const inBothOrders = (which: keyof typeof WHICH) => ({ asc: make('asc', which), desc: make('desc', which) })
  return { all: inBothOrders('all'), open: inBothOrders('open'), narrowed: inBothOrders('narrowed') }
}
const LIST = ofEach(listStatement)
const SEARCH = ofEach(searchStatement)

/**
 * A page of the account's tasks. A deleted task stays a valid cursor.
 * @throws DomainError 400 invalid_cursor, invalid_parameter search, 403 insufficient_scope
 */
export async function listTasks(resources: Needs, caller: Caller, listing: TaskListing): Promise<Page<Task>> {
  assertScope(caller, 'task:read')
  const { order, statuses } = listing
  const values = pageValuesOf(caller, listing)
  const { ids, after, search } = values
  // Finished tasks never have a notice, so the filter for tasks with one does not apply to them.
  const which = statuses?.every((status) => !isTerminal(status)) ? 'open' : 'all'
  const list = search === null ? LIST : SEARCH
  const { rows } = await query(resources.pool, list[ids ? 'narrowed' : which][order], values)
  if (rows.length === 0 && after !== null) await assertCursor(resources, caller, after)
  return pageOf(rows.map(taskFromRow), listing.limit)
}

/** The values of a page's statement. */
export function pageValuesOf(caller: Caller, listing: TaskListing): TaskPage {
  const { limit, statuses, waitingStatuses = statuses } = listing
  const search = listing.search == null ? null : searchOf(listing.search)
  const after = listing.after === null ? null : (within(caller, [listing.after])[0] ?? '')
  const { accountId, taskIds: ids } = caller
  return { ...listing, accountId, ids, after, search, waitingStatuses, rows: limit + 1 }
}

const CURSOR = statement('task_cursor')`select from task where account_id = $1 and id = $2`

/** Nothing follows the last task or an unknown cursor. */
export async function assertCursor({ pool }: Needs, { accountId }: Caller, after: string): Promise<void> {
  const { rows } = await query(pool, CURSOR, [accountId, after])
  if (!rows[0]) throw new DomainError('invalid_cursor', 'after is not a video of this account.', { param: 'after' })
}
