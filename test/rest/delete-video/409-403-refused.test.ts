import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, objectsOf, workUpTo } from '../cancel/work.ts'

const gateway = await startTestGateway({ scopes: SCOPES })

const remove = (id: string, headers: Record<string, string> = {}) =>
  gateway.call('DELETE', `/v1/videos/${id}`, undefined, headers)

async function assertRefused(id: string, status: number, code: string, headers: Record<string, string> = {}) {
  const before = [await rowsOf(gateway), await objectsOf(gateway, id).catch(() => [])]
  const answer = await remove(id, { 'idempotency-key': 'k', ...headers })
  assert.deepEqual([answer.status, answer.body.error.code], [status, code], id)
  if (status === 409) assert.equal(answer.headers.get('x-should-retry'), 'false')
  assert.deepEqual([await rowsOf(gateway), await objectsOf(gateway, id).catch(() => [])], before)
}

test('a task that has not ended gets 409 in every state', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', resolution: '2k' })
  await assertRefused(body.id, 409, 'task_not_deletable')
  for (const stage of ['encode', 'render', 'upscale', 'package'] as const) {
    const claim = await claimOf(gateway, body.id, stage)
    await assertRefused(body.id, 409, 'task_not_deletable')
    await complete(gateway, claim)
  }
  assert.equal((await remove(body.id)).status, 200)
})

test('the source of a running upscale gets 409 until the upscale ends', async () => {
  const source = await endedTask(gateway, 'succeeded')
  const { body: upscale } = await gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
  await assertRefused(source, 409, 'task_not_deletable')
  const claim = await workUpTo(gateway, upscale.id, 'package')
  await assertRefused(source, 409, 'task_not_deletable')
  await complete(gateway, claim)
  assert.equal((await remove(source)).status, 200)
  // The upscale is a separate video.
  assert.equal((await gateway.call('GET', `/v1/videos/${upscale.id}/content`)).status, 200)
})

test('foreign, unknown and invalid task ids get the same 404, and nothing is written', async () => {
  const { key } = await gateway.newAccount()
  const own = await endedTask(gateway, 'succeeded')
  await assertRefused(own, 404, 'video_not_found', { authorization: `Bearer ${key}` })
  for (const id of ['vid_00000000000000000000000000', 'vid_%00', '%ff', 'x'.repeat(4000)]) {
    await assertRefused(id, 404, 'video_not_found')
  }
})

test('a key without videos:write gets 403, and nothing is written', async () => {
  const id = await endedTask(gateway, 'cancelled')
  const scopes = SCOPES.filter((scope) => scope !== 'videos:write')
  const { body: key } = await gateway.call('POST', '/v1/api-keys', { name: 'reader', scopes })
  await assertRefused(id, 403, 'insufficient_scope', { authorization: `Bearer ${key.key}` })
})
