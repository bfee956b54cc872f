import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'

const MODERATION_URL = 'http://10.0.0.7:8000/judge'

test('without an address nothing is moderated, and videos are marked as generated', () => {
  const { moderation, provenance } = readConfig({})
  assert.deepEqual([moderation, provenance], [null, true])
})

test('an address alone refuses without an answer in 30 seconds', () => {
  const { moderation } = readConfig({ MODERATION_URL })
  assert.deepEqual(moderation, { url: MODERATION_URL, secret: null, unavailable: 'refuse', timeoutMs: 30_000 })
  const environment = {
    MODERATION_SECRET: 's3cret',
    MODERATION_UNAVAILABLE: 'allow',
    MODERATION_TIMEOUT_SECONDS: '2.5',
  }
  assert.deepEqual(readConfig({ MODERATION_URL, ...environment }).moderation, {
    url: MODERATION_URL,
    secret: 's3cret',
    unavailable: 'allow',
    timeoutMs: 2500,
  })
})

test('PROVENANCE=off and false leave the mark out', () => {
  for (const PROVENANCE of ['off', 'false']) assert.equal(readConfig({ PROVENANCE }).provenance, false)
  assert.equal(readConfig({ PROVENANCE: 'on' }).provenance, true)
})

test('invalid values, and moderation without an address, are reported by name', () => {
  for (const [name, value] of [
    ['MODERATION_URL', 'ftp://host'],
    ['MODERATION_URL', '/judge'],
    ['MODERATION_URL', 'https://name:password@host/judge'],
    ['MODERATION_SECRET', 'two words'],
    ['MODERATION_SECRET', 'line\nbreak'],
    ['MODERATION_UNAVAILABLE', 'maybe'],
    ['MODERATION_TIMEOUT_SECONDS', '0.5'],
    ['MODERATION_TIMEOUT_SECONDS', '0'],
    ['MODERATION_TIMEOUT_SECONDS', '241'],
    ['MODERATION_TIMEOUT_SECONDS', 'long'],
    ['PROVENANCE', 'maybe'],
  ] as const) {
    const named = (error: unknown) => error instanceof ConfigError && error.message.includes(`${name}: must`)
    assert.throws(() => readConfig({ MODERATION_URL, [name]: value }), named, `${name}=${value}`)
  }
  for (const name of ['MODERATION_SECRET', 'MODERATION_UNAVAILABLE', 'MODERATION_TIMEOUT_SECONDS']) {
    const value = name === 'MODERATION_UNAVAILABLE' ? 'allow' : '5'
    assert.throws(() => readConfig({ [name]: value }), new RegExp(`${name}: is set, but MODERATION_URL is not`))
  }
})
