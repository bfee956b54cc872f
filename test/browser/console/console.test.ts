import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { startProcess } from '../../support/process.ts'
import { until } from '../../support/until.ts'
import { startQuickWorker } from '../../support/worker.ts'
import {
  buildConsole,
  callAs,
  faultsOf,
  generate,
  openConsole,
  promptOf,
  scriptBytes,
  signedIn,
  signIn,
} from './page.ts'

buildConsole()
const gateway = await startTestGateway()

test('an invalid key is refused at its input field', async () => {
  const { page } = await openConsole(gateway.url)
  await page.getByLabel('API key').fill('vgk_wrong')
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This key is not valid.').waitFor()
  assert.equal(await page.getByLabel('API key').getAttribute('aria-invalid'), 'true')
})

test('the first page loads at most 200 KB of script', async () => {
  const bytes = await scriptBytes(gateway.url)
  assert.ok(bytes > 50_000 && bytes <= 200 * 1024, String(bytes))
})

test('uploaded material and a prompt with its marker become a video that plays, without polling', async () => {
  const { page, call, foreign, complaints } = await signedIn(gateway)
  await page.getByLabel('Reference', { exact: true }).setInputFiles('test/corpus/rgb.png')
  await page.getByRole('button', { name: 'Remove rgb.png' }).waitFor()
  await promptOf(page).pressSequentially('the lake of @')
  await page.getByRole('option', { name: '@图片1' }).waitFor()
  await page.keyboard.press('Enter')
  assert.equal(await promptOf(page).inputValue(), 'the lake of @图片1')
  await page.getByRole('radio', { name: '1:1' }).check()
  await page.getByRole('button', { name: 'Generate', disabled: false }).click()
  const card = page.locator('[data-work]')
  await card.getByText('Queued').waitFor()

  const asked = new Set<unknown>()
  page.on('request', (request) => {
    if (request.method() === 'POST') asked.add(request.postDataJSON().operationName)
  })
  const seen = Promise.withResolvers<void>()
  const worker = await startQuickWorker(gateway, { renderUntil: () => seen.promise })
  await page.locator('[data-status="RENDERING"]').waitFor()
  seen.resolve()
  await page.locator('[data-status="SUCCEEDED"] img').waitFor()
  const [task] = (await call('GET', '/v1/videos')).body.data
  // At most the price of the next one was requested: the result was pushed.
  assert.deepEqual(asked.difference(new Set(['Quote'])), new Set())
  assert.deepEqual([task.mode, task.aspect_ratio, task.references.length], ['reference_to_video', '1:1', 1])

  const range = page.waitForResponse((response) => response.status() === 206)
  await page.getByRole('button', { name: 'Open: the lake' }).click()
  await page.waitForFunction(() => (document.querySelector('dialog video') as HTMLVideoElement)?.currentTime > 0.2)
  assert.match((await range).headers()['content-range'] ?? '', /^bytes \d+-\d+\/\d+$/)
  await worker.end()
  assert.deepEqual([foreign, complaints], [[], []])
})

test('every problem is shown at its field before submission, and nothing is created', async () => {
  const { page } = await signedIn(gateway)
  const earlier = await gateway.counts()
  await promptOf(page).fill('see @图片2')
  await page.getByText('The prompt names material that is not attached.').waitFor()
  await page.getByText('More settings').click()
  await page.getByLabel('Webhook address').fill('http://example.com')
  await page.locator('input[type=url][aria-invalid="true"]').waitFor()
  await page.getByText('See what is marked above.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Generate' }).isDisabled(), true)
  assert.deepEqual(await gateway.counts(), earlier)
})

test('a parameter is shown, hidden and prefilled as the operator configured it', async () => {
  const { key, accountId } = await gateway.newAccount()
  const parameters = '{"seed":{"visible":false,"default":null},"duration":{"visible":true,"default":10}}'
  const { pool } = gateway.rooms.resources
  await pool.query('update account set console_parameters = $2 where id = $1', [accountId, parameters])
  const { page } = await openConsole(gateway.url)
  await signIn(page, key)
  await page.getByRole('button', { name: 'Generate · ¥5.02' }).waitFor()
  await page.getByText('More settings').click()
  await page.getByLabel('Webhook address').waitFor()
  assert.equal(await page.getByLabel('Seed').count(), 0)
})

test('the tasks of one create are grouped, and cancelling one costs nothing', async () => {
  const { page, call } = await signedIn(gateway)
  await page.getByRole('radio', { name: '2', exact: true }).check()
  await generate(page, 'two lakes')
  const takes = page.getByRole('region', { name: '2 takes of one prompt' }).locator('[data-work]')
  await takes.nth(1).hover()
  await takes.nth(1).getByRole('button', { name: 'Cancel' }).click()
  await takes.nth(1).getByText('Cancelled').waitFor()
  assert.equal(await takes.nth(0).getAttribute('data-status'), 'QUEUED')
  const credits = (await call('GET', '/v1/credits')).body
  assert.deepEqual([credits.balance_micro, credits.frozen_micro], [100_000_000, 2_520_000])
})

