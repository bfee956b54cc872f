import { z } from 'zod'
import { assertIdempotencyKey } from '../admission/idempotency.ts'
import { DomainError } from '../errors.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import type { WriteCall } from '../key/create.ts'
import type { ReadTokens } from '../key/read-token.ts'
import { parseFields, parseJson } from '../lib/body.ts'
import type { Resources } from '../resources.ts'
import { readTask, taskIdsOfGroup } from './read.ts'

/** The body: exactly one of the two (docs/rules/keys.md#read-tokens). */
export const TokenBody = z.strictObject({ task_id: z.string().optional(), group_id: z.string().optional() })

export interface ReadToken {
  readonly token: string
  readonly taskId: string | null
  readonly groupId: string | null
  readonly expiresAt: Date
}

/**
 * Creates a token that can read and watch one task, or those of a group, for a browser that must not have the key. Nothing is
 * written, so an Idempotency-Key has no effect: a repeated call returns a new token.
 * @throws DomainError 400 for the body or the key, 403 insufficient_scope (a read token too), 404 video_not_found,
 *   group_not_found
 */
export async function createReadToken(
  resources: Pick<Resources, 'pool'>,
  readTokens: ReadTokens,
  caller: Caller,
  { body, idempotencyKey }: WriteCall,
): Promise<ReadToken> {
  assertScope(caller, 'videos:read')
  if (idempotencyKey !== null) assertIdempotencyKey(idempotencyKey)
  const { task_id: taskId = null, group_id: groupId = null } = parseFields(TokenBody, parseJson(body))
  const taskIds = await taskIdsOf(resources, caller, taskId, groupId)
  return { ...readTokens.sign({ keyId: caller.keyId, taskIds }), taskId, groupId }
}

async function taskIdsOf(
  resources: Pick<Resources, 'pool'>,
  caller: Caller,
  taskId: string | null,
  groupId: string | null,
): Promise<readonly string[]> {
  if (taskId !== null && groupId !== null) {
    throw new DomainError('conflicting_parameters', 'Send task_id or group_id, not both.', { param: 'group_id' })
  }
  if (groupId !== null) return taskIdsOfGroup(resources, caller, groupId)
  if (taskId === null) throw new DomainError('missing_parameter', 'Send task_id or group_id.', { param: 'task_id' })
  return [(await readTask(resources, caller, taskId)).id]
}
