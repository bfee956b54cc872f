import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestGateway } from '../../support/gateway.ts'
import { buildConsole, generate, signedIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()

const pick = (page: Page, purpose: string, path: string) =>
  page.getByLabel(purpose, { exact: true }).setInputFiles(path)

test('a refused file shows its reason and disables the button', async () => {
  const { page, call } = await signedIn(gateway)
  await pick(page, 'Reference', 'test/corpus/page.html-as.png')
  await page.getByRole('listitem').getByText('This kind of file or codec is not supported.').waitFor()
  await page.getByRole('textbox', { name: 'What the video shows' }).fill('a lake')
  await page.getByText('See what is marked above.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Generate' }).isDisabled(), true)
  await page.getByRole('button', { name: 'Remove page.html-as.png' }).click()
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  assert.deepEqual((await call('GET', '/v1/files')).body.data, [])
})

test('an upload shows its progress, and a stopped upload leaves nothing', async () => {
  const { page, call } = await signedIn(gateway)
  const debug = await page.context().newCDPSession(page)
  const slow = { offline: false, latency: 0, downloadThroughput: -1, uploadThroughput: 100_000 }
  await debug.send('Network.emulateNetworkConditions', slow)
  await page
    .getByLabel('Reference', { exact: true })
    .setInputFiles({ name: 'long.wav', mimeType: 'audio/wav', buffer: Buffer.alloc(1_000_000) })
  const progress = page.getByRole('progressbar', { name: 'Sending long.wav' })
  await page.waitForFunction(() => (document.querySelector('progress')?.value ?? 0) > 0)
  const stopped = page.waitForEvent('requestfailed')
  await page.getByRole('button', { name: 'Remove long.wav' }).click()
  await stopped
  assert.equal(await progress.count(), 0)
  assert.deepEqual((await call('GET', '/v1/files')).body.data, [])
})

test('frames select image_to_video, and a reference can become an end frame', async () => {
  const { page, call } = await signedIn(gateway)
  await pick(page, 'Start frame', 'test/corpus/rgb.png')
  await page.getByRole('button', { name: 'Use rgb.png as something else' }).waitFor()
  const frames = page.getByRole('radio', { name: 'Frames', includeHidden: true })
  assert.deepEqual([await frames.isChecked(), await frames.isVisible()], [true, false])
  await pick(page, 'Reference', 'test/corpus/photo-exif6.jpg')
  await page.getByRole('radio', { name: 'References', checked: true }).waitFor()
  await page.getByRole('listitem').getByText('Not used in this mode').waitFor()
  await page.getByRole('button', { name: 'Use photo-exif6.jpg as something else' }).click()
  await page.getByRole('menuitem', { name: 'End frame' }).click()
  await page.getByRole('radio', { name: 'Frames', checked: true }).waitFor()
  await generate(page, 'from one to the other')
  await page.locator('[data-status="QUEUED"]').waitFor()
  const [task] = (await call('GET', '/v1/videos')).body.data
  const files = (await call('GET', '/v1/files')).body.data
  assert.equal(files.length, 2, 'no file is sent again')
  const named = new Map<string, string>(files.map(({ id, filename }: Record<string, string>) => [id, filename]))
  assert.deepEqual(
    [task.mode, named.get(task.input_image), named.get(task.end_image), task.references],
    ['image_to_video', 'rgb.png', 'photo-exif6.jpg', []],
  )
})

test('a stored upload is reused without being sent again', async () => {
  const { page, call } = await signedIn(gateway)
  await pick(page, 'Start frame', 'test/corpus/rgb.png')
  await page.getByRole('listitem').getByText('×').waitFor()
  await page.getByRole('button', { name: 'Remove rgb.png' }).click()
  await page.getByRole('button', { name: 'Earlier uploads' }).click()
  await page.getByRole('menuitem', { name: 'rgb.png' }).click()
  await generate(page, 'from there on')
  await page.locator('[data-status="QUEUED"]').waitFor()
  const files = (await call('GET', '/v1/files')).body.data
  const [task] = (await call('GET', '/v1/videos')).body.data
  assert.deepEqual([files.length, task.mode, task.input_image], [1, 'image_to_video', files[0].id])
})

test('a file over its limit is refused before it is sent', async () => {
  const { page } = await signedIn(gateway)
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.headers()['content-type']?.startsWith('multipart/')) sent.push(request.url())
  })
  await page.getByLabel('Reference', { exact: true }).evaluate((input: unknown) => {
    const files = new DataTransfer()
    files.items.add(new File([new Uint8Array(30 * 2 ** 20 + 1)], 'large.png', { type: 'image/png' }))
    Object.assign(input as object, { files: files.files })
    ;(input as EventTarget).dispatchEvent(new Event('change', { bubbles: true }))
  })
  await page.getByRole('listitem').getByText('This file is too large').waitFor()
  assert.deepEqual(sent, [])
})
