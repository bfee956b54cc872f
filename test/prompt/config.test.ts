import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'

const PROMPT_OPTIMIZER_URL = 'https://api.example.com/v1/chat/completions'

test('the embedded rules are used without a configuration', () => {
  assert.equal(readConfig({}).promptOptimizer, null)
  assert.equal(readConfig({ PROMPT_OPTIMIZER_MODEL: 'small' }).promptOptimizer, null)
})

test('address and model configure a chat model, with or without a key', () => {
  const environment = { PROMPT_OPTIMIZER_URL, PROMPT_OPTIMIZER_MODEL: 'small' }
  const whole = { url: PROMPT_OPTIMIZER_URL, model: 'small' }
  assert.deepEqual(readConfig(environment).promptOptimizer, { ...whole, apiKey: null })
  const keyed = readConfig({ ...environment, PROMPT_OPTIMIZER_API_KEY: 'secret' })
  assert.deepEqual(keyed.promptOptimizer, { ...whole, apiKey: 'secret' })
})

test('an address without a model is reported with the other problems', () => {
  const shown = (error: unknown) =>
    error instanceof ConfigError &&
    /PROMPT_OPTIMIZER_MODEL: must be set/.test(error.message) &&
    /PORT: /.test(error.message)
  assert.throws(() => readConfig({ PROMPT_OPTIMIZER_URL, PORT: 'x' }), shown)
})
