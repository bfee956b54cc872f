import assert from 'node:assert/strict'
import { once } from 'node:events'
import { get } from 'node:http'
import { test } from 'node:test'
import { gunzipSync } from 'node:zlib'
import { proveAccount } from '../../../src/credit/audit.ts'
import { topUp } from '../../../src/credit/topup.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { transaction } from '../../../src/lib/sql.ts'
import { EXPORTS_PER_ACCOUNT } from '../../../src/task/ledger-export.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { until } from '../../support/until.ts'
import { endedTask } from '../cancel/work.ts'
import { exportOf, insertTopups, recordsOf } from './export.ts'

const gateway = await startTestGateway({ scopes: SCOPES, creditMicro: 100_045_617n, concurrencyLimit: 100 })
const { pool } = gateway.rooms.resources

const sum = (records: readonly Record<string, string>[], column: string) =>
  records.reduce((total, record) => total + BigInt(record[column] ?? ''), 0n)

async function account(creditMicro = 0n) {
  const { accountId, key } = await gateway.newAccount({ creditMicro, scopes: SCOPES })
  return { accountId, key, url: gateway.url }
}

test('the export has every entry with exact amounts, the key of its task and the items that it consists of', async () => {
  const done = await endedTask(gateway, 'succeeded', {})
  const gone = await endedTask(gateway, 'cancelled', {})
  const { response, text } = await exportOf(gateway)
  assert.equal(response.status, 200)
  assert.equal(response.headers.get('content-type'), 'text/csv; charset=utf-8; header=present')
  assert.equal(response.headers.get('content-disposition'), 'attachment; filename="credits-all.csv"')
  const records = recordsOf(text)
  const { body } = await gateway.call('GET', '/v1/credits?limit=100')
  const listed = body.ledger.data.toReversed()
  assert.deepEqual(
    records.map((each) => [each['entry_id'], each['created_at'], each['kind'], Number(each['amount_micro'])]),
    listed.map((each: Record<string, unknown>) => [each['id'], each['created_at'], each['kind'], each['amount_micro']]),
  )
  assert.deepEqual(
    records.map(({ number }) => number),
    records.map((_, index) => String(index + 1)),
  )
  const last = records.at(-1)
  assert.equal(sum(records, 'amount_micro'), BigInt(body.balance_micro))
  assert.equal(sum(records, 'frozen_change_micro'), BigInt(body.frozen_micro))
  assert.deepEqual(
    [last?.['balance_after_micro'], last?.['frozen_after_micro']],
    [String(body.balance_micro), String(body.frozen_micro)],
  )
  const { rows } = await pool.query('select id from api_key where account_id = $1', [gateway.accountId])
  for (const id of [done, gone]) {
    const ofTask = records.filter((each) => each['task_id'] === id)
    assert.equal(ofTask.length, 2)
    for (const each of ofTask) {
      const items = (each['items'] ?? '').split('; ').filter(Boolean)
      const micro = items.reduce((total, item) => total + BigInt(item.split(' ')[1] ?? ''), 0n)
      const expected =
        each['kind'] === 'freeze' ? BigInt(each['frozen_change_micro'] ?? '') : -BigInt(each['amount_micro'] ?? '')
      assert.equal(micro, expected)
      assert.deepEqual([each['service'], each['service_tier'], each['key_id']], ['video', 'standard', rows[0].id])
    }
  }
  const settle = records.find((each) => each['task_id'] === done && each['kind'] === 'settle')
  assert.deepEqual([settle?.['amount'], settle?.['amount_micro']], ['-2.52', '-2520000'])
  assert.equal(settle?.['items'], 'encoder 20000; generation 2500000')
  assert.equal(records[0]?.['amount'], '100.045617')
})

