import assert from 'node:assert/strict'
import { existsSync } from 'node:fs'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { insertTopups, recordsOf } from '../rest/credits/export.ts'
import { startTestGateway } from '../support/gateway.ts'
import { admin } from './command.ts'
import { OPERATOR_KEY, operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({ creditMicro: 0n }, WITH_DOOR)
const folder = await mkdtemp(join(tmpdir(), 'vidgate-export-'))
after(() => rm(folder, { recursive: true, force: true }))

const ADDRESS = '/admin/credits/export.csv'
const asOperator = { authorization: `Bearer ${OPERATOR_KEY}` }
const read = (query: string, headers: Record<string, string> = asOperator, method = 'GET') =>
  fetch(`${gateway.url}${ADDRESS}${query}`, { method, headers })
const run = (...words: string[]) => admin({ DATABASE_URL: gateway.databaseUrl }, 'account', ...words)

const { accountId } = await gateway.newAccount({ creditMicro: 0n })
await insertTopups(
  gateway.rooms.resources.pool,
  accountId,
  3,
  `timestamptz '2026-10-31T12:00:00Z' + i * interval '6 hours'`,
)
const query = 'mutation ($input: AccountTopUpInput!) { accountTopUp(input: $input) { entry { id } } }'
await operatorOf(gateway)(query, { input: { id: accountId, amount: '5', note: 'Paid', idempotencyKey: '=pay(1)' } })

test('the operator exports the ledger of any account, with the keys of its top-ups', async () => {
  const response = await read(`?account=${accountId}`)
  assert.deepEqual([response.status, response.headers.get('cache-control')], [200, 'no-store'])
  const records = recordsOf(await response.text())
  assert.deepEqual(
    records.map((each) => [each['amount'], each['note'], each['idempotency_key']]),
    [
      ['1.000001', 'Payment 1', ''],
      ['1.000001', 'Payment 2', ''],
      ['1.000001', 'Payment 3', ''],
      ['5.00', 'Paid', "'=pay(1)"],
    ],
  )
  const month = recordsOf(await (await read(`?account=${accountId}&month=2026-10`)).text())
  assert.deepEqual(
    month.map(({ number }) => number),
    ['1'],
  )
  const head = await read(`?account=${accountId}`, asOperator, 'HEAD')
  assert.equal(head.headers.get('content-disposition'), 'attachment; filename="credits-all.csv"')
})

test('the export of the operator takes only the operator’s key and valid parameters', async () => {
  const codeOf = async (response: Response) => {
    const { error } = (await response.json()) as { error: { code: string; param: string | null } }
    return [response.status, error.code, error.param]
  }
  assert.deepEqual(await codeOf(await read(`?account=${accountId}`, {})), [401, 'missing_api_key', null])
  const asCaller = { authorization: `Bearer ${gateway.key}` }
  assert.deepEqual(await codeOf(await read(`?account=${accountId}`, asCaller)), [401, 'invalid_api_key', null])
  for (const [asked, code, param] of [
    ['', 'missing_parameter', 'account'],
    ['?account=acc_none', 'invalid_parameter', 'account'],
    ['?account=a%00', 'invalid_parameter', 'account'],
    [`?account=${accountId}&month=2026-13`, 'invalid_parameter', 'month'],
    [`?account=${accountId}&account=${accountId}`, 'invalid_parameter', 'account'],
    [`?account=${accountId}&x=1`, 'unknown_parameter', 'x'],
  ] as const) {
    assert.deepEqual(await codeOf(await read(asked)), [400, code, param], asked)
  }
  assert.equal((await read(`?account=${accountId}`, asOperator, 'POST')).status, 405)
})

test('a gateway without OPERATOR_KEY has no such address', async () => {
  const other = await startTestGateway({}, { environment: {} })
  const { status, body } = await other.call('GET', `${ADDRESS}?account=${other.accountId}`)
  assert.deepEqual([status, body.error.code], [404, 'route_not_found'])
})

test('the command writes the same to a new file, and none if it fails', async () => {
  const file = join(folder, 'ledger.csv')
  const done = await run('export', accountId, file)
  assert.deepEqual([done.code, done.output], [0, `The ledger of ${accountId} is in ${file}.\n`])
  assert.equal(await readFile(file, 'utf8'), await (await read(`?account=${accountId}`)).text())
  const again = await run('export', accountId, file, '--month', '2026-10')
  assert.deepEqual([again.code, again.errors], [1, `${file} exists already. Name a new file.\n`])
  assert.equal(recordsOf(await readFile(file, 'utf8')).length, 4)
  const next = join(folder, 'next.csv')
  for (const [words, why] of [
    [['acc_none', next], /There is no account acc_none/],
    [[accountId, next, '--month', 'May'], /month must be a month such as 2026-11/],
    [[accountId, join(folder, 'none', 'x.csv')], /cannot be written/],
  ] as const) {
    const { code, errors } = await run('export', ...words)
    assert.equal(code, 1)
    assert.match(errors, why)
  }
  assert.equal(existsSync(next), false)
})
