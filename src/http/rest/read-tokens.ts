import type { Rooms } from '../../rooms.ts'
import { createReadToken } from '../../task/read-token.ts'
import { callerOf } from '../caller.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf } from './idempotency.ts'
import { queryOf } from './query.ts'
import { json } from './respond.ts'

/** `POST /v1/read-tokens` (docs/rules/keys.md#read-tokens). */
export async function postReadTokens(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await callerOf(rooms, c, 'videos:read')
  queryOf(c, [])
  const call = { body: await readJsonText(incoming), idempotencyKey: idempotencyKeyOf(incoming) }
  const { token, taskId, groupId, expiresAt } = await createReadToken(rooms.resources, rooms.readTokens, caller, call)
  const shown = { object: 'read_token', token, task_id: taskId, group_id: groupId, expires_at: expiresAt }
  return json(201, JSON.stringify(shown))
}