test('notes are exported as text: quoted as RFC 4180 says, and not as formulas', async () => {
  const own = await account()
  const notes = ['=1+1', '+1', '-1', '@x', ' =1', '\t=1', '＝1', 'a, "b"\r\nc', '5 = 5', '退款']
  for (const note of notes) await transaction(pool, (tx) => topUp(tx, own.accountId, 1n, note))
  const { text } = await exportOf(own)
  assert.deepEqual(
    recordsOf(text).map(({ note }) => note),
    ["'=1+1", "'+1", "'-1", "'@x", "' =1", "'\t=1", "'＝1", 'a, "b"\r\nc', '5 = 5', '退款'],
  )
  assert.ok(text.includes('"a, ""b""\r\nc"') && text.endsWith('\r\n'))
})

test('months begin at midnight UTC, have no gap and no entry twice, and their balances continue', async () => {
  const own = await account()
  // One entry every 6 hours, from 2026-08-30 on.
  await insertTopups(pool, own.accountId, 300, `timestamptz '2026-08-30T00:00:00Z' + i * interval '6 hours'`)
  const all = recordsOf((await exportOf(own)).text)
  assert.equal(all.length, 300)
  const months = ['2026-07', '2026-08', '2026-09', '2026-10', '2026-11', '2026-12']
  const parts = []
  for (const month of months) {
    const { response, text } = await exportOf(own, `?month=${month}`)
    assert.equal(response.headers.get('content-disposition'), `attachment; filename="credits-${month}.csv"`)
    const records = recordsOf(text)
    assert.ok(records.every((each) => each['created_at']?.startsWith(month)))
    parts.push(records)
  }
  assert.deepEqual(parts.flat(), all)
  assert.deepEqual(
    parts.map(({ length }) => length),
    [0, 7, 120, 124, 49, 0],
  )
  assert.equal(parts[2]?.[0]?.['created_at'], '2026-09-01T00:00:00.000Z')
})

test('entries that overlap at the turn of a month stay in the order of their numbers', async () => {
  const own = await account()
  const at = [`'2026-10-31T23:59:59Z'`, `'2026-11-01T00:00:00Z'`, `'2026-10-31T23:59:59.9Z'`, `'2026-11-01T00:00:01Z'`]
  await insertTopups(pool, own.accountId, 4, `(array[${at}]::timestamptz[])[i]`)
  const numbersOf = async (month: string) =>
    recordsOf((await exportOf(own, `?month=${month}`)).text).map(({ number }) => number)
  assert.deepEqual([await numbersOf('2026-10'), await numbersOf('2026-11')], [['1'], ['2', '3', '4']])
})

test('the frozen amount of a month continues from the months before', async () => {
  const own = await account(50_000_000n)
  for (const prompt of ['a', 'b']) {
    await gateway.call('POST', '/v1/videos', { prompt }, { authorization: `Bearer ${own.key}` })
  }
  const [, first, second] = recordsOf((await exportOf(own)).text)
  assert.deepEqual([first?.['frozen_after'], second?.['frozen_after']], ['2.52', '5.04'])
  await insertTopups(pool, own.accountId, 2, `timestamptz '2099-01-01T00:00:00Z' + i * interval '1 hour'`)
  const later = recordsOf((await exportOf(own, '?month=2099-01')).text)
  assert.deepEqual(
    later.map((each) => [each['frozen_after_micro'], each['frozen_change_micro']]),
    [
      ['5040000', '0'],
      ['5040000', '0'],
    ],
  )
  const now = new Date().toISOString().slice(0, 7)
  const current = recordsOf((await exportOf(own, `?month=${now}`)).text)
  assert.equal(current.at(-1)?.['frozen_after'], '5.04')
})

test('an export of several pages has the entries of its start, and adds up to the balance then', async () => {
  const own = await account()
  await insertTopups(pool, own.accountId, 2500, 'now()')
  const request = get(`${gateway.url}/v1/credits/export.csv`, { headers: { authorization: `Bearer ${own.key}` } })
  const [response] = await once(request, 'response')
  await transaction(pool, (tx) => topUp(tx, own.accountId, 1n, 'later'))
  const chunks: Buffer[] = []
  for await (const chunk of response) chunks.push(chunk)
  const records = recordsOf(Buffer.concat(chunks).toString())
  assert.equal(records.length, 2500)
  assert.equal(sum(records, 'amount_micro'), 2_500_002_500n)
  assert.equal(records.at(-1)?.['balance_after'], '2500.0025')
  assert.equal((await proveAccount(pool, own.accountId))?.balanceMicro, 2_500_002_501n)
})

