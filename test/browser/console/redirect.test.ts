import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../../src/key/caller.ts'
import { answerXml, startTestS3 } from '../../storage/s3-server.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { watch } from '../../support/watch.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { buildConsole, openConsole, signIn } from './page.ts'

buildConsole()
const s3 = await startTestS3()
const bucket = s3.environment['S3_ENDPOINT'] ?? ''
const environment = { ...s3.environment, S3_DOWNLOADS: 'redirect' }
const gateway = await startTestGateway({ scopes: SCOPES }, { environment })
const worker = await startQuickWorker(gateway)
const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1' })
await (await watch(gateway, body.id)).ended
await worker.end()

const { page, foreign, complaints } = await openConsole(gateway.url)
await signIn(page, gateway.key)
type Film = HTMLVideoElement
const isPlaying = () => (document.querySelector('dialog video') as Film)?.currentTime > 0.2

test('the console shows the picture, plays and downloads a video that is in a bucket', async () => {
  const card = page.locator('[data-status="SUCCEEDED"]')
  assert.match((await card.locator('img').getAttribute('src')) ?? '', /^blob:/)
  await page.getByRole('button', { name: 'Open: a lake' }).click()
  await page.waitForFunction(isPlaying)
  const saved = page.waitForEvent('download')
  await page.getByRole('dialog').getByRole('button', { name: 'Download' }).click()
  const download = await saved
  assert.equal(download.suggestedFilename(), `${body.id}.mp4`)
  assert.equal(await download.failure(), null)
  assert.ok(
    foreign.length >= 3 && foreign.every((url) => url.startsWith(`${bucket}/vidgate-test/`)),
    foreign.join('\n'),
  )
  assert.deepEqual(complaints, [])
})

test('a film whose address expires while it is open continues with a new link', async () => {
  const film = page.locator('dialog video')
  const before = await film.getAttribute('src')
  await film.evaluate((film) => film.dispatchEvent(new Event('error')))
  await page.waitForFunction((before) => document.querySelector('dialog video')?.getAttribute('src') !== before, before)
  assert.match((await film.getAttribute('src')) ?? '', /^\/v1\/videos\/vid_\w+\/content\?.*signature=.*#t=\d/)
  await page.waitForFunction(isPlaying)

  s3.intercept = ({ method, url = '' }, response) => {
    if (method !== 'GET' || !url.includes('.mp4')) return false
    answerXml(response, 403, '<Error><Code>AccessDenied</Code></Error>')
    return true
  }
  await film.evaluate((film) => film.dispatchEvent(new Event('error')))
  await page.getByText('The video cannot be played.').waitFor()
})
