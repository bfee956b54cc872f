import assert from 'node:assert/strict'
import { test } from 'node:test'
import { WEBHOOK_PER_HOST } from '../../src/limits.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { DELIVERING, startReceiver } from './receiver.ts'

const gateway = await startTestGateway({ concurrencyLimit: 1000, creditMicro: 10_000_000_000n }, DELIVERING)
const { pool } = gateway.rooms.resources

/** Ends this number of tasks whose webhooks go to `url`. Few at once, because each waits for the account's lock. */
async function end(count: number, url: string): Promise<void> {
  for (let ended = 0; ended < count; ended += 10) {
    const creates = Array.from({ length: 5 }, () =>
      gateway.call('POST', '/v1/videos', { prompt: 'x', n: 2, webhook_url: url }),
    )
    const ids = (await Promise.all(creates)).flatMap(({ body }) => body.data.map(({ id }: { id: string }) => id))
    const cancels = await Promise.all(ids.map((id) => gateway.call('POST', `/v1/videos/${id}/cancel`)))
    assert.deepEqual(new Set(cancels.map(({ status }) => status)), new Set([200]))
  }
}

const count = async (url: string, status: string) => {
  const { rows } = await pool.query(
    'select count(*)::int as count from webhook_delivery where url = $1 and status = $2',
    [new URL(url).href, status],
  )
  return rows[0].count
}

test('a host that hangs delays no other: 50 deliveries succeed beside its 200 pending ones', async () => {
  let open = 0
  let most = 0
  const hole = await startReceiver((response) => {
    open += 1
    most = Math.max(most, open)
    response.on('close', () => {
      open -= 1
    })
  })
  const good = await startReceiver()
  await end(200, hole.url)
  await hole.got(WEBHOOK_PER_HOST)
  await end(50, good.url)
  await until(async () => (await count(good.url, 'delivered')) === 50)
  assert.equal(await count(hole.url, 'pending'), 200)
  assert.equal(new Set(good.received.map(({ headers }) => headers['webhook-id'])).size, 50)
  assert.equal(good.received.length, 50)
  assert.equal(most, WEBHOOK_PER_HOST)
})
