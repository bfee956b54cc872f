import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestGateway } from '../../support/gateway.ts'
import { DELIVERING, startReceiver } from '../../webhook/receiver.ts'
import { buildConsole, callAs, faultsOf, openConsole, signedIn, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway({}, DELIVERING)
const { pool } = gateway.rooms.resources

const rowOf = (page: Page, name: string) => page.getByRole('row', { name })

test('a key is created with a spend limit and a last day, and shows what it spent of its limit', async () => {
  const { page, call, accountId } = await signedIn(gateway, '/keys')
  await page.getByLabel('Name').fill('for a robot')
  await page.getByLabel('Last day').fill('2999-12-31')
  await page.getByLabel('Spend limit', { exact: true }).selectOption('Each day (UTC)')
  await page.getByLabel('At most, in yuan').fill('ten')
  await page.getByText('An amount in yuan, such as 10.00, with at most six decimals.').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create key' }).isDisabled(), true)
  await page.getByLabel('At most, in yuan').fill('3')
  await page.getByRole('button', { name: 'Create key' }).click()
  const robot = callAs(gateway, String(await page.getByRole('status').locator('code').textContent()))
  await rowOf(page, 'for a robot').getByText('¥0.00 of ¥3.00 today').waitFor()
  await rowOf(page, 'for a robot').getByText('until').waitFor()
  assert.equal((await robot('POST', '/v1/videos', { prompt: 'a lake' })).status, 202)
  const { body: refused } = await robot('POST', '/v1/videos', { prompt: 'a second lake' })
  assert.equal(refused.error.code, 'spend_limit_exceeded')

  await rowOf(page, 'for a robot').getByRole('button', { name: 'Change limit' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Spend limit', { exact: true }).selectOption('In all')
  await dialog.getByLabel('At most, in yuan').fill('6.5')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await rowOf(page, 'for a robot').getByText('¥2.52 of ¥6.50').waitFor()
  assert.equal((await robot('POST', '/v1/videos', { prompt: 'a second lake' })).status, 202)

  await rowOf(page, 'for a robot').getByRole('button', { name: 'Change limit' }).click()
  await dialog.getByLabel('Spend limit', { exact: true }).selectOption('No limit')
  await dialog.getByRole('button', { name: 'Save limit' }).click()
  await rowOf(page, 'for a robot').getByText('No limit').waitFor()
  const { rows } = await pool.query(
    `select spend_limit_micro, expires_at > '2999-12-30' as late from api_key where account_id = $1 and name = 'for a robot'`,
    [accountId],
  )
  assert.deepEqual(rows, [{ spend_limit_micro: null, late: true }])
  assert.equal((await call('GET', '/v1/api-keys')).body.data.length, 2)
})

test('a last day in the past is refused at its field, and no key is created', async () => {
  const { page, call } = await signedIn(gateway, '/keys')
  await page.getByLabel('Name').fill('too late')
  await page.getByLabel('Last day').fill('2020-01-01')
  await page.getByRole('button', { name: 'Create key' }).click()
  await page.getByText('Choose a day in the future.').waitFor()
  assert.equal(await page.getByLabel('Last day').getAttribute('aria-invalid'), 'true')
  assert.equal((await call('GET', '/v1/api-keys')).body.data.length, 1)
})

test('the panel of a new key disappears when the key is revoked', async () => {
  const { page } = await signedIn(gateway, '/keys')
  for (const name of ['kept', 'dropped']) {
    await page.getByLabel('Name').fill(name)
    await page.getByRole('button', { name: 'Create key' }).click()
    await rowOf(page, name).waitFor()
  }
  const panel = page.getByText('Copy the key now.')
  await rowOf(page, 'kept').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await rowOf(page, 'kept').getByText('Revoked').waitFor()
  assert.equal(await panel.count(), 1)
  await rowOf(page, 'dropped').getByRole('button', { name: 'Revoke' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await panel.waitFor({ state: 'detached' })
})

test('the last key that administers keys is revoked only after its name is typed', async () => {
  const { page } = await signedIn(gateway, '/keys')
  const own = page.getByRole('row').filter({ hasText: 'This key: you are signed in with it' })
  await own.getByRole('button', { name: 'Revoke' }).click()
  const dialog = page.getByRole('dialog')
  const confirm = dialog.getByRole('button', { name: 'Revoke' })
  await dialog.getByText('No other active key may administer keys.').waitFor()
  assert.equal(await confirm.isDisabled(), true)
  const name = /“(.+)”/.exec((await dialog.locator('label').textContent()) ?? '')?.[1] ?? ''
  await dialog.getByRole('textbox').fill(`${name}x`)
  assert.equal(await confirm.isDisabled(), true)
  await dialog.getByRole('textbox').fill(name)
  await confirm.click()
  await page.getByRole('alert').getByText('You were signed out').waitFor()
})

test('the page of keys says that a key may not administer keys', async () => {
  const { key } = await gateway.newAccount({ scopes: ['videos:read'] })
  const { page, complaints } = await openConsole(gateway.url, '/keys')
  await signIn(page, key)
  await page.getByText('This key may not administer keys').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Create key' }).count(), 0)
  assert.deepEqual(complaints, [])
})

test('a low balance is shown and reported as set, and errors stand at their fields', async () => {
  const { page, call, accountId } = await signedIn(gateway, '/credits')
  const receiver = await startReceiver()
  const settingOf = async () =>
    (await pool.query('select balance_low_micro, balance_low_url from account where id = $1', [accountId])).rows[0]
  await page.getByRole('button', { name: 'Set threshold' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Threshold').fill('98')
  await dialog.getByLabel('Webhook address').fill('ftp://example.com')
  await dialog.getByRole('button', { name: 'Save threshold' }).click()
  await dialog.getByText('Enter an https address').waitFor()
  assert.equal(await dialog.getByLabel('Webhook address').getAttribute('aria-invalid'), 'true')
  assert.deepEqual(await settingOf(), { balance_low_micro: null, balance_low_url: null })

  await dialog.getByLabel('Webhook address').fill(receiver.url)
  await dialog.getByRole('button', { name: 'Save threshold' }).click()
  const panel = page.getByRole('region', { name: 'Low balance' })
  await panel.getByText('When less than ¥98.00 is available').waitFor()
  assert.equal(await page.getByText('Less than ¥98.00 is available.').count(), 0)
  await call('POST', '/v1/videos', { prompt: 'a lake' })
  await page.getByText('Less than ¥98.00 is available.').waitFor()
  const [event] = await receiver.got(1)
  assert.equal(event?.body.type, 'account.balance_low')

  await panel.getByRole('button', { name: 'Change threshold' }).click()
  await dialog.getByRole('button', { name: 'Turn off' }).click()
  await panel.getByText('A low balance is not reported.').waitFor()
  await page.getByText('Less than ¥98.00 is available.').waitFor({ state: 'detached' })
  assert.deepEqual(await settingOf(), { balance_low_micro: null, balance_low_url: null })
})

test('the ledger of a month is saved as the file that the gateway exports', async () => {
  const { page, call, complaints } = await signedIn(gateway, '/credits')
  await call('POST', '/v1/videos', { prompt: 'a lake' })
  const panel = page.getByRole('region', { name: 'Export of the ledger' })
  const month = new Date().toISOString().slice(0, 7)
  const saving = page.waitForEvent('download')
  await panel.getByRole('button', { name: 'Save as CSV' }).click()
  const saved = await saving
  assert.match(saved.suggestedFilename(), new RegExp(`${month}.*\\.csv$`))
  const text = await readFile(await saved.path(), 'utf8')
  assert.equal(text.trim().split(/\r?\n/).length, 3)
  assert.equal(await panel.getByLabel('Month').inputValue(), month)
  assert.deepEqual(complaints, [])
})

test('a test event shows its payload and each try with its answer, and can be sent again', async () => {
  const { page, complaints } = await signedIn(gateway, '/webhooks')
  const receiver = await startReceiver((response, _received, count) => {
    response.statusCode = count === 1 ? 410 : 200
    response.end(count === 1 ? 'not wanted' : 'thanks')
  })
  const form = page.getByRole('form', { name: 'Test event' })
  await form.getByLabel('Address').fill('nowhere')
  await form.getByRole('button', { name: 'Send test event' }).click()
  await form.getByText('Enter an https address').waitFor()
  assert.equal(await form.getByLabel('Address').getAttribute('aria-invalid'), 'true')

  await form.getByLabel('Address').fill(receiver.url)
  await form.getByRole('button', { name: 'Send test event' }).click()
  const drawer = page.getByRole('dialog', { name: 'webhook.test' })
  const tries = drawer.getByRole('region', { name: 'Tries' })
  await tries.getByText('not wanted').waitFor()
  await tries.getByText('Try 1 · 410').waitFor()
  const [first] = await receiver.got(1)
  const payload = await drawer.getByRole('region', { name: 'Payload' }).locator('pre').textContent()
  assert.deepEqual(JSON.parse(payload ?? ''), first?.body)
  assert.deepEqual(await faultsOf(page), [])

  await page.keyboard.press('Escape')
  const row = rowOf(page, 'webhook.test')
  await row.getByText('Failed · 410 · 1 try').waitFor()
  await row.getByRole('button', { name: 'Send again' }).click()
  await receiver.got(2)
  await row.getByRole('button', { name: 'webhook.test' }).click()
  await tries.getByText('thanks').waitFor()
  assert.equal(await tries.getByRole('listitem').count(), 2)
  assert.deepEqual(complaints, [])
})

test('the signing secret is shown and hidden again', async () => {
  const { page } = await signedIn(gateway, '/webhooks')
  const panel = page.getByRole('region', { name: 'Signing secret' })
  await panel.getByRole('button', { name: 'Show' }).click()
  await panel.getByText('whsec_').waitFor()
  await panel.getByRole('button', { name: 'Hide' }).click()
  await panel.getByText('whsec_').waitFor({ state: 'detached' })
  await panel.getByRole('button', { name: 'Show' }).waitFor()
})

test('keys, credits and webhooks fit a phone as cards, without a serious accessibility fault', async () => {
  const { page, call } = await signedIn(gateway, '/keys')
  await call('POST', '/v1/webhooks/test', { url: 'http://127.0.0.1:9/a/long/address/that/does/not/answer' })
  await page.setViewportSize({ width: 390, height: 844 })
  const faults: string[] = []
  for (const [name, text] of [
    ['Keys', 'Last used'],
    ['Credits', 'Low balance'],
    ['Webhooks', 'webhook.test'],
  ] as const) {
    await page.getByRole('link', { name, exact: true }).click()
    await page.getByText(text).first().waitFor()
    faults.push(...(await faultsOf(page)))
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
    const hidden = await page
      .locator('table td, table th[scope=row]')
      .evaluateAll((cells) =>
        cells.filter((cell) => cell.getBoundingClientRect().right > 390).map((cell) => cell.textContent),
      )
    assert.deepEqual(hidden, [])
  }
  assert.deepEqual(faults, [])
})
