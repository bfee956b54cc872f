import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { buildConsole, callAs, faultsOf, generate, openConsole, promptOf, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

const refer = (page: Page, ...paths: readonly string[]) =>
  page.getByLabel('Reference', { exact: true }).setInputFiles(paths.map((path) => `test/corpus/${path}`))

const generateButton = (page: Page) => page.getByRole('button', { name: 'Generate' })

/** Two pictures, the second of which the prompt names. */
async function namedSecond(page: Page): Promise<void> {
  await refer(page, 'rgb.png')
  await page.getByRole('listitem').getByText('rgb.png').waitFor()
  await refer(page, 'photo-exif6.jpg')
  await page.getByRole('button', { name: 'Use photo-exif6.jpg as something else' }).waitFor()
  await promptOf(page).fill('the lake of @图片2 in snow')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
}

test('a marker follows its file when another file is removed', async () => {
  const { page, call } = await signedIn(gateway)
  await namedSecond(page)
  await page.getByRole('button', { name: 'Remove rgb.png' }).click()
  assert.equal(await promptOf(page).inputValue(), 'the lake of @图片1 in snow')
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  await page.locator('[data-status="QUEUED"]').waitFor()
  const [task] = (await call('GET', '/v1/videos')).body.data
  const files = (await call('GET', '/v1/files')).body.data
  const sent = files.find(({ id }: { id: string }) => id === task.references[0])
  assert.deepEqual([task.prompt, sent.filename], ['the lake of @图片1 in snow', 'photo-exif6.jpg'])
})

test('a named file that is removed or moved leaves a gap, and nothing is created until it is closed', async () => {
  const { page, call } = await signedIn(gateway)
  await namedSecond(page)
  await promptOf(page).fill('from @图片1 to @图片2')
  await page.getByRole('button', { name: 'Remove rgb.png' }).click()
  const gap = page.getByRole('alert').filter({ hasText: 'rgb.png' })
  await gap.waitFor()
  assert.equal(await promptOf(page).inputValue(), 'from @图片1 to @图片2')
  assert.equal(await generateButton(page).isDisabled(), true)
  await page.getByLabel('Replace @图片1').setInputFiles('test/corpus/rgb.png')
  await gap.waitFor({ state: 'detached' })
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()

  await page.getByRole('button', { name: 'Use rgb.png as something else' }).click()
  await page.getByRole('menuitem', { name: 'End frame' }).click()
  await gap.waitFor()
  assert.equal(await generateButton(page).isDisabled(), true)
  await gap.getByRole('button', { name: 'Delete from the prompt' }).click()
  assert.equal(await promptOf(page).inputValue(), 'from to @图片1')
  assert.deepEqual((await call('GET', '/v1/videos')).body.data, [])
})

test('@ finds material by its Latin name and by its file’s name, and shows it as a token', async () => {
  const { page } = await signedIn(gateway)
  await refer(page, 'rgb.png', 'photo-exif6.jpg')
  await page.getByRole('button', { name: 'Use photo-exif6.jpg as something else' }).waitFor()
  await page.getByRole('button', { name: 'Use rgb.png as something else' }).waitFor()
  await promptOf(page).pressSequentially('a lake like @Image1')
  await page.getByText('@Image1 names no material').waitFor()
  assert.equal(await generateButton(page).isDisabled(), true)
  await page.keyboard.press('Enter')
  await page.keyboard.type(' and @exif')
  await page.getByRole('option').getByText('photo-exif6.jpg').waitFor()
  await page.keyboard.press('Tab')
  const written = await promptOf(page).inputValue()
  assert.deepEqual(written.match(/@图片\d/g)?.toSorted(), ['@图片1', '@图片2'])
  assert.equal(await page.locator('[aria-hidden] [data-hue] img').count(), 2)
  await page.keyboard.press('Backspace')
  assert.equal(await promptOf(page).inputValue(), written.slice(0, -4))
  await page.keyboard.type('@someone')
  await page.getByText('@someone is not one of your files.').waitFor()
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
})

test('the button goes out when the balance falls below the price', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 3_000_000n })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await promptOf(page).fill('a lake')
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  assert.equal((await callAs(gateway, key)('POST', '/v1/videos', { prompt: 'another' })).status, 202)
  await page.getByText('does not cover this').waitFor()
  assert.equal(await generateButton(page).isDisabled(), true)
})

