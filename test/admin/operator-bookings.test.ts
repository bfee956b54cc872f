import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { admin } from './command.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({ creditMicro: 0n }, WITH_DOOR)
const second = await startSecondGateway(gateway)
const { pool } = gateway.rooms.resources
const asks = [operatorOf(gateway), operatorOf(second)] as const

const BOOKED = `entry { id accountId number kind amount balanceAfter note idempotencyKey createdAt isRepeat }
  userErrors { code message path }`
type Input = Readonly<Record<string, unknown>>
const topUp = async (input: Input, ask = asks[0]) =>
  (await ask(`mutation ($input: AccountTopUpInput!) { done: accountTopUp(input: $input) { ${BOOKED} } }`, { input }))
    .done
const adjust = async (input: Input, ask = asks[0]) =>
  (await ask(`mutation ($input: AccountAdjustInput!) { done: accountAdjust(input: $input) { ${BOOKED} } }`, { input }))
    .done

const newId = async (creditMicro = 0n) => (await gateway.newAccount({ creditMicro })).accountId
const entriesOf = async (id: string) =>
  (
    await pool.query(
      'select kind, amount_micro, balance_after_micro, description, idempotency_key from ledger_entry where account_id = $1 order by number',
      [id],
    )
  ).rows.map((row) => Object.values(row))

for (const [name, book, amount, micro] of [
  ['top-up', topUp, '120.50', 120_500_000n],
  ['adjustment', adjust, '-0.48', -480_000n],
] as const) {
  test(`a ${name} sent five times at once through two gateways is one entry, which is every answer`, async () => {
    const id = await newId(1_000_000n)
    const input = { id, amount, note: 'Payment 1', idempotencyKey: `pi_${name}` }
    const answers = await Promise.all([0, 1, 2, 3, 4].map((each) => book(input, asks[each % 2 === 0 ? 0 : 1])))
    const [{ entry }] = answers
    const { isRepeat: _, ...kept } = entry
    for (const { entry: each, userErrors } of answers) {
      assert.deepEqual(userErrors, [])
      assert.deepEqual({ ...each, isRepeat: undefined }, { ...kept, isRepeat: undefined })
    }
    assert.equal(answers.filter(({ entry: { isRepeat } }) => !isRepeat).length, 1)
    assert.deepEqual([kept.accountId, kept.number, kept.amount], [id, '2', String(micro)])
    assert.deepEqual((await entriesOf(id)).slice(1), [
      [kept.kind, micro, 1_000_000n + micro, 'Payment 1', `pi_${name}`],
    ])
    const { rows } = await pool.query('select created_at from ledger_entry where id = $1', [kept.id])
    assert.equal(rows[0].created_at.toISOString(), kept.createdAt)
  })
}

test('a used key with another amount, account or kind is refused and writes nothing, and another note is a repeat', async () => {
  const [id, other] = [await newId(), await newId()]
  const input = { id, amount: '5', note: 'first', idempotencyKey: 'pi_used' }
  const { entry } = await topUp(input)
  const before = await rowsOf(gateway)
  for (const refused of [
    await topUp({ ...input, amount: '5.000001' }),
    await topUp({ ...input, id: other }),
    await adjust({ ...input, amount: '+5' }),
  ]) {
    assert.equal(refused.entry, null)
    const [{ code, path, message }] = refused.userErrors
    assert.deepEqual([code, path], ['idempotency_key_reused', ['input', 'idempotencyKey']])
    assert.match(message, new RegExp(`${entry.id}: topup of ¥5.00 for ${id}`))
  }
  assert.deepEqual((await topUp({ ...input, note: 'second' })).entry, { ...entry, isRepeat: true })
  assert.deepEqual(await rowsOf(gateway), before)
})

test('of one key for several accounts at once, one account is credited and the others are refused', async () => {
  const ids = await Promise.all([0, 1, 2, 3].map(() => newId()))
  const answers = await Promise.all(
    ids.map((id, index) => topUp({ id, amount: '7', idempotencyKey: 'pi_race' }, asks[index % 2 === 0 ? 0 : 1])),
  )
  const codes = answers.flatMap(({ userErrors }) => userErrors.map(({ code }: { code: string }) => code))
  assert.deepEqual(codes, Array(3).fill('idempotency_key_reused'))
  const { rows } = await pool.query('select sum(balance_micro) as sum from account where id = any($1)', [ids])
  assert.equal(Number(rows[0].sum), 7_000_000)
})

