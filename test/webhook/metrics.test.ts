import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { DELIVERING, startReceiver } from './receiver.ts'

const gateway = await startTestGateway({}, DELIVERING)

async function figures(): Promise<Record<string, number>> {
  const text = await (await fetch(`${gateway.url}/metrics`)).text()
  const lines = text.split('\n').filter((line) => line.startsWith('vidgate_webhook'))
  return Object.fromEntries(lines.map((line) => [line.split(' ')[0], Number(line.split(' ')[1])]))
}

const tries = (outcome: string) => `vidgate_webhook_tries_total{outcome="${outcome}"}`

test('tries are counted by outcome, and unsettled deliveries are reported', async () => {
  const { vidgate_webhooks_pending: _, ...before } = await figures()
  assert.deepEqual(before, { [tries('delivered')]: 0, [tries('pending')]: 0, [tries('failed')]: 0 })
  for (const status of [200, 410, 500]) {
    const receiver = await startReceiver((response) => {
      response.statusCode = status
      response.end()
    })
    await endedTask(gateway, 'cancelled', { webhook_url: receiver.url })
  }
  const after = {
    [tries('delivered')]: 1,
    [tries('pending')]: 1,
    [tries('failed')]: 1,
    vidgate_webhooks_pending: 1,
  }
  await until(async () => {
    const now = await figures()
    return Object.entries(after).every(([name, value]) => now[name] === value)
  })
})
