import type { Caller } from '../key/caller.ts'
import { query, statement, text } from '../lib/sql.ts'
import { isCleanText } from '../lib/text.ts'
import type { Resources } from '../resources.ts'
import { cancelTask } from '../task/cancel.ts'
import { videoNotFound } from '../task/read.ts'

const OWNER = statement('operator_task_owner', { account_id: text(), api_version: text() })`
  select account_id, api_version from task where id = $1`

/**
 * Cancels a task of any account, as its owner would (docs/rules/tasks.md#cancel): only completed work is billed. A repeat is
 * refused, because the task has ended.
 * @throws DomainError 404 video_not_found, 409 task_not_cancellable
 */
export async function cancelAnyTask(resources: Pick<Resources, 'pool' | 'hints'>, id: string): Promise<{ id: string }> {
  const { rows } = isCleanText(id) ? await query(resources.pool, OWNER, [id]) : { rows: [] }
  const [owner] = rows
  if (!owner) throw videoNotFound('id')
  const caller: Caller = {
    keyId: 'operator',
    accountId: owner.account_id,
    scopes: ['videos:write'],
    apiVersion: owner.api_version,
    createsPerMinute: 0,
    callsPerMinute: 0,
    rateFactor: 1,
    readToken: null,
    taskIds: null,
  }
  const { task } = await cancelTask(resources, caller, { id, idempotencyKey: null })
  return { id: task.id }
}
