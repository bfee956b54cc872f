import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type ExecutionArgs, execute, getIntrospectionQuery, parse } from 'graphql'
import { schema } from '../../schema/index.ts'
import { schemaAnswers } from '../../src/http/graphql/schema-answers.ts'
import { GRAPHQL_KEYLESS_PER_MINUTE, GRAPHQL_SCHEMA_KEPT_BYTES } from '../../src/http/limits.ts'
import { startTestGateway } from '../support/gateway.ts'
import { awayFromTurn } from '../support/minute.ts'
import { send } from './client.ts'

const gateway = await startTestGateway({}, { own: true })
const WITHOUT_KEY = { authorization: '' }
const WHOLE = getIntrospectionQuery({ inputValueDeprecation: true })
const SMALL = '{ __schema { queryType { name } } }'

test('the schema is served whole without a key, also when repeated', async () => {
  const [first, again] = [await send(gateway, WHOLE, undefined, WITHOUT_KEY), await send(gateway, WHOLE)]
  assert.equal(first.status, 200)
  assert.ok(first.text.length > 100_000)
  assert.equal(again.text, first.text)
  const { status, text } = await gateway.call('POST', '/graphql', { query: WHOLE }, { accept: 'text/event-stream' })
  assert.equal(status, 200)
  assert.ok(text.includes(`event: next\ndata: ${first.text}\n`))
})

test('nested fragments in an unused operation cost nothing', async () => {
  const doubling = Array.from({ length: 100 }, (_, i) => `fragment F${i} on Query { ...F${i + 1} ...F${i + 1} }`)
  const query = `query A { __typename } query B { ...F0 } ${doubling.join(' ')} fragment F100 on Query { __typename }`
  const { body } = await gateway.call('POST', '/graphql', { query, operationName: 'A' })
  assert.deepEqual(body, { data: { __typename: 'Query' } })
})

test('an answer about the schema is computed once and cached within a limit', async () => {
  const { onExecute } = schemaAnswers()
  let made = 0
  const ask = async (query: string, variableValues?: ExecutionArgs['variableValues']) => {
    const args: ExecutionArgs = { schema, document: parse(query), variableValues }
    let kept: unknown
    const done = await onExecute?.({
      args,
      setResultAndStopExecution(result: unknown) {
        kept = result
      },
    } as unknown as Parameters<typeof onExecute>[0])
    if (kept) return kept
    made += 1
    const result = await execute(args)
    if (done && 'onExecuteDone' in done) {
      await done.onExecuteDone?.({ result } as unknown as Parameters<typeof done.onExecuteDone>[0])
    }
    return result
  }
  const aliased = '{ __type(name: "Task") { name } __typename }'
  assert.equal(await ask(aliased), await ask(aliased))
  assert.equal(made, 1)
  const skipping = 'query ($no: Boolean!) { __typename @skip(if: $no) }'
  assert.notDeepEqual(await ask(skipping, { no: true }), await ask(skipping, { no: false }))
  await ask('{ __typename pricing { currency } }')
  await ask('{ __typename pricing { currency } }')
  assert.equal(made, 5)
  const large = (name: string) => `{ ${name}: __typename # ${'x'.repeat(GRAPHQL_SCHEMA_KEPT_BYTES / 2)}\n }`
  await ask(large('a'))
  await ask(aliased)
  await ask(large('b'))
  assert.equal(made, 7, 'the most recently used answer is cached')
  await ask(large('b'))
  assert.equal(made, 7)
  await ask(large('a'))
  assert.equal(made, 8, 'the least recently used answer was evicted')
})

test('introspection without a key shares one budget, and with a key counts as its calls', async () => {
  await awayFromTurn(gateway)
  const asked = Math.floor(GRAPHQL_KEYLESS_PER_MINUTE / 2)
  const broken = '{ a: __schema { queryType { name } } b: __schema { queryType { name } } }'
  const ask = (query: string) => send(gateway, query, undefined, { authorization: 'Bearer vgk_nobody' })
  for (let i = 0; i < asked; i++) {
    await Promise.all([ask(SMALL), ask(broken)])
  }
  const refused = await ask(SMALL)
  assert.equal(refused.status, 429)
  assert.equal(refused.errors?.[0]?.extensions.code, 'rate_limit_exceeded')
  assert.match(refused.headers.get('retry-after') ?? '', /^([1-9]|[1-5][0-9]|60)$/)
  const { key } = await gateway.newAccount({ callsPerMinute: 1 })
  const keyed = { authorization: `Bearer ${key}` }
  assert.equal((await send(gateway, SMALL, undefined, keyed)).status, 200)
  assert.equal((await send(gateway, SMALL, undefined, keyed)).status, 429)
})