test('closing a video leads back to where it was opened, and Back does not open it again', async () => {
  const { page, call } = await signedIn(gateway)
  await call('POST', '/v1/videos', { prompt: 'a lake' })
  const dialog = page.getByRole('dialog')
  await page.getByRole('link', { name: 'Credits', exact: true }).click()
  await page.getByRole('link', { name: 'a lake' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await page.waitForURL('**/credits')
  await dialog.waitFor({ state: 'detached' })
  await page.goBack()
  await page.getByRole('button', { name: 'Open: a lake' }).click()
  await dialog.waitFor()
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  assert.equal(new URL(page.url()).search, '')
})

test('the address of a video shows it after a reload, and says so if there is none', async () => {
  const { key } = await gateway.newAccount()
  const { id } = (await callAs(gateway, key)('POST', '/v1/videos', { prompt: 'a lake' })).body
  const { page } = await openConsole(gateway.url, `/?work=${id}`)
  await signIn(page, key)
  await page.getByRole('dialog', { name: 'a lake' }).waitFor()
  await page.goto(`${gateway.url}/?work=vid_none`)
  await signIn(page, key)
  await page.getByRole('dialog').getByText('There is no such video').waitFor()
  await page.getByRole('dialog').getByText('It was deleted').waitFor()
})

test('files dropped on the gallery become references', async () => {
  const { page } = await signedIn(gateway)
  await page.getByText('Your videos will appear here').evaluate((place: unknown) => {
    const dataTransfer = new DataTransfer()
    dataTransfer.items.add(new File(['x'], 'dropped.wav', { type: 'audio/wav' }))
    ;(place as EventTarget).dispatchEvent(new DragEvent('drop', { bubbles: true, cancelable: true, dataTransfer }))
  })
  await page.getByRole('listitem').getByText('dropped.wav').waitFor()
})

test('takes are equal tiles, and only the lines near the window are in the page', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 1_000_000_000n, concurrencyLimit: 1000 })
  const call = callAs(gateway, key)
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByText('Your videos will appear here').waitFor()
  for (let made = 0; made < 60; made += 4) await call('POST', '/v1/videos', { prompt: `lake ${made}`, n: 4 })
  const takes = page.getByRole('region', { name: '4 takes of one prompt' }).filter({ hasText: 'lake 56' })
  await takes.locator('[data-work]').nth(3).waitFor()
  const widths = await takes.locator('article').evaluateAll((cards) => cards.map((card) => card.clientWidth))
  assert.deepEqual([widths.length, new Set(widths).size], [4, 1])
  const cards = page.locator('[data-work]')
  assert.ok((await cards.count()) < 50)
  await page.evaluate(() => scrollTo(0, document.body.scrollHeight))
  await page.getByRole('region').filter({ hasText: 'lake 0' }).locator('[data-work]').nth(3).waitFor()
  assert.ok((await cards.count()) < 50)
})

test('durations and reasons are in the reader’s language', async () => {
  const { page, call } = await signedIn(gateway)
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
  const { id } = (await call('POST', '/v1/videos', { prompt: '湖' })).body
  await page.locator('[data-work]').getByText(/\d 秒/).first().waitFor()
  assert.doesNotMatch((await page.locator('[data-work]').textContent()) ?? '', /\d s\b|min/)
  assert.ok(id)
})

test('an upscale shows the code of an upscale, and the sound and watermark of the file', async () => {
  const { page, call } = await signedIn(gateway)
  const worker = await startQuickWorker(gateway)
  await page.getByRole('radio', { name: '1:1' }).check()
  await generate(page, 'a small lake')
  await page.locator('[data-status="SUCCEEDED"]').waitFor()
  await page.getByRole('button', { name: 'Open: a small lake' }).click()
  await page.getByRole('dialog').getByText('Watermark').waitFor()
  await page.getByRole('button', { name: 'Upscale to 2K · ¥1.55' }).click()
  await page.getByRole('dialog').getByText('Upscaled from').waitFor()
  await worker.end()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  const copied = await page.evaluate(() => navigator.clipboard.readText())
  const tasks = (await call('GET', '/v1/videos')).body.data
  assert.match(copied, new RegExp(`/v1/videos/${tasks.at(-1).id}/upscale`))
  assert.match(copied, /"amount_micro": 1550000/)
})

test('the strip counts what is at work and waits, and cancels what waits once its Undo is gone', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 1_000_000_000n, concurrencyLimit: 100 })
  const call = callAs(gateway, key)
  for (let made = 0; made < 40; made += 4) await call('POST', '/v1/videos', { prompt: 'lakes', n: 4 })
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByText('40 waiting').waitFor()
  const cancel = page.getByRole('button', { name: 'Cancel waiting' })
  await cancel.click()
  await page.getByText('Cancelling 40 waiting videos', { exact: true }).waitFor()
  await page.getByRole('button', { name: 'Undo' }).click()
  assert.equal((await call('GET', '/v1/credits')).body.frozen_micro, 40 * 2_520_000)
  await cancel.click()
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await cancel.waitFor({ state: 'detached' })
  // The strip goes while the last two are being cancelled.
  await until(async () => (await call('GET', '/v1/credits')).body.frozen_micro === 0)
})

test('the first minute: the prompt has the focus, and an example with its price fills the composer', async () => {
  const { page, call } = await signedIn(gateway)
  await page.waitForFunction(() => document.activeElement?.tagName === 'TEXTAREA')
  const examples = page.getByRole('list', { name: 'Examples to begin with' }).getByRole('button')
  await examples.filter({ hasText: '9:16 · 5 s · ¥2.52' }).click()
  assert.match(await promptOf(page).inputValue(), /neon street/)
  assert.equal(await page.getByRole('radio', { name: '9:16' }).isChecked(), true)
  assert.equal(await examples.count(), 6)
  assert.deepEqual(await faultsOf(page), [])
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  assert.deepEqual((await call('GET', '/v1/videos')).body.data, [])
})
