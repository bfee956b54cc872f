import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { after, test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { DELIVERING } from '../../webhook/receiver.ts'
import { buildConsole, callAs, openConsole, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway({}, DELIVERING)

/** A callback address that counts its requests. */
async function startTarget() {
  let calls = 0
  const server = createServer((request, response) => {
    calls += 1
    request.resume().on('end', () => response.writeHead(204).end())
  })
  await once(server.listen(0, '127.0.0.1'), 'listening')
  after(() => server.close())
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, calls: () => calls }
}

test('costs of a video are pushed to the ledger and the day’s spending, grouped', async () => {
  const { page, call } = await signedIn(gateway, '/credits')
  const target = await startTarget()
  const spent = page.getByRole('region', { name: 'Spent in 30 days' })
  const ledger = page.getByRole('region', { name: 'Ledger' })
  await spent.getByText('Spent in 30 days ¥0.00').waitFor()
  const { body: dropped } = await call('POST', '/v1/videos', { prompt: 'no lake' })
  await call('POST', `/v1/videos/${dropped.id}/cancel`)
  const { body: made } = await call('POST', '/v1/videos', {
    prompt: 'a lake',
    aspect_ratio: '1:1',
    webhook_url: target.url,
  })
  const worker = await startQuickWorker(gateway, { renderMs: 300 })
  await spent.getByText('Spent in 30 days ¥2.52').waitFor()
  await ledger.getByRole('rowheader', { name: 'Charged a lake' }).waitFor()
  assert.deepEqual(await ledger.getByRole('rowheader').allTextContents(), [
    'Charged a lake',
    'Set aside',
    'Released no lake',
    'Set aside',
    'Top-upFirst credit',
  ])
  assert.equal(await page.getByRole('region', { name: 'By service' }).getByRole('definition').textContent(), '¥2.52')
  await ledger.locator('img').waitFor()
  await page.getByLabel('Show', { exact: true }).selectOption('Released')
  await ledger.getByText('Charged').waitFor({ state: 'detached' })
  await ledger.getByRole('rowheader').waitFor()
  assert.deepEqual(await ledger.getByRole('rowheader').allTextContents(), ['Released no lake'])
  await page.getByLabel('Show', { exact: true }).selectOption('All entries')
  // The video of a charge may be deleted; the charge stays.
  await call('DELETE', `/v1/videos/${made.id}`)
  await page.getByLabel('Show', { exact: true }).selectOption('Charged')
  await ledger.getByRole('rowheader', { name: `Charged ${made.id}` }).waitFor()
  await until(async () => target.calls() === 1)
  await page.getByRole('link', { name: 'Webhooks', exact: true }).click()
  await page.getByRole('button', { name: 'Refresh' }).click()
  await page.getByRole('cell', { name: 'Delivered · 204' }).waitFor()
  await page.getByRole('button', { name: 'Send again' }).click()
  await until(async () => target.calls() === 2)
  await worker.end()
})

test('the gallery finds all videos that match the filter, however old', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 40 })
  const call = callAs(gateway, key)
  // The pushes repeat all changes since an open transaction began.
  const open = await gateway.rooms.resources.pool.connect()
  after(() => open.release(true))
  await open.query('begin; select pg_current_xact_id()')
  const { body: dropped } = await call('POST', '/v1/videos', { prompt: 'a lake that goes' })
  await call('POST', `/v1/videos/${dropped.id}/cancel`)
  // More than one page of them.
  for (let each = 0; each < 8; each++) await call('POST', '/v1/videos', { prompt: 'lakes', n: 4 })
  const { page } = await openConsole(gateway.url)
  // Rows far from the window are not in the page.
  await page.setViewportSize({ width: 1300, height: 2400 })
  await signIn(page, key)
  const shown = page.locator('[data-work]')
  await until(async () => (await shown.count()) === 32)
  await page.getByRole('radio', { name: 'Failed or cancelled' }).check()
  await until(async () => (await shown.count()) === 1)
  assert.equal(await shown.getAttribute('data-work'), dropped.id)
  await page.getByRole('radio', { name: 'Done' }).check()
  await page.getByText('Nothing is done yet').waitFor()
  await page.getByRole('radio', { name: 'In progress' }).check()
  await until(async () => (await shown.count()) === 32)
})
