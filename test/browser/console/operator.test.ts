import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Page } from 'playwright-core'
import { startTestGateway } from '../../support/gateway.ts'
import { startWorkerProcess } from '../../support/worker.ts'
import { asOperator, buildConsole, callAs, faultsOf, OPERATOR_KEY, openConsole, signIn } from './page.ts'

buildConsole()
const gateway = await startTestGateway({ name: 'Harbour Films' }, { environment: { OPERATOR_KEY } })
const { pool } = gateway.rooms.resources

/** Runs until it is killed, with heartbeats. */
const ENDLESS = { ENGINE: 'command', ENGINE_COMMAND: 'sleep 3600', ENGINE_LIMITS: '{}', WORKER_CAPABILITIES: 'encode' }

test('a key other than the operator’s shows nothing', async () => {
  const { page } = await openConsole(gateway.url, '/operator')
  await page.getByLabel('Operator key').fill(gateway.key)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await page.getByText('This is not the operator’s key.').waitFor()
  assert.equal(await page.getByRole('tablist').count(), 0)
})

/** One field of a stage's column. */
function figureOf(page: Page, stage: string, name: string) {
  const column = page.getByRole('region', { name: stage, exact: true })
  return column.locator('dl > div').filter({ hasText: name }).getByRole('definition')
}

