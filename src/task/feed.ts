import { assertScope, type Caller } from '../key/caller.ts'
import { statement, type Tx, transaction } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Topic } from '../push/bus.ts'
import { type Beginning, type EventScope, positionAt, readBeginning, sealPosition } from '../push/position.ts'
import type { Resources } from '../resources.ts'
import { groupNotFound, within } from './read.ts'
import { isTerminal, STATUSES, type Task, taskFromRow } from './task.ts'

/** The stream of several tasks, at one moment. */
export interface Feed {
  /** Name in its cursors, because a cursor is valid for its own stream only. */
  readonly name: string
  readonly scope: EventScope
  readonly beginning: Beginning
  /** A group's tasks, or the account's unfinished ones, in the order of their creation; deleted ones too. */
  readonly tasks: readonly Task[]
}

function nameOf({ accountId, taskIds }: Caller): string {
  return taskIds ? `tasks ${taskIds.join()}` : `account ${accountId}`
}

/** A cursor of the account's stream: it continues with the events of transactions from `mark` on. */
export function cursorAt(caller: Caller, mark: bigint): string {
  return sealPosition(nameOf(caller), positionAt(mark))
}

export function topicOf({ accountId }: Caller, groupId: string | null): Topic {
  return groupId === null ? { accountId } : { groupId }
}

const SNAPSHOT = statement('one_snapshot')`set transaction isolation level repeatable read`

const GROUP = statement('feed_group')`select * from task where group_id = $2 and account_id = $1 order by n_index`

const BY_IDS = statement('feed_tasks')`
  select * from task where account_id = $1 and id = any($2::text[]) order by created_at, id`

/** From the newest back until as many as the account counts are found: no further than the oldest unfinished task. */
const UNFINISHED = statement('feed_unfinished')`
    select * from task
    where account_id = $1 and status in (${STATUSES.filter((each) => !isTerminal(each))
      .map((each) => `'${each}'`)
      .join()})
    order by created_at desc, id desc limit (select active_tasks from account where id = $1)`

/**
 * The tasks of a group, or of the account, that the caller may see; a read token sees only its own.
 * @throws DomainError 403 insufficient_scope, 404 group_not_found (missing, of another account, or all deleted)
 */
export function readFeed({ pool }: Pick<Resources, 'pool'>, caller: Caller, groupId: string | null): Promise<Feed> {
  assertScope(caller, 'task:read')
  return transaction(pool, async (tx) => {
    tx.send(SNAPSHOT, [])
    if (groupId !== null) return readGroup(tx, caller, groupId)
    if (caller.taskIds) return readNarrowed(tx, caller, caller.taskIds)
    const scope = { accountId: caller.accountId }
    const [beginning, { rows }] = await Promise.all([readBeginning(tx, scope), tx.run(UNFINISHED, [caller.accountId])])
    return { name: nameOf(caller), scope, beginning, tasks: rows.map(taskFromRow).reverse() }
  })
}

async function readGroup(tx: Tx, caller: Caller, groupId: string): Promise<Feed> {
  const { rows } = await tx.run(GROUP, [caller.accountId, isCleanText(groupId) ? groupId : ''])
  const all = rows.map(taskFromRow)
  const taskIds = within(
    caller,
    all.map(({ id }) => id),
  )
  const tasks = all.filter(({ id }) => taskIds.includes(id))
  if (tasks.every(({ deletedAt }) => deletedAt)) throw groupNotFound()
  const scope = { taskIds }
  return { name: `group ${taskIds.join()}`, scope, beginning: await readBeginning(tx, scope), tasks }
}

async function readNarrowed(tx: Tx, caller: Caller, taskIds: readonly string[]): Promise<Feed> {
  const scope = { taskIds }
  const [beginning, { rows }] = await Promise.all([
    readBeginning(tx, scope),
    tx.run(BY_IDS, [caller.accountId, taskIds]),
  ])
  const tasks = rows.map(taskFromRow).filter(({ status }) => !isTerminal(status))
  return { name: nameOf(caller), scope, beginning, tasks }
}
