import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { sourceFiles } from '../guards/sources.ts'
import { endedTask } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { awayFromTurn } from '../support/minute.ts'

/** Conventions of every answer (spec 1). */

const gateway = await startTestGateway({ scopes: SCOPES })

/** Every member of a value, however deep. */
function membersOf(value: unknown): [name: string, value: unknown][] {
  if (typeof value !== 'object' || value === null) return []
  return Object.entries(value).flatMap((member) => [member, ...membersOf(member[1])])
}

const read = async (...paths: string[]) => {
  const answers = await Promise.all(paths.map((path) => gateway.call('GET', path)))
  for (const { status, text } of answers) assert.equal(status, 200, text)
  return answers.flatMap(({ body }) => membersOf(body))
}

const webhook = { webhook_url: 'https://caller.test/hook' }
const done = await endedTask(gateway, 'succeeded', webhook)
const file = await uploaded(gateway, await pngOf(64, 64), 'reference')
await gateway.call('POST', '/v1/api-keys', { name: 'ends', expires_at: '2031-05-01T10:00:00+08:00' })
await gateway.rooms.resources.pool.query('update account set audited_balance_micro = 7, audited_at = now()')
const members = await read(
  ...[`/v1/videos/${done}`, '/v1/videos', `/v1/videos/${done}/upscale`, `/v1/files/${file}`, '/v1/credits'],
  ...['/v1/pricing', '/v1/api-keys', '/v1/account', '/v1/webhooks/deliveries'],
)

test('every time is ISO 8601 in UTC, to the millisecond', () => {
  const times = members.filter(([name]) => /(^|_)(at|until|since)$/.test(name))
  const names = new Set(times.filter(([, value]) => value !== null).map(([name]) => name))
  for (const name of [
    'created_at',
    'started_at',
    'completed_at',
    'expires_at',
    'available_until',
    'effective_at',
    'at',
  ]) {
    assert.ok(names.has(name), `no ${name} was checked`)
  }
  const wrong = times.filter(
    ([, value]) => value !== null && !/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(String(value)),
  )
  assert.deepEqual(wrong, [])
})

test('every amount is an integer of µ¥ with its display string beside it', () => {
  const amounts = members.filter(([name]) => name.endsWith('_micro'))
  assert.ok(amounts.length > 20)
  assert.deepEqual(
    amounts.filter(([, value]) => !Number.isSafeInteger(value)),
    [],
  )
  const shown = members.filter(([, value]) => typeof value === 'string' && value.includes('¥'))
  assert.ok(shown.length > 2)
  for (const [name, value] of shown) {
    const micro = members.find(([other, each]) => other === `${name}_micro` && displayed(each as number) === value)
    assert.ok(micro, `${name} ${value} has no amount`)
  }
})

/** The format of a displayed amount: two to six decimals. */
const displayed = (micro: number) => `¥${(micro / 1e6).toFixed(6).replace(/0{1,4}$/, '')}`

test('no code reads display strings', () => {
  // One function formats display strings; a ¥ sign elsewhere would be a sign of parsing.
  const code = ({ text }: { text: string }) =>
    text
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/\/\/.*/g, '')
      .replaceAll('µ¥', '')
  const parsing = sourceFiles().filter((each) =>
    /(match|replace|split|exec|test|slice|parse\w*)\([^)\n]*¥|¥[^'"`\n]*\/[gimsuy]*\./.test(code(each)),
  )
  assert.deepEqual(
    parsing.map(({ path }) => path),
    [],
  )
  const makers = sourceFiles().filter((each) => /¥\$\{/.test(code(each)))
  assert.deepEqual(
    makers.map(({ path }) => path),
    ['src/credit/money.ts'],
  )
})

test('bodies are JSON, also those of errors', async () => {
  for (const [method, path, body] of [
    ['POST', '/v1/videos', { prompt: 'a lake' }],
    ['POST', '/v1/videos', { prompt: '' }],
    ['GET', '/v1/videos', undefined],
    ['GET', '/v1/nowhere', undefined],
  ] as const) {
    const { headers } = await gateway.call(method, path, body)
    assert.equal(headers.get('content-type'), 'application/json')
  }
})

test('calls over the rate get 429 with a retry time, in REST and GraphQL', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ createsPerMinute: 1, callsPerMinute: 2 })
  const headers = { authorization: `Bearer ${key}` }
  const create = () => gateway.call('POST', '/v1/videos', { prompt: 'a lake' }, headers)
  const ask = () => gateway.call('POST', '/graphql', { query: '{ account { id } }' }, headers)
  assert.deepEqual([(await create()).status, (await ask()).status, (await ask()).status], [202, 200, 200])
  const before = await gateway.counts()
  for (const refused of [await create(), await gateway.call('GET', '/v1/pricing', undefined, headers), await ask()]) {
    assert.equal(refused.status, 429)
    assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
  }
  assert.deepEqual(await gateway.counts(), before)
})