test('an export is compressed if the client accepts gzip, and HEAD has its headers alone', async () => {
  const plain = await exportOf(gateway, '', { 'accept-encoding': 'identity' })
  assert.equal(plain.response.headers.get('content-encoding'), null)
  const read = async (method: string, coding: string) => {
    const headers = { authorization: `Bearer ${gateway.key}`, 'accept-encoding': coding }
    const request = get(`${gateway.url}/v1/credits/export.csv`, { method, headers })
    const [response] = await once(request, 'response')
    const chunks: Buffer[] = []
    for await (const chunk of response) chunks.push(chunk)
    return { headers: response.headers, bytes: Buffer.concat(chunks) }
  }
  const zipped = await read('GET', 'br, gzip')
  assert.equal(zipped.headers['content-encoding'], 'gzip')
  assert.equal(gunzipSync(zipped.bytes).toString(), plain.text)
  const head = await read('HEAD', 'gzip')
  assert.deepEqual([head.headers['content-encoding'], head.bytes.length], ['gzip', 0])
  assert.equal(head.headers['content-type'], 'text/csv; charset=utf-8; header=present')
})

type Own = Awaited<ReturnType<typeof account>>

/** As many exports as an account may run, each of more than a connection holds, whose readers have stopped. */
async function stalled({ accountId, key }: Pick<Own, 'accountId' | 'key'>) {
  await insertTopups(pool, accountId, 8000, 'now()', `repeat('x', 2000)`)
  const open = []
  for (let each = 0; each < EXPORTS_PER_ACCOUNT; each++) {
    const headers = { authorization: `Bearer ${key}` }
    const request = get(`${gateway.url}/v1/credits/export.csv`, { headers, agent: false }).on('error', () => {})
    const [response] = await once(request, 'response')
    response.on('error', () => {})
    open.push(request)
  }
  return open
}

const hasRoom = async ({ key }: Own) => {
  const headers = { authorization: `Bearer ${key}` }
  return (await fetch(`${gateway.url}/v1/credits/export.csv`, { method: 'HEAD', headers })).status === 200
}

test('an account runs a limited number of exports, and readers that leave make room', async () => {
  const own = await account()
  const open = await stalled(own)
  const before = await rowsOf(gateway)
  const headers = { authorization: `Bearer ${own.key}` }
  const refused = await gateway.call('GET', '/v1/credits/export.csv', undefined, headers)
  assert.deepEqual([refused.status, refused.body.error.code], [429, 'rate_limit_exceeded'])
  assert.equal(refused.headers.get('retry-after'), '10')
  assert.deepEqual(await rowsOf(gateway), before)
  assert.equal((await exportOf(gateway)).response.status, 200)
  // Stalled readers hold no connection of the database.
  await until(async () => pool.idleCount === pool.totalCount && pool.waitingCount === 0)
  for (const request of open) request.destroy()
  await until(() => hasRoom(own))
})

test('exports end with their key', async () => {
  const own = await account()
  const asOwner = { authorization: `Bearer ${own.key}` }
  const { body: other } = await gateway.call('POST', '/v1/api-keys', { name: 'x', scopes: ['credits:read'] }, asOwner)
  const open = await stalled({ ...own, key: other.key })
  assert.equal(await hasRoom(own), false)
  await gateway.call('DELETE', `/v1/api-keys/${other.id}`, undefined, asOwner)
  await until(() => hasRoom(own))
  for (const request of open) request.destroy()
})

test('a month that is none is refused', async () => {
  const before = await rowsOf(gateway)
  for (const month of ['2026-13', '2026-00', '2026-1', '2026', '1999-12', '2026-11-01', 'now', '', '2026-11%00']) {
    const { status, body } = await gateway.call('GET', `/v1/credits/export.csv?month=${month}`)
    assert.deepEqual([status, body.error.code, body.error.param], [400, 'invalid_parameter', 'month'], month)
  }
  assert.deepEqual(await rowsOf(gateway), before)
})
