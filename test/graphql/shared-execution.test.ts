import assert from 'node:assert/strict'
import { test } from 'node:test'
import { buildSchema, type ExecutionResult, parse } from 'graphql'
import { textOf } from '../../src/http/graphql/answer.ts'
import { createSubscribe } from '../../src/http/graphql/shared.ts'
import { type Drain, Stream } from '../../src/push/stream.ts'

const schema = buildSchema(`
  type Change { seq: Int! word: String! }
  type Query { one: Int }
  type Subscription { changed(id: ID): Change! }
`)

/** Every subscription of a run receives these same objects. */
const EVENTS = [{ seq: 1 }, { seq: 2 }]

/** Subscribes once for each of `asked` and reads all in step; returns the answers and how often `word` ran. */
async function read(asked: readonly { query: string; variables?: Record<string, unknown>; caller?: object }[]) {
  let runs = 0
  const word = () => {
    runs += 1
    return `run ${runs}`
  }
  const changes = EVENTS.map((event) => ({ changed: { ...event, word } }))
  const drain: Drain<object> = async (give) => {
    for (const change of changes) await give(change)
  }
  const events = () => new Stream({ close() {} }, async () => drain)
  const subscribe = createSubscribe()
  // Equal texts are one document, as in the server's cache.
  const documents = new Map(asked.map(({ query }) => [query, parse(query)]))
  const streams = await Promise.all(
    asked.map(async ({ query, variables = {}, caller = { keyId: 'key_a' } }) => {
      const document = documents.get(query) ?? assert.fail()
      const rootValue = { changed: events }
      const results = await subscribe({
        schema,
        document,
        variableValues: variables,
        rootValue,
        contextValue: { caller },
      })
      return Symbol.asyncIterator in results ? results : assert.fail()
    }),
  )
  const answers: ExecutionResult[][] = []
  for (const _ of EVENTS) {
    const step = await Promise.all(streams.map((stream) => stream.next()))
    answers.push(step.map(({ value }) => value))
  }
  return { answers, runs: () => runs }
}

const QUERY = 'subscription { changed { seq word } }'

test('an event is executed once for equal subscriptions, and serialised once', async () => {
  const { answers, runs } = await read([{ query: QUERY }, { query: QUERY }, { query: QUERY }])
  assert.equal(runs(), EVENTS.length)
  for (const [first, ...others] of answers) {
    for (const other of others) assert.equal(other.data, first?.data)
  }
  assert.deepEqual(
    answers.map(([answer]) => textOf(answer ?? {})),
    ['{"data":{"changed":{"seq":1,"word":"run 1"}}}', '{"data":{"changed":{"seq":2,"word":"run 2"}}}'],
  )
})

test('another document, other variables or another caller is executed separately', async () => {
  const withId = 'subscription ($id: ID) { changed(id: $id) { seq word } }'
  const { answers, runs } = await read([
    { query: QUERY },
    { query: 'subscription { changed { word } }' },
    { query: withId, variables: { id: 'a' } },
    { query: withId, variables: { id: 'b' } },
    { query: QUERY, caller: { keyId: 'key_a', scopes: [] } },
    // Another key of an otherwise equal caller.
    { query: QUERY, caller: { keyId: 'key_b' } },
  ])
  assert.equal(runs(), 5 * EVENTS.length)
  for (const step of answers) assert.equal(new Set(step.map(({ data }) => data)).size, 5)
})
