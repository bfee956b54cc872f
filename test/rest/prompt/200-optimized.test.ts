import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewritePrompt } from '../../../src/prompt/rules.ts'
import { says } from '../../prompt/server.ts'
import { readLedger, startOptimizing } from './support.ts'

const { gateway, chat, optimize, ledger } = await startOptimizing()
const TOPUP = 'topup 100000000 0'
const CHARGED = ['freeze 0 50000', 'prompt_optimize -50000 -50000']

test('an optimisation writes one charge without a task, and returns a valid prompt', async () => {
  const { status, headers, body } = await gateway.call('POST', '/v1/prompt/optimize', { prompt: '海边的日落' })
  assert.equal(status, 200)
  const { ledger_entry_id: entryId, ...rest } = body
  assert.deepEqual(rest, {
    object: 'prompt.optimization',
    prompt: rewritePrompt('海边的日落'),
    changed: true,
    amount_micro: 50_000,
    amount: '¥0.05',
    currency: 'CNY',
  })
  assert.equal(headers.get('deprecation'), '@1793491200')
  assert.equal(headers.get('link'), `<${gateway.url}/v1/docs>; rel="deprecation"; type="text/html"`)
  assert.equal(headers.get('idempotent-replayed'), null)
  assert.equal(headers.get('cache-control'), 'no-store')
  assert.deepEqual(await ledger(), { balance: 99_950_000, frozen: 0, entries: [TOPUP, ...CHARGED] })

  const credits = await gateway.call('GET', '/v1/credits?kind=prompt_optimize')
  assert.deepEqual(
    credits.body.ledger.data.map(({ id, task_id, amount_micro }: Record<string, unknown>) => [
      id,
      task_id,
      amount_micro,
    ]),
    [[entryId, null, -50_000]],
  )
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: body.prompt })).status, 202)
})

test('a configured chat model answers', async () => {
  chat.answer = says('@图片1 walks at dawn.')
  const { status, body } = await optimize({ prompt: '@图片1 walks' })
  assert.equal(status, 200)
  assert.equal(body.prompt, '@图片1 walks at dawn.')
  assert.equal(chat.requests.at(-1)?.body.messages[1].content, '@图片1 walks')
})

test('the current price is charged, and a price of zero charges nothing', async () => {
  const { accountId, key } = await gateway.newAccount({ creditMicro: 0n })
  const { pool } = gateway.rooms.resources
  await pool.query(
    `insert into price_version (version, prices) select 2, prices || '{"promptOpt": 0}' from price_version where version = 1`,
  )
  const headers = { authorization: `Bearer ${key}`, 'idempotency-key': 'free' }
  const first = await optimize({ prompt: '@图片1' }, headers)
  await pool.query('delete from price_version where version = 2')
  assert.equal(first.status, 200)
  assert.equal(first.body.amount_micro, 0)
  assert.equal(first.body.amount, '¥0.00')
  const again = await optimize({ prompt: '@图片1' }, headers)
  assert.deepEqual([again.status, again.body], [200, first.body])
  assert.deepEqual(await readLedger(gateway, accountId), {
    balance: 0,
    frozen: 0,
    entries: ['freeze 0 0', 'prompt_optimize 0 0'],
  })
})

test('prompts of 1 and of 7000 characters are accepted', async () => {
  for (const prompt of ['梦', '𠮷'.repeat(7000)]) {
    const { status, body } = await gateway.call('POST', '/v1/prompt/optimize', { prompt })
    assert.equal(status, 200)
    assert.ok(body.prompt.startsWith(prompt))
  }
})
