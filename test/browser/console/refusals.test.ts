import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
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

test('an account without credit is told the price and that it cannot pay', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 0n })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await promptOf(page).fill('a lake')
  await page.getByText('Your balance of ¥0.00 does not cover this.').waitFor()
  await page.getByRole('button', { name: 'Generate · ¥2.52' }).waitFor()
  assert.equal(await generateButton(page).isDisabled(), true)
})

test('an account that makes as many as it may is told so, and nothing more is made', async () => {
  const { key } = await gateway.newAccount({ concurrencyLimit: 1 })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await generate(page, 'a first lake')
  await page.locator('[data-work]').waitFor()
  await generate(page, 'a second lake')
  await page.getByRole('alert').getByText('You have as many unfinished videos as you may.').waitFor()
  assert.equal((await callAs(gateway, key)('GET', '/v1/videos')).body.data.length, 1)
})

test('a key that may only look sees the gallery, and is told so wherever it may not more', async () => {
  const { key, accountId } = await gateway.newAccount({ scopes: ['videos:read'] })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByText('Your videos will appear here').waitFor()
  await generate(page, 'a lake')
  await page.getByRole('alert').getByText('This key may not do that.').waitFor()
  await page.getByLabel('Reference', { exact: true }).setInputFiles('test/corpus/rgb.png')
  await page.getByRole('listitem').getByText('This key may not do that.').waitFor()
  await speakChinese(page)
  await page.getByRole('link', { name: '余额', exact: true }).click()
  await page.getByRole('alert').getByText('此密钥没有这项权限。').waitFor()
  const made = 'select id from task where account_id = $1 union select id from file where account_id = $1'
  assert.deepEqual((await gateway.rooms.resources.pool.query(made, [accountId])).rows, [])
})

test('a problem whose code says little is told by its field, in the reader’s language', async () => {
  const { page } = await signedIn(gateway)
  await promptOf(page).fill('x'.repeat(7001))
  await page.getByText('Describe the video in at most 7,000 characters.').waitFor()
  await page.getByRole('radio', { name: 'Frames' }).check()
  await page.getByText('This way of making a video needs a start frame or an end frame').waitFor()
  await speakChinese(page)
  await page.getByText('请用不超过 7,000 个字符描述视频。').waitFor()
  await page.getByText('这种生成方式需要首帧或尾帧').waitFor()
})

test('a press while offline says so at once, and the draft goes through when the network is back', async () => {
  const { page, call } = await signedIn(gateway)
  await promptOf(page).fill('a lake, later')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  await page.context().setOffline(true)
  await page.getByText('You are offline. What you see may be old.').waitFor()
  await generateButton(page).click()
  await page.getByRole('alert').getByText('The service cannot be reached.').waitFor()
  await page.context().setOffline(false)
  await page.getByText('You are offline.').waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.locator('[data-status="QUEUED"]').waitFor()
  assert.equal((await call('GET', '/v1/videos')).body.data.length, 1)
})
