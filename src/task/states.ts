import { assertScope, type Caller } from '../key/caller.ts'
import { query, statement, text, time } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { tasksByIds } from './read.ts'
import type { Status } from './task.ts'

/** A state that a task has been in, from this time on. */
export interface TaskState {
  readonly status: Status
  readonly at: Date
}

/** The longest list. Only a task whose stages fail, are lost or are rejected by the output check returns to a state. */
export const STATES_MAX = 50

/** Along the index of a task's events. The first kept event begins a state only if no earlier one has expired. */
const STATES = statement('task_states', { status: text<Status>(), at: time })`
  select status, at from (
    select seq, at, snapshot->>'status' as status, lag(snapshot->>'status') over (order by seq) as before
    from event where task_id = $1 and kind not in ('progress', 'waiting')) e
  where status is distinct from before and (before is not null or seq = 1)
  order by seq limit ${STATES_MAX}`

/**
 * The states of a task in order (docs/rules/tasks.md#states). Events are kept for seven days; of an older task only its first and its
 * final state are known.
 * @returns null if the caller has no such task
 * @throws DomainError 403 insufficient_scope
 */
export async function readStates({ pool }: Pick<Resources, 'pool'>, caller: Caller, id: string) {
  assertScope(caller, 'task:read')
  const [task] = await tasksByIds({ pool }, caller, [id])
  if (!task) return null
  const { rows } = await query(pool, STATES, [task.id])
  const states: TaskState[] = rows[0]?.status === 'queued' ? rows : [{ status: 'queued', at: task.createdAt }, ...rows]
  if (task.completedAt === null || states.at(-1)?.status === task.status) return states
  return [...states, { status: task.status, at: task.completedAt }]
}
