import assert from 'node:assert/strict'
import { test } from 'node:test'
import { rewritePrompt } from '../../src/prompt/rules.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { send } from './client.ts'

const gateway = await startTestGateway()

const DOCUMENT = `mutation Optimize($input: PromptOptimizeInput!) {
  promptOptimize(input: $input) {
    prompt changed amountMicro amount currency ledgerEntryId
    userErrors { __typename code message path ... on InsufficientBalanceError { required available } }
  }
}`

// biome-ignore lint/suspicious/noExplicitAny: a document of this test alone
async function optimize(input: object, headers: Record<string, string> = {}, at = gateway): Promise<any> {
  return send<unknown, unknown>(at, DOCUMENT, { input }, headers)
}

test('an optimisation returns the prompt and its cost', async () => {
  const { data } = await optimize({ prompt: 'a lake' })
  const { ledgerEntryId, ...rest } = data.promptOptimize
  assert.deepEqual(rest, {
    prompt: rewritePrompt('a lake'),
    changed: true,
    amountMicro: '50000',
    amount: '¥0.05',
    currency: 'CNY',
    userErrors: [],
  })
  const { body } = await gateway.call('GET', '/v1/credits?kind=prompt_optimize')
  assert.equal(body.ledger.data[0].id, ledgerEntryId)
})

test('an unchanged prompt is not charged', async () => {
  const prompt = rewritePrompt('a lake')
  const { data } = await optimize({ prompt })
  const uncharged = { changed: false, amountMicro: '0', amount: '¥0.00', currency: 'CNY', ledgerEntryId: null }
  assert.deepEqual(data.promptOptimize, { prompt, ...uncharged, userErrors: [] })
})

test('an idempotency key is shared by REST and GraphQL', async () => {
  const first = await optimize({ prompt: 'a sea', idempotencyKey: 'both' })
  const again = await gateway.call('POST', '/v1/prompt/optimize', { prompt: 'a sea' }, { 'idempotency-key': 'both' })
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.equal(again.body.ledger_entry_id, first.data.promptOptimize.ledgerEntryId)
})

const EMPTY = { prompt: null, changed: null, amountMicro: null, amount: null, currency: null, ledgerEntryId: null }

test('a refusal is a user error and charges nothing', async () => {
  const { key } = await gateway.newAccount({ creditMicro: 1n })
  const before = await gateway.counts()
  const poor = await optimize({ prompt: 'a lake' }, { authorization: `Bearer ${key}` })
  const { userErrors, ...rest } = poor.data.promptOptimize
  assert.deepEqual(rest, EMPTY)
  const { message, ...error } = userErrors[0]
  assert.deepEqual(error, {
    __typename: 'InsufficientBalanceError',
    code: 'insufficient_balance',
    path: null,
    required: '50000',
    available: '1',
  })
  assert.match(message, /¥0\.05/)
  const bad = await optimize({ prompt: '' })
  assert.deepEqual(bad.data.promptOptimize.userErrors[0].path, ['input', 'prompt'])
  assert.deepEqual(await gateway.counts(), before)
})

test('a failing optimiser is a service error', async () => {
  const promptOptimizer = { url: 'http://127.0.0.1:1/', model: 'small', apiKey: null }
  const second = await startSecondGateway({ ...gateway, config: { ...gateway.config, promptOptimizer } })
  const authorization = `Bearer ${gateway.key}`
  const { data, errors } = await optimize({ prompt: 'a lake' }, { authorization }, second)
  assert.deepEqual(data, { promptOptimize: null })
  assert.equal(errors[0].extensions.code, 'prompt_optimizer_unavailable')
})
