import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, workUpTo } from './work.ts'

const gateway = await startTestGateway()

async function assertNotCancellable(id: string, status: string): Promise<void> {
  const before = await rowsOf(gateway)
  const answer = await gateway.call('POST', `/v1/videos/${id}/cancel`, undefined, { 'idempotency-key': 'k' })
  assert.equal(answer.status, 409, answer.text)
  const { type, code, details } = answer.body.error
  assert.deepEqual([type, code, details], ['invalid_request_error', 'task_not_cancellable', { status }])
  assert.equal(answer.headers.get('x-should-retry'), 'false')
  assert.deepEqual(await rowsOf(gateway), before)
}

async function create(body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await gateway.call('POST', '/v1/videos', { prompt: 'a lake', ...body })).body.id
}

for (const [resolution, last] of [
  ['768p', 'render'],
  ['2k', 'upscale'],
] as const) {
  test(`a ${resolution} task is not cancellable after its last billable stage, claimed or not`, async () => {
    const id = await create({ resolution })
    await complete(gateway, await workUpTo(gateway, id, last))
    await assertNotCancellable(id, 'packaging')
    const claim = await claimOf(gateway, id, 'package')
    await assertNotCancellable(id, 'packaging')
    assert.ok(await complete(gateway, claim))
    await assertNotCancellable(id, 'succeeded')
  })
}

test('an upscale is not cancellable while it is packaged', async () => {
  const source = await endedTask(gateway, 'succeeded')
  const { body: task } = await gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
  await complete(gateway, await claimOf(gateway, task.id, 'upscale'))
  await assertNotCancellable(task.id, 'packaging')
})

for (const end of ['succeeded', 'failed', 'cancelled', 'rejected'] as const) {
  test(`a task that is already ${end} is not cancellable`, async () => {
    await assertNotCancellable(await endedTask(gateway, end), end)
  })
}
