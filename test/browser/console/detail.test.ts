import assert from 'node:assert/strict'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import type { Page } from 'playwright-core'
import { openShell } from '../../guides/shell.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import { buildConsole, callAs, faultsOf, openConsole, promptOf, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway()
const folder = mkdtempSync(join(tmpdir(), 'vidgate-code-'))
after(() => rmSync(folder, { recursive: true }))

/** The code in a form, after its colours have loaded. */
async function codeIn(page: Page, form: string): Promise<string> {
  await page.getByRole('dialog').getByRole('radio', { name: form }).check()
  const code = page.getByRole('dialog').getByRole('region', { name: form, exact: true })
  await code.locator('[data-kind="hljs-string"]').first().waitFor()
  return (await code.locator('code').textContent()) ?? ''
}

const statesIn = (page: Page) =>
  page.getByRole('region', { name: 'Timeline' }).getByRole('listitem').locator('span').allTextContents()

/** Dialog of a work in a page that is signed in with a key. */
async function opened(key: string, workId: string) {
  const console_ = await openConsole(gateway.url, `/?work=${workId}`)
  await signIn(console_.page, key)
  await console_.page.getByRole('region', { name: 'Timeline' }).getByText('Done').waitFor()
  return console_
}

test('each form of the code creates the video again, and the code of an upscale orders the upscale', async (t) => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  const worker = await startQuickWorker(gateway)
  const wanted = {
    prompt: 'it\'s a "lake" at $dusk\n湖',
    aspect_ratio: '1:1',
    service_tier: 'draft',
    acceleration: 'off',
    seed: 7,
    audio: false,
    metadata: { "owner's": [true, null, 'a \\ b'] },
  }
  const first = (await call('POST', '/v1/videos', wanted)).body
  const { page, complaints } = await opened(key, first.id)
  assert.deepEqual(await statesIn(page), ['Queued', 'Reading prompt', 'Rendering', 'Finishing', 'Done'])
  const shell = openShell(folder)
  t.mock.method(console, 'log', () => {})
  process.env['VIDGATE_KEY'] = key
  const runJavaScript = (code: string) => import(`data:text/javascript,${encodeURIComponent(code)}`)
  const runGraphql = async (code: string) => {
    const [query, variables] = code.split('\n\n')
    return (await call('POST', '/graphql', { query, variables: JSON.parse(variables ?? '') })).body.data
  }

  const curl = await codeIn(page, 'curl')
  await shell.run(`export VIDGATE_KEY=${key}\n${curl}`)
  await runJavaScript(await codeIn(page, 'JavaScript'))
  const { taskCreate } = await runGraphql(await codeIn(page, 'GraphQL'))
  assert.deepEqual(taskCreate.userErrors, [])
  const { data: tasks } = (await call('GET', '/v1/videos')).body
  assert.equal(tasks.length, 4)
  for (const task of tasks) {
    const { prompt, aspect_ratio, service_tier, acceleration, seed, audio, metadata } = task
    assert.deepEqual({ prompt, aspect_ratio, service_tier, acceleration, seed, audio, metadata }, wanted)
  }
  // No Python is needed to run the tests: its dictionary is read as the JSON that it was written from.
  const python = await codeIn(page, 'Python')
  const body = /^body = (\{[\s\S]*?^\})$/m.exec(python)?.[1] ?? ''
  const json = body.replace(/"(?:[^"\\]|\\.)*"|True|False|None/g, (token) =>
    token === 'None' ? 'null' : token.startsWith('"') ? token : token.toLowerCase(),
  )
  const sent = /-d '(\{[\s\S]*\})'$/.exec(curl)?.[1]?.replaceAll("'\\''", "'")
  assert.deepEqual(JSON.parse(json), JSON.parse(sent ?? ''))
  assert.deepEqual(await faultsOf(page), [])

  const amount = (await call('GET', `/v1/videos/${first.id}/upscale`)).body.amount_micro
  const upscale = (await call('POST', `/v1/videos/${first.id}/upscale`, { amount_micro: amount })).body
  const { page: other } = await opened(key, upscale.id)
  assert.deepEqual(await statesIn(other), ['Queued', 'Upscaling', 'Finishing', 'Done'])
  await shell.run(await codeIn(other, 'curl'))
  assert.match(shell.said(), new RegExp(`"id": *"${upscale.id}"`))
  await runJavaScript(await codeIn(other, 'JavaScript'))
  const { taskUpscale } = await runGraphql(await codeIn(other, 'GraphQL'))
  assert.deepEqual(taskUpscale, { task: { id: upscale.id, status: 'SUCCEEDED' }, userErrors: [] })
  assert.equal((await call('GET', '/v1/videos')).body.data.length, 5)
  await worker.end()
  assert.deepEqual(complaints, [])
})

test('the cancel button names what is paid so far, and the phone shows the balance and the id to copy', async () => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  const rendered = Promise.withResolvers<void>()
  const worker = await startQuickWorker(gateway, { renderUntil: () => rendered.promise })
  const { body: task } = await call('POST', '/v1/videos', { prompt: 'a lake' })
  const { page } = await openConsole(gateway.url)
  await page.setViewportSize({ width: 390, height: 844 })
  await signIn(page, key)
  const balance = page.getByTitle('Available', { exact: true })
  await balance.getByText('¥97.48').waitFor()
  const box = await balance.boundingBox()
  assert.ok(box && box.x >= 0 && box.x + box.width <= 390, JSON.stringify(box))
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)

  await page.getByRole('button', { name: 'Open: a lake' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Cancel · you pay ¥0.02 so far' }).waitFor()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await dialog.getByRole('button', { name: task.id }).click()
  assert.equal(await page.evaluate(() => navigator.clipboard.readText()), task.id)
  await dialog.getByRole('button', { name: 'Cancel · you pay ¥0.02 so far' }).click()
  await dialog.getByRole('region', { name: 'Timeline' }).getByText('Cancelled').waitFor()
  assert.equal((await call('GET', `/v1/videos/${task.id}`)).body.usage.amount_micro, 20_000)
  rendered.resolve()
  await worker.end()
})

test('a finished video goes on with another seed, its last frame as a start, or its film as a reference', async () => {
  const { key } = await gateway.newAccount()
  const worker = await startQuickWorker(gateway)
  const call = callAs(gateway, key)
  const { id } = (await call('POST', '/v1/videos', { prompt: 'a lake', aspect_ratio: '1:1', seed: 7 })).body
  const { page, complaints } = await opened(key, id)
  const goOn = async (name: string) => {
    await page.getByRole('button', { name, exact: true }).click()
    await page.getByRole('dialog').waitFor({ state: 'detached' })
  }
  await goOn('Vary the seed')
  assert.equal(await promptOf(page).inputValue(), 'a lake')
  await page.getByText('More settings').click()
  assert.equal(await page.getByLabel('Seed').inputValue(), '')
  await page.getByRole('button', { name: 'Open: a lake' }).click()
  await goOn('Continue from the last frame')
  await page.getByRole('button', { name: `Use ${id}.png as something else` }).waitFor()
  await page.getByText('768 × 768').first().waitFor()
  await page.getByRole('radio', { name: 'Frames', checked: true }).waitFor()
  await page.getByRole('button', { name: 'Open: a lake' }).click()
  await goOn('Use as reference')
  await page.getByText(`${id}.mp4`).waitFor()
  const stored = async () => (await call('POST', '/graphql', { query: '{ files { totalCount } }' })).body.data.files
  await until(async () => (await stored()).totalCount === 2)
  assert.deepEqual(complaints, [])
  await worker.end()
})
