import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { buildConsole, callAs, faultsOf, openConsole, promptOf, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

const counted = (page: Page) => page.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: /Studio/ })

const closeMessage = (page: Page) =>
  page.getByRole('listitem').filter({ hasText: 'The video was deleted' }).getByRole('button', { name: 'Close' }).click()

test('a finished video is shown in the title, by a message that opens it, a count at Studio and a notification', async () => {
  const { page, call } = await signedIn(gateway)
  // A browser without a screen refuses notifications.
  await page.evaluate(() => {
    const shown: string[] = []
    class Shown {
      static readonly permission = 'granted'
      static readonly requestPermission = async () => 'granted'
      constructor(text: string) {
        shown.push(text)
      }
    }
    Object.assign(window, { Notification: Shown, shown })
  })
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemcheckbox', { name: 'Notify me when a video is done' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.getByRole('heading', { name: 'Credits' }).first().waitFor()
  await page.evaluate(() => {
    Object.defineProperty(document, 'hidden', { configurable: true, get: () => true })
  })
  const seen = Promise.withResolvers<void>()
  const worker = await startQuickWorker(gateway, { renderUntil: () => seen.promise })
  const { id } = (await call('POST', '/v1/videos', { prompt: 'a lake at night' })).body
  await page.waitForFunction(() => /^\(\d+ %\) a lake at night$/.test(document.title))
  seen.resolve()
  await page.waitForFunction(() => document.title === '✓ a lake at night')
  assert.match((await counted(page).textContent()) ?? '', /Studio\s*1/)
  const shown = await page.evaluate(() => (window as unknown as { shown: string[] }).shown)
  assert.deepEqual(shown, ['Done: a lake at night'])
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.waitForURL(`**/?work=${id}`)
  await page.getByRole('dialog', { name: 'a lake at night' }).waitFor()
  await worker.end()
})

test('a prompt, its material, the settings and the filter survive a reload', async () => {
  const { key } = await gateway.newAccount()
  const { page } = await openConsole(gateway.url)
  await page.getByLabel('Remember it').check()
  await signIn(page, key)
  await callAs(gateway, key)('POST', '/v1/videos', { prompt: 'a lake' })
  await page.getByRole('radio', { name: 'In progress' }).check()
  await page.getByLabel('Reference', { exact: true }).setInputFiles('test/corpus/rgb.png')
  await page.getByRole('button', { name: 'Use rgb.png as something else' }).waitFor()
  await promptOf(page).fill('the lake of @图片1')
  await page.getByRole('radio', { name: '9:16' }).check()
  await page.reload()
  await page.getByRole('button', { name: 'Use rgb.png as something else' }).waitFor()
  assert.equal(await promptOf(page).inputValue(), 'the lake of @图片1')
  assert.equal(await page.getByRole('radio', { name: '9:16' }).isChecked(), true)
  assert.equal(await page.getByRole('radio', { name: 'In progress' }).isChecked(), true)
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
})

test('a deleted video comes back with Undo, and is gone when the message is closed', async () => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  // Before the page opens: nothing of a cancelled task follows that could show it later.
  const { id } = (await call('POST', '/v1/videos', { prompt: 'a lake' })).body
  await call('POST', `/v1/videos/${id}/cancel`)
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  const card = page.locator('[data-work][data-status="CANCELLED"]')
  const remove = async () => {
    await card.hover()
    await card.getByRole('button', { name: 'Delete' }).click()
    await card.waitFor({ state: 'detached' })
  }
  await remove()
  await page.getByRole('button', { name: 'Undo' }).click()
  await card.waitFor()
  assert.equal((await call('GET', `/v1/videos/${id}`)).status, 200)
  await remove()
  await closeMessage(page)
  await until(async () => (await call('GET', `/v1/videos/${id}`)).status === 404)
})

test('arrow keys go from video to video', async () => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  for (const prompt of ['first lake', 'second lake']) await call('POST', '/v1/videos', { prompt })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByRole('button', { name: 'Open: second lake' }).click()
  await page.getByRole('dialog', { name: 'second lake' }).waitFor()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('dialog', { name: 'first lake' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('dialog', { name: 'second lake' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await page.goBack()
  assert.equal(await page.getByRole('dialog').count(), 0)
})

test('takes play in step, a number chooses one, and the others can be deleted', async () => {
  const { page, call } = await signedIn(gateway)
  const worker = await startQuickWorker(gateway)
  await call('POST', '/v1/videos', { prompt: 'a lake', n: 2, aspect_ratio: '1:1' })
  await page.locator('[data-status="SUCCEEDED"]').nth(1).waitFor()
  await worker.end()
  await page.getByRole('button', { name: 'Compare' }).click()
  const dialog = page.getByRole('dialog', { name: 'Takes' })
  await dialog.getByText('¥5.04 for 2 takes').waitFor()
  await page.waitForFunction(() => {
    const [one, other] = [...document.querySelectorAll('dialog video')] as HTMLVideoElement[]
    return one && other && one.currentTime > 0.3 && Math.abs(one.currentTime - other.currentTime) < 0.3
  })
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('2')
  await dialog.getByRole('button', { name: 'Upscale to 2K' }).waitFor()
  await dialog.getByRole('button', { name: 'Keep take 2, delete the others' }).click()
  await page.getByText('The video was deleted', { exact: true }).waitFor()
  await closeMessage(page)
  await until(async () => (await call('GET', '/v1/videos')).body.data.length === 1)
  const [kept] = (await call('GET', '/v1/videos')).body.data
  assert.equal(kept.n_index, 1)
})

test('a video that ends after the gallery was read and before its stream begins is shown as it is', async () => {
  const { key } = await gateway.newAccount({ scopes: SCOPES })
  const call = callAs(gateway, key)
  const { id } = (await call('POST', '/v1/videos', { prompt: 'a lake' })).body
  const { page } = await openConsole(gateway.url)
  await page.route('**/graphql', async (route) => {
    const response = await route.fetch()
    if (route.request().postData()?.includes('query Works')) await call('POST', `/v1/videos/${id}/cancel`)
    await route.fulfill({ response })
  })
  await signIn(page, key)
  await page.locator('[data-work][data-status="CANCELLED"]').waitFor()
})

test('a part whose script is gone after an update asks for a reload, and the rest of the page stays', async () => {
  const { page } = await signedIn(gateway)
  await promptOf(page).fill('a lake')
  await page.route('**/assets/keys-page*', (route) => route.fulfill({ status: 404 }))
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.getByRole('alert').getByText('A part of the console could not be loaded.').waitFor()
  await page.getByRole('link', { name: 'Studio', exact: true }).click()
  assert.equal(await promptOf(page).inputValue(), 'a lake')
  await page.getByRole('link', { name: 'Keys', exact: true }).click()
  await page.unroute('**/assets/keys-page*')
  await page.getByRole('button', { name: 'Reload the page' }).click()
  await page.getByLabel('API key').waitFor()
})
