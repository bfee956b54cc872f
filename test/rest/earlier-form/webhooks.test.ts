import assert from 'node:assert/strict'
import { test } from 'node:test'
import { until } from '../../support/until.ts'
import { DELIVERING, startReceiver, verified } from '../../webhook/receiver.ts'
import { endedTask } from '../cancel/work.ts'
import { startBothForms } from './forms.ts'

const { gateway, earlier } = await startBothForms({}, DELIVERING)
const { body: secret } = await gateway.call('GET', '/v1/webhooks/secret')

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function deliveryOf(id: string): Promise<any> {
  const { body } = await gateway.call('GET', `/v1/webhooks/deliveries?task_id=${id}`)
  return body.data[0]
}

for (const [end, type] of [
  ['rejected', 'failed'],
  ['failed', 'failed'],
  ['cancelled', 'cancelled'],
  ['succeeded', 'succeeded'],
] as const) {
  test(`${end}: a task of the earlier version sends video.${type} in its own version`, async () => {
    const receiver = await startReceiver()
    const id = await endedTask(earlier, end, { webhook_url: receiver.url, negative_prompt: 'rain', metadata: { z: 1 } })
    const [received] = await receiver.got(1)
    assert.ok(received)
    assert.deepEqual(verified(secret.secret, received), received.body)
    const { type: shown, data } = received.body
    const { body: task } = await earlier.call('GET', `/v1/videos/${id}`)
    assert.deepEqual([shown, data.status, data.negative_prompt], [`video.${type}`, type, 'rain'])
    assert.equal('use_context_ir' in data, false)
    for (const { output } of [data, task]) if (output) output.video_uri = output.expires_at = null
    assert.deepEqual(data, task)
    assert.equal((await deliveryOf(id)).type, `video.${type}`)
  })
}

test('the webhook of a task of the current version uses it, whatever the account uses', async () => {
  const receiver = await startReceiver()
  const id = await endedTask(gateway, 'rejected', { webhook_url: receiver.url })
  const [received] = await receiver.got(1)
  assert.deepEqual([received?.body.type, received?.body.data.status], ['video.rejected', 'rejected'])
  assert.equal(received?.body.data.use_context_ir, false)
  assert.equal((await deliveryOf(id)).type, 'video.rejected')
})

test('the remainder of a deleted task has the same fields', async () => {
  const receiver = await startReceiver()
  const id = await endedTask(earlier, 'rejected', { webhook_url: receiver.url })
  await receiver.got(1)
  await until(async () => (await deliveryOf(id)).status === 'delivered')
  const { body: task } = await earlier.call('GET', `/v1/videos/${id}`)
  const { id: delivery } = await deliveryOf(id)
  assert.equal((await earlier.call('DELETE', `/v1/videos/${id}`)).status, 200)
  assert.equal((await gateway.call('POST', `/v1/webhooks/deliveries/${delivery}/replay`)).status, 200)
  const [, again] = await receiver.got(2)
  assert.equal(again?.body.type, 'video.failed')
  const { usage } = task
  assert.deepEqual(again?.body.data, { id, object: 'video.task', status: 'failed', usage, deleted: true, output: null })
})
