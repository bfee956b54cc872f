import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { isEarlier } from '../key/version.ts'
import type { Resources } from '../resources.ts'
import { earlierStatus } from './earlier.ts'
import { finishTask, lockForEnd } from './finish.ts'
import { sourcesOf } from './moves.ts'
import { assertAskable, keptTask, readOwn, type TaskCall } from './read.ts'
import { isTerminal, type Status, type Task, taskFromRow } from './task.ts'

const CANCELLABLE: ReadonlySet<Status> = new Set(sourcesOf('cancelled'))

/**
 * Cancels a task (docs/rules/tasks.md#cancel). This transaction decides status and money: it settles completed work only, and
 * nothing for a task of the earlier version. The worker of a running stage stops at its next beat; its report is too late.
 * @returns the task, `cancelled`, with its usage
 * @throws DomainError 403 insufficient_scope, 404 video_not_found, 409 task_not_cancellable and
 *   idempotency_in_progress, 410 video_deleted (a replay), 422 idempotency_key_reused
 */
export async function cancelTask(
  resources: Pick<Resources, 'pool' | 'hints'>,
  caller: Caller,
  { id, idempotencyKey }: TaskCall,
): Promise<{ readonly task: Task; readonly replayed: boolean }> {
  assertScope(caller, 'videos:write')
  assertAskable(id)
  const idempotency = idempotencyOf(`video.cancel:${id.slice(0, 64)}`, idempotencyKey)
  const keyScope = { accountId: caller.accountId, idempotency }
  const { result, replayed } = await once(
    resources.pool,
    keyScope,
    async (tx) => {
      const locked = await lockForEnd(tx, caller.accountId, id)
      if (!locked || !CANCELLABLE.has(locked.task.status)) {
        throw notCancellable(await readOwn(tx, caller, id), caller)
      }
      const { rows } = await finishTask(tx, locked, { status: 'cancelled' })
      return { status: 200, result: taskFromRow(rows[0] ?? {}), kept: { id } }
    },
    (kept) => keptTask(resources, caller, kept.id),
  )
  if (!replayed) resources.hints.hint('events', 'webhooks')
  return { task: result, replayed }
}

function notCancellable(task: Task, caller: Caller): DomainError {
  const status = isEarlier(caller) ? earlierStatus(task) : task.status
  const message = isTerminal(status)
    ? `This video is already ${status}.`
    : 'This video is being packaged: all billed work is done, so it can no longer be cancelled.'
  return new DomainError('task_not_cancellable', message, { details: { status } })
}