test('a repeated adjustment returns its entry even if it could not be deducted again', async () => {
  const id = await newId(1_000_000n)
  const input = { id, amount: '-1', note: 'refunded', idempotencyKey: 'pi_all' }
  const { entry } = await adjust(input)
  assert.deepEqual((await adjust(input)).entry, { ...entry, isRepeat: true })
  const beyond = await adjust({ ...input, idempotencyKey: 'pi_beyond' })
  assert.deepEqual([beyond.entry, beyond.userErrors[0].code], [null, 'insufficient_balance'])
  assert.equal((await entriesOf(id)).length, 2)
  // A refusal keeps no key.
  await topUp({ id, amount: '1', idempotencyKey: 'pi_more' })
  assert.equal((await adjust({ ...input, idempotencyKey: 'pi_beyond' })).entry.balanceAfter, '0')
})

test('invalid bookings are refused with their field and write nothing', async () => {
  const id = await newId()
  await topUp({ id, amount: '999999999999', idempotencyKey: 'pi_much' })
  const before = await rowsOf(gateway)
  const good = { id, amount: '1', note: 'x', idempotencyKey: 'pi_bad' }
  for (const [book, change, code, path] of [
    [topUp, { amount: '0' }, 'invalid_parameter', 'amount'],
    [topUp, { amount: '-1' }, 'invalid_parameter', 'amount'],
    [topUp, { amount: '1.2345678' }, 'invalid_parameter', 'amount'],
    [topUp, { amount: '1e3' }, 'invalid_parameter', 'amount'],
    [topUp, { note: ' ' }, 'invalid_parameter', 'note'],
    [topUp, { note: 'x'.repeat(501) }, 'invalid_parameter', 'note'],
    [topUp, { idempotencyKey: '' }, 'invalid_idempotency_key', 'idempotencyKey'],
    [topUp, { idempotencyKey: 'ключ' }, 'invalid_idempotency_key', 'idempotencyKey'],
    [topUp, { idempotencyKey: 'x'.repeat(256) }, 'invalid_idempotency_key', 'idempotencyKey'],
    [topUp, { id: 'acc_none' }, 'account_not_found', 'id'],
    [topUp, { id: 'a\0' }, 'account_not_found', 'id'],
    [adjust, { amount: '1' }, 'invalid_parameter', 'amount'],
    [adjust, { amount: '+0' }, 'invalid_parameter', 'amount'],
    [adjust, { amount: '-1', id: 'acc_none' }, 'account_not_found', 'id'],
  ] as const) {
    const { entry, userErrors } = await book({ ...good, ...change })
    assert.equal(entry, null)
    assert.deepEqual([userErrors[0]?.code, userErrors[0]?.path], [code, ['input', path]], JSON.stringify(change))
  }
  assert.deepEqual(await rowsOf(gateway), before)
})

test('credit beyond what can be stored is refused', async () => {
  const id = await newId()
  const codes = []
  for (let each = 0; each < 10; each++) {
    const { userErrors } = await topUp({ id, amount: '999999999999', idempotencyKey: `pi_${each}` })
    codes.push(userErrors[0]?.code)
  }
  assert.deepEqual(codes, [...Array(9).fill(undefined), 'invalid_parameter'])
})

test('commands with a key write one entry, and the API knows their keys', async () => {
  const id = await newId()
  const run = (...words: string[]) => admin({ DATABASE_URL: gateway.databaseUrl }, 'account', ...words)
  const first = await run('topup', id, '3', '--key', 'invoice 17')
  assert.match(first.output, /¥3.00 added; the balance is ¥3.00/)
  const again = await run('topup', id, '3', '--key', 'invoice 17')
  assert.equal(again.code, 0)
  assert.match(again.output, /nothing was written/)
  const other = await run('topup', id, '4', '--key', 'invoice 17')
  assert.equal(other.code, 1)
  assert.match(other.errors, /^This key belongs to led_/)
  assert.equal((await topUp({ id, amount: '3', idempotencyKey: 'invoice 17' })).entry.isRepeat, true)
  const down = ['adjust', id, '-1', '--note', 'x', '--key', 'down 1']
  await run(...down)
  await run(...down)
  assert.deepEqual(
    (await entriesOf(id)).map(([kind, amount]) => [kind, amount]),
    [
      ['topup', 3_000_000n],
      ['adjustment', -1_000_000n],
    ],
  )
})

test('callers’ keys cannot book', async () => {
  const before = await rowsOf(gateway)
  const query = `mutation { accountTopUp(input: { id: "${gateway.accountId}", amount: "1", idempotencyKey: "x" }) { entry { id } } }`
  assert.equal((await gateway.call('POST', '/admin/graphql', { query })).status, 401)
  const { body } = await gateway.call('POST', '/graphql', { query })
  assert.match(JSON.stringify(body.errors), /accountTopUp/)
  assert.deepEqual(await rowsOf(gateway), before)
})
