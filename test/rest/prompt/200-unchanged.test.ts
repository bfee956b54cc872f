import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewritePrompt } from '../../../src/prompt/rules.ts'
import { says } from '../../prompt/server.ts'
import { startOptimizing } from './support.ts'

const { gateway, chat, optimize, ledger } = await startOptimizing()
const UNCHARGED = { changed: false, amount_micro: 0, amount: '¥0.00', currency: 'CNY', ledger_entry_id: null }

/** Prompts that the embedded rules do not change. */
const FULL = {
  'of 7000 characters': '𠮷'.repeat(7000),
  'that is already optimised': rewritePrompt('海边的日落'),
  'optimised before, with spaces around it': ` ${rewritePrompt('a lake at sunset')}\n`,
}

for (const [name, prompt] of Object.entries(FULL)) {
  test(`a prompt ${name} is returned as sent, and nothing is charged`, async () => {
    const before = await ledger()
    const { status, body } = await gateway.call('POST', '/v1/prompt/optimize', { prompt })
    assert.deepEqual([status, body], [200, { object: 'prompt.optimization', prompt, ...UNCHARGED }])
    const entries = [...before.entries, 'freeze 0 50000', 'release 0 -50000']
    assert.deepEqual(await ledger(), { ...before, entries })
  })
}

test('a prompt repeated by the chat model is not charged, also when the call is repeated', async () => {
  const before = await ledger()
  const headers = { 'idempotency-key': 'unchanged' }
  chat.answer = says(' @图片1 walks\n')
  const first = await optimize({ prompt: '@图片1 walks' }, headers)
  assert.deepEqual(first.body, { object: 'prompt.optimization', prompt: '@图片1 walks', ...UNCHARGED })
  chat.answer = says('@图片1 walks at dawn.')
  const again = await optimize({ prompt: '@图片1 walks' }, headers)
  assert.deepEqual([again.headers.get('idempotent-replayed'), again.body], ['true', first.body])
  assert.equal((await ledger()).balance, before.balance)
})