test('a finished video is upscaled at the price on the button', async () => {
  const { page, call } = await signedIn(gateway)
  const worker = await startQuickWorker(gateway, { renderMs: 300 })
  await page.getByRole('radio', { name: '1:1' }).check()
  await generate(page, 'a small lake')
  await page.locator('[data-status="SUCCEEDED"]').waitFor()
  await page.getByRole('button', { name: 'Open: a small lake' }).click()
  const upscale = page.getByRole('button', { name: 'Upscale to 2K · ¥1.55' })
  await upscale.click()
  await page.getByRole('dialog').getByText('Upscaled from').waitFor()
  await page.getByRole('dialog').getByText('1536 × 1536').waitFor()
  await worker.end()
  const [task] = (await call('GET', '/v1/videos')).body.data
  assert.deepEqual([task.status, task.resolution, task.usage.amount_micro], ['succeeded', '2k', 1_550_000])
})

test('a revoked key signs the page out at once', async () => {
  const { page, call, accountId } = await signedIn(gateway)
  const { rows } = await gateway.rooms.resources.pool.query('select id from api_key where account_id = $1', [accountId])
  await page.getByText('Your videos will appear here').waitFor()
  const revoked = await call('DELETE', `/v1/api-keys/${rows[0].id}`)
  assert.equal(revoked.status, 200)
  await page.getByRole('alert').getByText('You were signed out').waitFor()
})

test('a key created in the console opens the account after it is copied, until it is revoked', async () => {
  const { page } = await signedIn(gateway, '/keys')
  await page.getByLabel('Name').fill('for a robot')
  await page.getByRole('button', { name: 'Create key' }).click()
  const key = await page.getByRole('status').locator('code').textContent()
  const read = () => callAs(gateway, String(key))('GET', '/v1/videos')
  assert.equal((await read()).status, 200)
  const row = page.getByRole('row', { name: 'for a robot' })
  await row.getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await row.getByText('Revoked').waitFor()
  await until(async () => (await read()).status === 401)
})

test('every action is available by keyboard', async () => {
  const { page } = await signedIn(gateway)
  await page.keyboard.press('/')
  await page.keyboard.type('a lake by keyboard')
  await page.locator('[data-stale="false"]').waitFor()
  await page.getByRole('button', { name: 'Generate', disabled: false }).waitFor()
  await page.keyboard.press('Control+Enter')
  const first = page.getByRole('button', { name: 'Open: a lake by keyboard' })
  await first.waitFor()
  await generate(page, 'another lake')
  const second = page.getByRole('button', { name: 'Open: another lake' })
  await second.focus()
  await page.keyboard.press('ArrowRight')
  assert.equal(await first.evaluate((card) => card === document.activeElement), true)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog', { name: 'a lake by keyboard' }).waitFor()
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  assert.equal(await first.evaluate((card) => card === document.activeElement), true)
})

test('the page recovers from a killed gateway during a render without a reload', async () => {
  const { key } = await gateway.newAccount()
  const call = callAs(gateway, key)
  const isDone = async () => (await call('GET', '/v1/videos')).body.data[0].status === 'succeeded'
  const doomed = await startProcess(gateway, 'src/gateway-main.ts')
  const { page } = await openConsole(doomed.ready)
  await signIn(page, key)
  await page.evaluate(() => Object.assign(window, { isSamePage: true }))
  const gone = Promise.withResolvers<void>()
  const slow = 'a lake that takes its time'
  const worker = await startQuickWorker(gateway, {
    renderUntil: (prompt) => (prompt === slow ? gone.promise : null),
  })
  await page.getByRole('radio', { name: '1:1' }).check()
  await generate(page, slow)
  await page.locator('[data-status="RENDERING"]').waitFor()
  await doomed.end('SIGKILL')
  await page.getByText('Connection lost. Reconnecting…').waitFor()
  gone.resolve()
  // The end's event is not delivered: the page receives it when it resumes with its cursor.
  await until(isDone, 60_000)
  await startProcess(gateway, 'src/gateway-main.ts', { PORT: new URL(doomed.ready).port })
  await page.locator('[data-status="SUCCEEDED"] img').waitFor()
  await page.getByText('Connection lost. Reconnecting…').waitFor({ state: 'detached' })
  await worker.end()
  assert.equal(await page.evaluate(() => 'isSamePage' in window), true)
})

test('no page has a serious accessibility fault in either theme', async () => {
  const { page, call } = await signedIn(gateway)
  const faults: string[] = []
  const look = async () => faults.push(...(await faultsOf(page)))
  await call('POST', '/v1/videos', { prompt: 'two lakes', n: 2 })
  await page.getByRole('button', { name: 'Open: two lakes' }).first().waitFor()
  await page.getByText('More settings').click()
  await look()
  await page.getByRole('button', { name: 'Open: two lakes' }).first().click()
  await page.getByRole('dialog').getByText('As code').waitFor()
  await look()
  await page.keyboard.press('Escape')
  for (const [name, text] of [
    ['Credits', 'Balance after'],
    ['Keys', 'Last used'],
    ['Webhooks', 'Nothing has been sent yet'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByText(text).waitFor()
    await look()
  }
  assert.deepEqual(faults, [])
})
