import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { bearing } from './token.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const { body: group } = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2 })
for (const { id } of [task, ...group.data]) await gateway.call('POST', `/v1/videos/${id}/cancel`)

const make = (body: unknown, headers: Record<string, string> = {}) =>
  gateway.call('POST', '/v1/read-tokens', body, headers)

test('a token of a task or group is valid for 15 minutes and not stored', async (t) => {
  t.mock.timers.enable({ apis: ['Date'], now: Date.UTC(2026, 10, 28, 12, 0, 0, 999) })
  const before = await rowsOf(gateway)
  for (const target of [{ task_id: task.id }, { group_id: group.group_id }]) {
    const { status, headers, body } = await make({ ...target, ...('task_id' in target ? { group_id: null } : {}) })
    assert.deepEqual([status, headers.get('cache-control')], [201, 'no-store'])
    const { token, ...rest } = body
    assert.match(token, /^vgr_[\w-]+\.[\w-]{43}$/)
    const ids = { task_id: null, group_id: null, ...target }
    assert.deepEqual(rest, { object: 'read_token', ...ids, expires_at: '2026-11-28T12:15:00.000Z' })
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a body with neither id, both, or other fields is refused', async () => {
  const before = await rowsOf(gateway)
  for (const [body, code, param] of [
    [{}, 'missing_parameter', 'task_id'],
    [{ task_id: null }, 'missing_parameter', 'task_id'],
    [{ task_id: task.id, group_id: group.group_id }, 'conflicting_parameters', 'group_id'],
    [{ task_id: 7 }, 'invalid_parameter', 'task_id'],
    [{ task_id: task.id, hours: 9 }, 'unknown_parameter', 'hours'],
    ['{', 'invalid_json', null],
  ] as const) {
    const { status, body: shown } = await make(body)
    assert.deepEqual([status, shown.error.code, shown.error.param], [400, code, param])
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('missing, foreign and deleted ids get the same 404', async () => {
  const stranger = bearing((await gateway.newAccount()).key)
  const { body: gone } = await gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2 })
  for (const { id } of gone.data) {
    await gateway.call('POST', `/v1/videos/${id}/cancel`)
    await gateway.call('DELETE', `/v1/videos/${id}`)
  }
  const before = await rowsOf(gateway)
  for (const [target, code, headers] of [
    [{ task_id: 'vid_none' }, 'video_not_found', {}],
    [{ task_id: '\0' }, 'video_not_found', {}],
    [{ task_id: group.group_id }, 'video_not_found', {}],
    [{ task_id: task.id }, 'video_not_found', stranger],
    [{ task_id: gone.data[0].id }, 'video_not_found', {}],
    [{ group_id: 'grp_none' }, 'group_not_found', {}],
    [{ group_id: '\0' }, 'group_not_found', {}],
    [{ group_id: task.id }, 'group_not_found', {}],
    [{ group_id: group.group_id }, 'group_not_found', stranger],
    [{ group_id: gone.group_id }, 'group_not_found', {}],
  ] as const) {
    const { status, body } = await make(target, headers)
    assert.deepEqual([status, body.error.code], [404, code], JSON.stringify(target))
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a key without videos:read cannot create a token', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:write'] })
  const { status, body } = await make({ task_id: task.id }, bearing(key))
  assert.deepEqual([status, body.error.code], [403, 'insufficient_scope'])
})

test('an Idempotency-Key is accepted, and a repeated call gets a new token', async (t) => {
  const headers = { 'idempotency-key': 'token' }
  const before = await rowsOf(gateway)
  const first = await make({ task_id: task.id }, headers)
  t.mock.timers.enable({ apis: ['Date'], now: Date.now() + 5000 })
  const again = await make({ task_id: task.id }, headers)
  assert.deepEqual([again.status, again.headers.get('idempotent-replayed')], [201, null])
  assert.notEqual(again.body.token, first.body.token)
  assert.deepEqual(await rowsOf(gateway), before)
  const refused = await make({ task_id: task.id }, { 'idempotency-key': 'x'.repeat(256) })
  assert.deepEqual([refused.status, refused.body.error.code], [400, 'invalid_idempotency_key'])
})
