import assert from 'node:assert/strict'
import { test } from 'node:test'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()

/** Text that Postgres cannot accept must be refused or find nothing, never cause a server error. */
const QUERIES = [
  ['query ($x: ID!) { task(id: $x) { id } }', null],
  ['query ($x: ID!) { node(id: $x) { id } }', null],
  ['query ($x: String!) { tasks(first: 1, after: $x) { nodes { id } } }', 'invalid_cursor'],
  ['query ($x: String!) { credits { entries(first: 1, after: $x) { nodes { id } } } }', 'invalid_cursor'],
  ['query ($x: ID!) { credits { entries(first: 1, taskId: $x) { nodes { id } } } }', null],
] as const

for (const [query, code] of QUERIES) {
  test(`NUL and lone surrogates cause no server error: ${query}`, async () => {
    for (const x of ['a\0b', '\ud800', 'vid_\0']) {
      const { body } = await gateway.call('POST', '/graphql', { query, variables: { x } })
      assert.equal(body.errors?.[0]?.extensions.code ?? null, code)
    }
  })
}
