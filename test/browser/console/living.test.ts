import assert from 'node:assert/strict'
import { join } from 'node:path'
import { after, test } from 'node:test'
import sharp from 'sharp'
import { startWorker } from '../../../workers/worker.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { quickEngine } from '../../support/quick-engine.ts'
import { buildConsole, faultsOf, generate, signedIn } from './page.ts'

/** Cards of unfinished works. The page prefers reduced motion. */

buildConsole()
const gateway = await startTestGateway()

const seen = Promise.withResolvers<void>()
const quick = quickEngine({ renderUntil: () => seen.promise })
const worker = startWorker(gateway.rooms.resources, {
  engine: {
    ...quick,
    async render(input, signal, onProgress, onPreview) {
      if (input.task.prompt.includes('shown')) {
        const frame = join(input.folder, 'frame.png')
        await sharp({ create: { width: 768, height: 1344, channels: 3, background: '#2a6bb0' } }).toFile(frame)
        onPreview?.(frame)
      }
      return quick.render(input, signal, onProgress)
    },
  },
  capabilities: ['encode', 'render', 'package'],
  pool: 'shared',
})
after(() => worker.close(0))

test('a card at work shows its preview and its steps, unclipped on a phone, and the film in the end', async () => {
  const { page, call, complaints } = await signedIn(gateway)
  await call('POST', '/v1/videos', { prompt: 'a lake that is shown', aspect_ratio: '9:16' })
  const card = page.locator('[data-work]')
  await card.locator('img[data-preview="true"]').waitFor()
  assert.ok(await card.locator('img').evaluate((image) => (image as HTMLImageElement).naturalWidth > 0))
  const steps = card.getByRole('progressbar', { name: 'Rendering' })
  assert.equal(await steps.getAttribute('aria-valuenow'), '14')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.waitForFunction(() => (document.querySelector('article')?.clientWidth ?? 0) < 110)
  const [state, frame] = [await card.getByText('Rendering').boundingBox(), await card.boundingBox()]
  assert.ok(state && frame && state.x + state.width <= frame.x + frame.width)
  assert.deepEqual(await faultsOf(page), [])
  seen.resolve()
  await page.locator('[data-status="SUCCEEDED"] img').waitFor()
  assert.deepEqual(complaints, [])
})

test('without a preview a card shows its start image blurred, else the colours of its prompt, without motion', async () => {
  const { page } = await signedIn(gateway)
  await worker.close(0)
  await generate(page, 'an aurora')
  const sky = page.locator('[data-status="QUEUED"] [style*="linear-gradient"]')
  await sky.waitFor()
  assert.equal(await sky.evaluate((element) => getComputedStyle(element).animationName), 'none')
  await page.getByLabel('Start frame', { exact: true }).setInputFiles('test/corpus/rgb.png')
  await page.getByRole('button', { name: 'Remove rgb.png' }).waitFor()
  await generate(page, 'it begins to snow')
  const image = page.locator('[data-status="QUEUED"] img')
  await image.waitFor()
  assert.equal(await image.evaluate((element) => (element as HTMLImageElement).style.filter), 'blur(18px)')
  await page.getByRole('button', { name: 'Settings' }).click()
  await page.getByRole('menuitemradio', { name: '中文' }).click()
  await page.keyboard.press('Escape')
  await page.getByText('收尾').first().waitFor()
})
