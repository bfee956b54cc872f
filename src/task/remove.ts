import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { statement } from '../lib/sql.ts'
import { appendEvents } from '../push/log.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from './advance.ts'
import { eraseDeleted, isBeingUpscaled } from './erase.ts'
import { assertAskable, type TaskCall, videoNotFound } from './read.ts'
import { isTerminal } from './task.ts'

/**
 * Leaves a tombstone: id, account, times, status and usage. This statement deletes everything that the caller wrote and all
 * states in the log; the bytes are due for removal from now on.
 */
const REMOVE = statement('task_remove')`with removed as (
      update task set deleted_at = now(), seq = seq + 1, prompt = '', negative_prompt = null, metadata = null,
        input_image = null, end_image = null, "references" = '{}', webhook_url = null, output_until = now()
      where id = $1 and deleted_at is null returning task.*),
    erased as (
      update event set snapshot = '{}' from removed where event.task_id = removed.id),
    events as (${appendEvents('removed', 'deleted')})
  select id from removed`

/**
 * Deletes a task's record (docs/rules/tasks.md#delete). Its ledger stays; its bytes are removed right after, or by the
 * chore.
 * @throws DomainError 403 insufficient_scope, 404 video_not_found, 409 task_not_deletable (unfinished, or the source of
 *   an upscale under way) and idempotency_in_progress, 422 idempotency_key_reused
 */
export async function removeTask(
  resources: Pick<Resources, 'pool' | 'hints' | 'storage' | 'log'>,
  caller: Caller,
  { id, idempotencyKey }: TaskCall,
): Promise<{ readonly id: string; readonly replayed: boolean }> {
  assertScope(caller, 'videos:write')
  assertAskable(id)
  const idempotency = idempotencyOf(`video.delete:${id.slice(0, 64)}`, idempotencyKey)
  const { replayed } = await once(
    resources.pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      const task = await lockTask(tx, id)
      if (!task || task.accountId !== caller.accountId || task.deletedAt) throw videoNotFound()
      if (!isTerminal(task.status)) throw notDeletable('This video is not finished; cancel it first.')
      if (await isBeingUpscaled(tx, id)) throw notDeletable('This video is being upscaled.')
      tx.send(REMOVE, [id])
      return { status: 200, result: null, kept: { id } }
    },
    () => null,
  )
  if (!replayed) {
    resources.hints.hint('events')
    await eraseDeleted(resources, id)
  }
  return { id, replayed }
}

function notDeletable(message: string): DomainError {
  return new DomainError('task_not_deletable', message)
}
