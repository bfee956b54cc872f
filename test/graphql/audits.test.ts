import assert from 'node:assert/strict'
import { test } from 'node:test'
import { serverAudits } from 'graphql-http'
import { startTestGateway } from '../support/gateway.ts'

/** The number of audits of the suite; a later suite with more needs a look. */
const AUDITS = 61

const gateway = await startTestGateway()
const before = await gateway.counts()

const withKey: typeof fetch = (input, init) => {
  const headers = new Headers(init?.headers)
  headers.set('authorization', `Bearer ${gateway.key}`)
  return fetch(input, { ...init, headers })
}

const audits = serverAudits({ url: `${gateway.url}/graphql`, fetchFn: withKey })

for (const { id, name, fn } of audits) {
  test(`GraphQL over HTTP ${id}: ${name}`, async () => {
    const result = await fn()
    assert.equal(result.status, 'ok', 'reason' in result ? result.reason : '')
  })
}

test('the whole suite ran and wrote nothing', async () => {
  assert.equal(audits.length, AUDITS)
  assert.deepEqual(await gateway.counts(), before)
})
