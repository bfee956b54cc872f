import assert from 'node:assert/strict'
import { test } from 'node:test'
import { getIntrospectionQuery } from 'graphql'
import { initialise, messageOf } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { awayFromTurn } from '../support/minute.ts'
import { send } from './client.ts'
import { chain, HOSTILE, MISTAKES } from './hostile.ts'

interface Asked {
  readonly query: string
  readonly variables?: Readonly<Record<string, unknown>>
  readonly operationName?: string
}

interface Refusal {
  readonly message: string
  readonly extensions: Readonly<Record<string, unknown>>
}

interface Refused {
  /** null on a socket. */
  readonly status: number | null
  readonly errors: readonly Refusal[]
}

const gateway = await startTestGateway()
const socket = await initialise(gateway)

const accepting =
  (accept: string) =>
  async (asked: Asked): Promise<Refused> => {
    const { status, text } = await gateway.call('POST', '/graphql', asked, { accept })
    const [, data = text] = /^event: next\ndata: (.+)$/m.exec(text) ?? []
    assert.equal(text.includes('event: complete'), accept === 'text/event-stream')
    const { errors, ...rest } = JSON.parse(data)
    assert.deepEqual(rest, {})
    return { status, errors }
  }

const TRANSPORTS: Readonly<Record<string, (asked: Asked) => Promise<Refused>>> = {
  POST: accepting('application/graphql-response+json'),
  'an event stream': accepting('text/event-stream'),
  async 'a socket'({ query, variables, operationName }) {
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables, operationName } }))
    const { payload, ...message } = JSON.parse(await messageOf(socket))
    assert.deepEqual(message, { id: '1', type: 'error' })
    // The error ends the operation: the next message belongs to the next one.
    socket.send('{"type":"ping"}')
    assert.equal(await messageOf(socket), '{"type":"pong"}')
    return { status: null, errors: payload }
  },
}

for (const { what, code, ...asked } of HOSTILE) {
  test(`${what}: ${code} over every transport, also when repeated, and nothing is written`, async () => {
    const before = await gateway.counts()
    for (const ask of [...Object.values(TRANSPORTS), ...Object.values(TRANSPORTS)]) {
      const { status, errors } = await ask(asked)
      assert.ok(status === 400 || status === null)
      assert.equal(errors[0]?.extensions['code'], code)
      assert.match(String(errors[0]?.extensions['requestId']), /^req_/)
      assert.equal(errors[0]?.extensions['http'], undefined)
    }
    assert.deepEqual(await gateway.counts(), before)
  })
}

for (const { what, code, ...asked } of MISTAKES) {
  test(`${what}: ${code} over every transport, and nothing is written`, async () => {
    const before = await gateway.counts()
    const answers: (readonly Refusal[])[] = []
    for (const ask of Object.values(TRANSPORTS)) answers.push((await ask(asked)).errors)
    for (const errors of answers) {
      assert.equal(errors[0]?.extensions['code'], code)
      assert.equal(errors[0]?.message, answers[0]?.[0]?.message)
    }
    assert.deepEqual(await gateway.counts(), before)
  })
}

test('usual documents are accepted: nested fragments and full introspection', async () => {
  for (const query of [chain(20, (i) => `...F${i}`), getIntrospectionQuery({ inputValueDeprecation: true })]) {
    const { errors } = await send(gateway, query)
    assert.equal(errors, undefined)
  }
})

test('a refused request costs one call, whatever its content and transport', async () => {
  const refused = [...HOSTILE, ...MISTAKES]
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ callsPerMinute: 2 * refused.length + 1 })
  const authorization = `Bearer ${key}`
  const other = await initialise({ ...gateway, key } satisfies TestGateway)
  for (const { query, variables, ...rest } of refused) {
    const payload = { query, variables, ...('operationName' in rest ? { operationName: rest.operationName } : {}) }
    await gateway.call('POST', '/graphql', payload, { authorization })
    other.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
    assert.equal(JSON.parse(await messageOf(other)).type, 'error')
  }
  const last = await send(gateway, '{ pricing { currency } }', undefined, { authorization })
  assert.equal(last.errors, undefined)
  const over = await send(gateway, '{ pricing { currency } }', undefined, { authorization })
  assert.equal(over.errors?.[0]?.extensions.code, 'rate_limit_exceeded')
  other.close()
})

test('a batch is refused and runs nothing', async () => {
  const before = await gateway.counts()
  const one = { query: 'mutation { taskCreate(input: {prompt: "x"}) { created } }' }
  for (const accept of ['application/json', 'application/graphql-response+json', 'text/event-stream']) {
    const { status, text } = await gateway.call('POST', '/graphql', [one, one], { accept })
    assert.equal(status, 400)
    assert.match(text, /"code":"bad_request"/)
  }
  const other = await initialise(gateway)
  const message = { id: '1', type: 'subscribe', payload: one }
  const closed = new Promise<number>((resolve) => other.once('close', resolve))
  other.send(JSON.stringify([message, message]))
  assert.equal(await closed, 4400)
  assert.deepEqual(await gateway.counts(), before)
})
