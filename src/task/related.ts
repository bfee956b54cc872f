import { assertScope, type Caller } from '../key/caller.ts'
import { type Page, pageOf } from '../lib/page.ts'
import { query, statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertCursor, listText, pageValuesOf, type TaskListing, type TaskPage, tasksByIds } from './read.ts'
import { type Task, taskFromRow } from './task.ts'

/** Tasks of a graph: each function reads those of many objects with one statement (docs/rules/doors.md#edges). */

type Needs = Pick<Resources, 'pool'>

/**
 * Tasks by id, without missing and deleted ones and those that the caller may not see.
 * @throws DomainError 403 insufficient_scope
 */
export async function findTasks(needs: Needs, caller: Caller, ids: readonly string[]): Promise<Map<string, Task>> {
  assertScope(caller, 'task:read')
  const tasks = await tasksByIds(needs, caller, ids)
  return new Map(tasks.map((task) => [task.id, task]))
}

const BY_GROUPS = statement('task_by_groups')`
    select * from task where account_id = $1 and group_id = any($2) and deleted_at is null
      and ($3::text[] is null or id = any($3))
    order by n_index`

/**
 * The tasks of each group in their order. A read token sees its own only.
 * @throws DomainError 403 insufficient_scope
 */
export async function tasksOfGroups(
  { pool }: Needs,
  caller: Caller,
  groupIds: readonly string[],
): Promise<Map<string, Task[]>> {
  assertScope(caller, 'task:read')
  const { rows } = await query(pool, BY_GROUPS, [caller.accountId, groupIds, caller.taskIds])
  return Map.groupBy(rows.map(taskFromRow), ({ groupId }) => groupId ?? '')
}

/**
 * How the tasks of an object are found. Those of a file are read by its index before they are ordered: the planner would walk
 * all tasks of the account in their order instead, until it has found enough.
 */
const OF = {
  file: [
    '',
    `(select * from task where mode <> 'text_to_video'
    and array_remove(array[input_image, end_image] || "references", null) @> array[parent.id] offset 0) task`,
  ],
  key: ['and key_id = parent.id', 'task'],
  source: ['and source_task_id = parent.id', 'task'],
} as const

export type TaskParent = keyof typeof OF

function listStatement(of: TaskParent, order: 'asc' | 'desc') {
  const [condition, from] = OF[of]
  const list = listText(order, `${condition} and ($ids::text[] is null or id = any($ids))`, from)
  return statement(`task_list_of_${of}_${order}`)<TaskPage & { parents: readonly string[] }>`
    select parent.id as of, listed.* from unnest($parents::text[]) as parent(id) cross join lateral (${list}) listed
      order by listed.created_at ${order}, listed.id ${order}`
}

const inBothOrders = (of: TaskParent) => ({ asc: listStatement(of, 'asc'), desc: listStatement(of, 'desc') })
const LIST = { file: inBothOrders('file'), key: inBothOrders('key'), source: inBothOrders('source') }

/**
 * A page of the tasks of each file (that are made from it), key (that it created) or task (that upscale it).
 * @throws DomainError 400 invalid_cursor, 403 insufficient_scope
 */
export async function listTasksOf(
  needs: Needs,
  caller: Caller,
  of: TaskParent,
  ids: readonly string[],
  listing: TaskListing,
): Promise<Map<string, Page<Task>>> {
  assertScope(caller, 'task:read')
  const values = pageValuesOf(caller, listing)
  const { after } = values
  const { rows } = await query(needs.pool, LIST[of][listing.order], { ...values, parents: ids })
  if (rows.length === 0 && after !== null) await assertCursor(needs, caller, after)
  const found = Map.groupBy(rows, (row) => String(row['of']))
  return new Map(ids.map((id) => [id, pageOf((found.get(id) ?? []).map(taskFromRow), listing.limit)]))
}
