import assert from 'node:assert/strict'
import { test } from 'node:test'
import { DomainError } from '../../../src/errors.ts'
import { optimizePrompt } from '../../../src/prompt/optimize.ts'
import type { Optimizer } from '../../../src/prompt/optimizer.ts'
import { says, sends } from '../../prompt/server.ts'
import { startOptimizing } from './support.ts'

const { gateway, chat, optimize, ledger } = await startOptimizing()
const { resources } = gateway.rooms
const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
const PROMPT = '@图片1 walks'

const FAILURES = {
  'the optimiser fails': sends(500, '{"error":{"message":"quota of acct-17"}}'),
  'its answer is empty': says(' \n '),
  'its answer is too long': says(`@图片1 ${'x'.repeat(7000)}`),
  'its answer lost the marker': says('Someone walks at dawn.'),
  'its answer has an added marker': says('@图片1 walks to @图片2.'),
  'its answer cannot be stored': says('@图片1\0'),
  'its answer is invalid JSON': sends(200, 'oops'),
}

for (const [name, answer] of Object.entries(FAILURES)) {
  test(`${name}: nothing is charged, and the key is free`, async () => {
    const before = await ledger()
    chat.answer = answer
    const headers = { 'idempotency-key': name }
    const { status, body, text } = await optimize({ prompt: PROMPT }, headers)
    assert.equal(status, 502)
    assert.deepEqual([body.error?.type, body.error?.code], ['api_error', 'prompt_optimizer_unavailable'])
    assert.doesNotMatch(text, /acct-17|127\.0\.0\.1/)
    const entries = [...before.entries, 'freeze 0 50000', 'release 0 -50000']
    assert.deepEqual(await ledger(), { ...before, entries })
    assert.equal((await gateway.counts())['idempotency_key'], 0)
  })
}

const call = { body: JSON.stringify({ prompt: PROMPT }), idempotencyKey: 'slow' }
const unavailable = (error: unknown) =>
  error instanceof DomainError && error.code === 'prompt_optimizer_unavailable' && error.status === 502

test('an optimiser that ignores its signal is abandoned when its time is up', async () => {
  const before = await ledger()
  const hanging: Optimizer = () => new Promise(() => {})
  await assert.rejects(optimizePrompt(resources, hanging, caller, call, 50), unavailable)
  const { balance, frozen, entries } = await ledger()
  assert.deepEqual([balance, frozen, entries.at(-1)], [before.balance, 0, 'release 0 -50000'])
  assert.equal((await gateway.counts())['idempotency_key'], 0)
})

test('the optimiser’s signal fires when its time is up', async () => {
  const signal = Promise.withResolvers<unknown>()
  const heeding: Optimizer = (_prompt, given) => {
    given.addEventListener('abort', () => signal.resolve(given.reason.name))
    return new Promise(() => {})
  }
  await assert.rejects(optimizePrompt(resources, heeding, caller, call, 50), unavailable)
  assert.equal(await signal.promise, 'TimeoutError')
})

test('a key can be used again after a failure', async () => {
  chat.answer = sends(503, '')
  const headers = { 'idempotency-key': 'again' }
  assert.equal((await optimize({ prompt: PROMPT }, headers)).status, 502)
  chat.answer = says('@图片1 walks at dawn.')
  const { status, headers: answered } = await optimize({ prompt: PROMPT }, headers)
  assert.deepEqual([status, answered.get('idempotent-replayed')], [200, null])
})
