import { createKey } from '../../key/create.ts'
import { listKeys } from '../../key/list.ts'
import type { KeyRecord } from '../../key/record.ts'
import { revokeKey } from '../../key/revoke.ts'
import type { Rooms } from '../../rooms.ts'
import { callerOf } from '../caller.ts'
import { readJsonText } from './body.ts'
import type { RestContext } from './context.ts'
import { idempotencyKeyOf, replayHeaders } from './idempotency.ts'
import { listText } from './present.ts'
import { choiceOf, limitOf, queryOf } from './query.ts'
import { json } from './respond.ts'

/** `GET /v1/api-keys` (docs/rules/keys.md#keys). */
export async function getApiKeys(rooms: Rooms, c: RestContext): Promise<Response> {
  const caller = await callerOf(rooms, c, 'keys:admin')
  const query = queryOf(c, ['limit', 'after', 'order'])
  const page = await listKeys(rooms.resources, caller, {
    limit: limitOf(query),
    after: query.get('after') ?? null,
    order: choiceOf(query, 'order', ['asc', 'desc']) ?? 'desc',
  })
  const data = page.items.map((record) => JSON.stringify(presentKey(record)))
  return json(200, listText(page, data))
}

/** `POST /v1/api-keys`: `key` is the plaintext, which only this answer contains. */
export async function postApiKeys(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await callerOf(rooms, c, 'keys:admin')
  queryOf(c, [])
  const body = await readJsonText(incoming)
  const call = { body, idempotencyKey: idempotencyKeyOf(incoming) }
  const { record, secret, replayed } = await createKey(rooms.resources, caller, call)
  const headers = { Location: `/v1/api-keys/${record.id}`, ...replayHeaders(replayed) }
  return json(201, JSON.stringify({ ...presentKey(record), key: secret }), headers)
}

/** `DELETE /v1/api-keys/{id}` revokes; the record stays in the list. */
export async function deleteApiKey(rooms: Rooms, c: RestContext): Promise<Response> {
  const { incoming } = c.env
  const caller = await callerOf(rooms, c, 'keys:admin')
  queryOf(c, [])
  const call = { id: c.req.param('id') ?? '', idempotencyKey: idempotencyKeyOf(incoming) }
  const { record, replayed } = await revokeKey(rooms.resources, caller, call)
  const text = JSON.stringify({ id: record.id, object: 'api_key.deleted', deleted: true })
  return json(200, text, replayHeaders(replayed))
}

function presentKey(record: KeyRecord): Record<string, unknown> {
  return {
    id: record.id,
    object: 'api_key',
    name: record.name,
    redacted_value: record.redacted,
    created_at: record.createdAt,
    last_used_at: record.lastUsedAt,
    expires_at: record.expiresAt,
    scopes: record.scopes,
    status: record.status,
  }
}