test('a running stage is shown in its column, at its worker and in the attempts of both, and is started again', async () => {
  const { page, complaints, foreign } = await asOperator(gateway)
  await page.getByText('There are no workers').waitFor()
  const worker = await startWorkerProcess(gateway, ENDLESS)
  const { body: task } = await callAs(gateway, gateway.key)('POST', '/v1/videos', { prompt: 'a lake' })
  const row = page.getByRole('region', { name: 'Workers' }).getByRole('row', { name: 'command' })
  await row.getByText('Busy').waitFor()
  await figureOf(page, 'Encode', 'Running').getByText('1', { exact: true }).waitFor()

  await row.getByRole('button', { name: 'command' }).click()
  await page.getByRole('dialog').getByRole('row', { name: 'Encode 1 Running' }).waitFor()
  await page.getByRole('dialog').getByRole('button', { name: task.id }).click()
  await page
    .getByRole('dialog')
    .getByRole('heading', { name: `Tries of ${task.id}, encoding` })
    .waitFor()
  await page.getByRole('dialog').getByRole('button', { name: worker.ready }).waitFor()

  // A restart is confirmed; the next attempt is claimed after the worker has stopped the first.
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('dialog').getByRole('button', { name: 'Start again' }).click()
  await page.getByRole('dialog').getByRole('row', { name: 'Encode 1 Returned' }).waitFor()
  await page.getByRole('dialog').getByRole('row', { name: 'Encode 2' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')
  await page.getByRole('dialog').waitFor({ state: 'detached' })
  await worker.end('SIGTERM')
  await row.getByText('Stopped').waitFor()
  assert.deepEqual([foreign, complaints], [[], []])
})

test('the history of the last three hours counts what happened before the page was opened', async () => {
  const { page, complaints } = await asOperator(gateway)
  const history = page.getByRole('region', { name: 'Last three hours, by minute' })
  const tasks = history.getByRole('figure').filter({ has: page.getByRole('img', { name: 'Tasks' }) })
  const { rows } = await pool.query('select count(*)::int as created from task')
  assert.ok(rows[0].created > 0)
  await tasks.getByRole('listitem').filter({ hasText: 'Created' }).getByText(String(rows[0].created)).waitFor()
  assert.equal(await history.locator('canvas').count(), 4)
  assert.deepEqual(complaints, [])
})

test('a changed limit and a changed console parameter apply to the account', async () => {
  const { accountId, key } = await gateway.newAccount({ name: 'Quay Pictures' })
  const { page } = await asOperator(gateway, 'Accounts')
  await page.getByLabel('Name, or beginning of the id').fill('quay')
  await page.getByRole('button', { name: 'Quay Pictures' }).click()

  await page.getByLabel('Unfinished videos at once').fill('3')
  await page.getByRole('button', { name: 'Save limits' }).click()
  await page.getByText('Saved.').waitFor()
  const preview = page.getByRole('region', { name: 'What the composer shows' })
  await preview.getByText('5 s').waitFor()
  await page.getByLabel('Initial value: Length').selectOption('12 s')
  await preview.getByText('12 s').waitFor()
  await page.getByRole('checkbox', { name: 'Show: Takes' }).click()
  await preview.getByRole('group', { name: 'Takes' }).waitFor({ state: 'detached' })
  const { rows } = await pool.query('select concurrency_limit, console_parameters from account where id = $1', [
    accountId,
  ])
  assert.deepEqual(rows, [
    {
      concurrency_limit: 3,
      console_parameters: { duration: { visible: true, default: 12 }, n: { visible: false, default: null } },
    },
  ])

  const { page: studio } = await openConsole(gateway.url)
  await signIn(studio, key)
  await studio.getByText('12 s', { exact: true }).waitFor()
  assert.equal(await studio.getByRole('group', { name: 'Takes' }).count(), 0)
})

test('an invalid limit is marked at its field and is not sent', async () => {
  const { page } = await asOperator(gateway, 'Accounts')
  await page.getByRole('button', { name: 'Harbour Films' }).click()
  await page.getByLabel('Other calls per minute and key').fill('0')
  await page.getByText('A whole number from 1').waitFor()
  assert.equal(await page.getByRole('button', { name: 'Save limits' }).isDisabled(), true)
})

test('an account is disabled and refused after confirmation', async () => {
  const { accountId } = await gateway.newAccount({ name: 'Pier Studio' })
  const { page } = await asOperator(gateway, 'Accounts')
  const statusOf = async () =>
    (await pool.query('select status from account where id = $1', [accountId])).rows[0].status
  await page.getByRole('button', { name: 'Pier Studio' }).click()
  const asked: string[] = []
  page.once('dialog', (dialog) => {
    asked.push(dialog.message())
    void dialog.dismiss()
  })
  await page.getByRole('switch', { name: 'May call' }).click()
  assert.deepEqual([asked, await statusOf()], [['Refuse all calls of “Pier Studio”?'], 'active'])
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('switch', { name: 'May call' }).click()
  await page.getByRole('switch', { name: 'May call', checked: false }).waitFor()
  assert.equal(await statusOf(), 'disabled')
})

test('a new price applies after confirmation, and does not overwrite another version', async () => {
  const { page } = await asOperator(gateway, 'Prices')
  const { page: other } = await asOperator(gateway, 'Prices')
  await other.getByLabel('New: A second of video').fill('0.70')
  await page.getByLabel('New: A second of video').fill('0.6')
  page.once('dialog', (dialog) => void dialog.accept())
  await page.getByRole('button', { name: 'Put in force' }).click()
  await page.getByRole('region', { name: 'Versions' }).getByText('A second of video: ¥0.50 → ¥0.60').waitFor()
  const { body } = await gateway.call('GET', '/v1/pricing')
  assert.deepEqual([body.price_version, body.video['768p'].per_second_micro], [2, 600_000])
  other.once('dialog', (dialog) => void dialog.accept())
  await other.getByRole('button', { name: 'Put in force' }).click()
  await other.getByRole('alert').getByText('Version 2 is now in force, not 1. Check it and try again.').waitFor()
  assert.equal((await gateway.call('GET', '/v1/pricing')).body.price_version, 2)
  // The typed value is shown beside the current prices, and may be sent again.
  const row = other.getByRole('row', { name: 'A second of video' })
  await row.getByRole('cell', { name: '¥0.60' }).waitFor()
  assert.equal(await row.getByRole('textbox').inputValue(), '0.70')
})

test('the operator’s page works by keyboard and has no serious accessibility fault, also on a phone', async () => {
  const { page } = await asOperator(gateway)
  const faults: string[] = []
  const look = async () => faults.push(...(await faultsOf(page)))
  await look()
  await page.getByRole('tab', { name: 'Fleet' }).focus()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('form', { name: 'Filter' }).waitFor()
  await look()
  await page.keyboard.press('ArrowRight')
  await page.getByRole('button', { name: 'Harbour Films' }).waitFor()
  await look()
  await page.getByRole('button', { name: 'Harbour Films' }).press('Enter')
  await page.getByRole('region', { name: 'What the composer shows' }).waitFor()
  await look()
  await page.setViewportSize({ width: 390, height: 844 })
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  await page.getByRole('tab', { name: 'Prices' }).click()
  await page.getByRole('button', { name: 'Put in force' }).waitFor()
  await look()
  assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  for (const [tab, shown] of [
    ['Tasks', page.getByRole('form', { name: 'Filter' })],
    ['Fleet', page.getByRole('region', { name: 'Encode' })],
  ] as const) {
    await page.getByRole('tab', { name: tab }).click()
    await shown.waitFor()
    assert.equal(await page.evaluate(() => document.documentElement.scrollWidth), 390)
  }
  assert.deepEqual(faults, [])
})

test('the operator’s page is available in Chinese', async () => {
  const { page } = await asOperator(gateway)
  await page.getByRole('button', { name: '中文' }).click()
  await page.getByRole('region', { name: '编码' }).waitFor()
  await page.getByRole('tab', { name: '账户' }).click()
  await page.getByLabel('名称，或编号的开头').waitFor()
})
