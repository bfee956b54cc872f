import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { startTestGateway } from '../../support/gateway.ts'
import { asOperator, buildConsole, callAs, faultsOf, OPERATOR_KEY } from './page.ts'

buildConsole()
const gateway = await startTestGateway({ name: 'Harbour Films' }, { environment: { OPERATOR_KEY } })
const { pool } = gateway.rooms.resources

test('a top-up that is clicked twice is booked once, and the balance shows it', async () => {
  const { accountId } = await gateway.newAccount({ name: 'Mole Pictures' })
  const { page } = await asOperator(gateway, 'Accounts')
  await page.getByRole('button', { name: 'Mole Pictures' }).click()
  const credit = page.getByRole('region', { name: 'Credit', exact: true })
  const entries = async () =>
    (
      await pool.query(
        'select kind, amount_micro::text, description from ledger_entry where account_id = $1 order by number',
        [accountId],
      )
    ).rows
  await credit.getByLabel('Amount, in yuan').fill('0.1234567')
  await credit.getByText('An amount above zero, such as 120.50.').waitFor()
  assert.equal(await credit.getByRole('button', { name: 'Book' }).isDisabled(), true)
  await credit.getByLabel('Amount, in yuan').fill('120.5')
  await credit.getByRole('button', { name: 'Book' }).dblclick()
  await credit.getByRole('status').getByText('Booked: +¥120.50. The balance is ¥220.50.').waitFor()
  await page.getByText('¥220.50', { exact: true }).waitFor()
  const topUp = { kind: 'topup', amount_micro: '120500000', description: 'Top-up' }
  assert.deepEqual((await entries()).slice(1), [topUp])

  // What no balance covers is refused, and nothing is written.
  await credit.getByRole('radio', { name: 'Correction' }).check()
  await credit.getByLabel('Amount with its sign').fill('-1000')
  await credit.getByLabel('Note').fill('booked twice')
  await credit.getByRole('button', { name: 'Book' }).click()
  await credit.getByText('The available credit of the account does not cover this.').waitFor()
  assert.deepEqual((await entries()).slice(1), [topUp])
  await credit.getByLabel('Amount with its sign').fill('-0.5')
  await credit.getByRole('button', { name: 'Book' }).click()
  await credit.getByText('The balance is ¥220.00.').waitFor()
  assert.deepEqual((await entries()).at(-1), {
    kind: 'adjustment',
    amount_micro: '-500000',
    description: 'booked twice',
  })
})

test('the id of a payment is booked once, and another amount under it is refused at its field', async () => {
  const { accountId } = await gateway.newAccount({ name: 'Groyne Films' })
  const { page } = await asOperator(gateway, 'Accounts')
  await page.getByRole('button', { name: 'Groyne Films' }).click()
  const credit = page.getByRole('region', { name: 'Credit', exact: true })
  const book = async (amount: string, id: string) => {
    await credit.getByLabel('Amount, in yuan').fill(amount)
    await credit.getByLabel('Id of the payment').fill(id)
    await credit.getByRole('button', { name: 'Book' }).click()
  }
  await book('5', 'pay-groyne-1')
  await credit.getByText('Booked: +¥5.00.').waitFor()
  await book('5', 'pay-groyne-1')
  await credit.getByText('This id was already booked: +¥5.00').waitFor()
  await book('6', 'pay-groyne-1')
  await credit.getByText('Read the ledger before you book again.').waitFor()
  assert.equal(await credit.getByLabel('Id of the payment').getAttribute('aria-invalid'), 'true')
  await book('6', '付款')
  await credit.getByText('printable ASCII').waitFor()
  const { rows } = await pool.query('select count(*)::int as entries from ledger_entry where account_id = $1', [
    accountId,
  ])
  assert.equal(rows[0].entries, 2)

  const saving = page.waitForEvent('download')
  await page.getByRole('region', { name: 'Export of the ledger' }).getByRole('button', { name: 'Save as CSV' }).click()
  assert.match(await readFile(await (await saving).path(), 'utf8'), /pay-groyne-1/)
})

test('a task is found by filters that the address keeps, shown with its attempts over time, and cancelled', async () => {
  const { key, accountId } = await gateway.newAccount({ name: 'Jetty Films' })
  const { body: task } = await callAs(gateway, key)('POST', '/v1/videos', { prompt: 'a lake' })
  const { page, complaints } = await asOperator(gateway, 'Tasks')
  const row = page.getByRole('row', { name: task.id })
  await page.getByText('There are no such tasks.').waitFor()
  await pool.query(`update stage_attempt set ready_at = now() - interval '5 minutes' where task_id = $1`, [task.id])
  await row.getByText('Encode · Ready').waitFor()
  // Every column is in sight.
  const { right } = await page
    .getByRole('columnheader')
    .last()
    .evaluate((cell) => cell.getBoundingClientRect())
  assert.ok(right <= 1300, String(right))
  await page.getByRole('textbox', { name: 'Account' }).fill(accountId)
  await page.getByRole('button', { name: 'Apply' }).click()
  await page.getByLabel('Stage').selectOption('Render')
  await row.waitFor({ state: 'detached' })
  await page.getByLabel('Stage').selectOption('Encode')
  await row.waitFor()

  await page.reload()
  await page.getByLabel('Operator key').fill(OPERATOR_KEY)
  await page.getByRole('button', { name: 'Sign in' }).click()
  await row.waitFor()
  assert.equal(await page.getByRole('textbox', { name: 'Account' }).inputValue(), accountId)
  await row.getByRole('button', { name: task.id }).click()
  await page.getByRole('dialog').getByRole('img', { name: 'Tries over time' }).waitFor()
  assert.deepEqual(await faultsOf(page), [])
  await page.keyboard.press('Escape')

  page.once('dialog', (dialog) => void dialog.accept())
  await row.getByRole('button', { name: 'Cancel' }).click()
  await row.waitFor({ state: 'detached' })
  await page.getByRole('radio', { name: 'Ended' }).check()
  await row.getByText('cancelled', { exact: true }).waitFor()
  await row.getByTitle(accountId).click()
  await page.getByRole('heading', { name: 'Jetty Films' }).waitFor()
  await page.goBack()
  await row.waitFor()
  assert.deepEqual(complaints, [])
})
