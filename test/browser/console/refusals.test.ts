import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { buildConsole, callAs, generate, openConsole, promptOf, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate' })

async function speakChinese(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
}

test('an account without credit sees the price and that it cannot pay', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 0n })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await promptOf(page).fill('a lake')
  await page.getByText('Your balance of ¥0.00 does not cover this.').waitFor()
  await page.getByRole('button', { name: 'Generate · ¥2.52' }).waitFor()
  assert.equal(await generateButton(page).isDisabled(), true)
})

test('an account at its limit sees a message, and nothing more is created', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 1 })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await generate(page, 'a first lake')
  await page.locator('[data-work]').waitFor()
  await generate(page, 'a second lake')
  await page.getByRole('alert').getByText('You have reached your limit of unfinished videos.').waitFor()
  assert.equal((await callAs(gateway, key)('GET', '/v1/videos')).body.data.length, 1)
})

test('a read-only key gets no other actions, and is refused at forbidden addresses', async () => {
  const owner = await gateway.newAccount({ scopes: SCOPES })
  const call = callAs(gateway, owner.key)
  await call('POST', '/v1/videos', { prompt: 'a lake' })
  const { key } = (await call('POST', '/v1/api-keys', { name: 'looks', scopes: ['videos:read'] })).body
  const { page } = await openConsole(gateway.url, '/credits')
  await signIn(page, key)
  await page.getByRole('alert').getByText('This key may not do that.').waitFor()
  await page.getByRole('link', { name: 'vidgate, to the studio' }).click()
  await page.getByText('a lake').first().waitFor()
  await promptOf(page).fill('another lake')
  await page.getByText('This key may not create videos.').waitFor()
  assert.ok(await page.getByRole('button', { name: /^Generate/ }).isDisabled())
  await page.getByRole('switch', { name: 'Context IR' }).click()
  const nav = page.getByRole('navigation').getByRole('link')
  assert.deepEqual(await nav.allInnerTexts(), ['Studio', 'Webhooks'])
  for (const name of ['Save as default', 'Reference', 'Start frame', 'Cancel', 'Delete']) {
    assert.equal(await page.getByRole('button', { name, exact: true }).count(), 0, name)
  }
  await nav.last().click()
  await page.getByRole('heading', { name: 'Deliveries' }).waitFor()
  assert.equal(await page.getByRole('heading', { name: /secret/i }).count(), 0)
})

test('a problem with a general code is described by its field, in the reader’s language', async () => {
  const { page } = await signedIn(gateway)
  await promptOf(page).fill('x'.repeat(7001))
  await page.getByText('Describe the video in at most 7,000 characters.').waitFor()
  await page.getByText('More settings').click()
  await page.getByRole('radio', { name: 'Frames' }).check()
  await page.getByText('This kind of video needs a start frame or an end frame').waitFor()
  await speakChinese(page)
  await page.getByText('请用不超过 7,000 个字符描述视频。').waitFor()
  await page.getByText('这种生成方式需要首帧或尾帧').waitFor()
})

test('a submission offline reports the outage at once, and works after reconnection', async () => {
  const { page, call } = await signedIn(gateway)
  await promptOf(page).fill('a lake, later')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline. This page may be out of date.').waitFor()
  await generateButton(page).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await page.getByText('The service cannot be reached.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.locator('[data-status="QUEUED"]').waitFor()
  assert.equal((await call('GET', '/v1/videos')).body.data.length, 1)
})

test('a limit of requests is counted down, with the id of the request for support', async () => {
  const { page, accountId, call } = await signedIn(gateway)
  await promptOf(page).fill('a lake')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  await gateway.rooms.resources.pool.query('update account set creates_per_minute = 1 where id = $1', [accountId])
  await call('POST', '/v1/videos', { prompt: 'another lake' })
  await generateButton(page).click()
  const alert = page.getByRole('alert')
  await alert.getByText('Too many requests in a minute.').waitFor()
  await alert.getByText(/Try again in \d+ s\./).waitFor()
  assert.match((await alert.locator('code').textContent()) ?? '', /\S/)
  assert.equal((await call('GET', '/v1/videos')).body.data.length, 1)
})
