import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { initialise, messageOf } from '../socket/client.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'

/** Bodies of a quarter of a megabyte full of mistakes, of which few are checked and reported. */

const gateway = await startTestGateway({ scopes: SCOPES })
const ANSWER_MAX_BYTES = 64 * 1024
const { length: SCOPES_MAX } = SCOPES

const numbered = (count: number, name: (i: number) => string) =>
  Object.fromEntries(Array.from({ length: count }, (_, i) => [name(i), 1]))
const many = <T>(count: number, item: T) => Array.from({ length: count }, () => item)

const UNKNOWN = numbered(22_000, (i) => `f${i}`)
/** The maximum length as JSON. */
const CONTROL = numbered(1200, (i) => `${i}${'\u001f'.repeat(30)}`)
const LONG = numbered(400, (i) => `${i}${'あ'.repeat(190)}`)

const post = async (path: string, body: unknown) => {
  const answer = await gateway.call('POST', path, body)
  assert.ok(Buffer.byteLength(answer.text) <= ANSWER_MAX_BYTES, `${Buffer.byteLength(answer.text)} bytes`)
  return answer
}

const BODIES = [
  {
    what: 'references of the wrong type',
    path: '/v1/videos',
    fields: { references: many(80_000, {}) },
    at: 'references[15]',
  },
  { what: 'references', path: '/v1/videos', fields: { references: many(60_000, '') }, at: 'references[15]' },
  { what: 'scopes', path: '/v1/api-keys', fields: { scopes: many(20_000, 'a') }, at: `scopes[${SCOPES_MAX}]` },
  {
    what: 'scopes of the wrong type',
    path: '/v1/api-keys',
    fields: { scopes: many(80_000, {}) },
    at: `scopes[${SCOPES_MAX}]`,
  },
] as const

for (const { what, path, fields, at } of BODIES) {
  test(`too many ${what} are refused by their number, whatever they contain`, async () => {
    const before = await rowsOf(gateway)
    const { status, body } = await post(path, { prompt: 'x', name: 'x', mode: 'reference_to_video', ...fields })
    assert.equal(status, 400)
    assert.equal(body.error.code, what.startsWith('references') ? 'too_many_references' : 'invalid_parameter')
    assert.equal(body.error.param, at)
    assert.deepEqual(await rowsOf(gateway), before)
  })
}

for (const [what, fields] of Object.entries({
  'unknown fields': UNKNOWN,
  'long names': LONG,
  'names with special characters': CONTROL,
})) {
  test(`${what}: a dry run reports the first 50 problems and the number of others`, async () => {
    const { body } = await post('/v1/videos?dry_run=true', { n: 3, references: many(1000, 1), ...fields })
    const { errors, more_errors: more, valid } = body
    assert.equal(valid, false)
    assert.equal(errors.length, 50)
    const params = errors.slice(0, 3).map(({ param }: { param: string }) => param)
    assert.deepEqual(params, ['prompt', 'references[15]', 'n'])
    // The fields' own problems precede one of the mode, at references.
    assert.equal(errors.length + more, Object.keys(fields).length + 4)
    const refused = await post('/v1/videos', { prompt: 'x', ...fields })
    assert.equal(refused.body.error.code, 'unknown_parameter')
  })
}

test('a form of many parts is refused by the number of its references', async () => {
  const form = new FormData()
  form.set('prompt', 'x')
  form.set('mode', 'reference_to_video')
  for (let i = 0; i < 1500; i++) form.append('references[]', 'x')
  const headers = { authorization: `Bearer ${gateway.key}` }
  const answer = await fetch(`${gateway.url}/v1/videos`, { method: 'POST', headers, body: form })
  const { error } = (await answer.json()) as { error: { code: string; param: string } }
  assert.deepEqual([error.code, error.param], ['too_many_references', 'references[15]'])
})

const CREATE = 'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { created userErrors { code path } } }'
const QUOTE = 'query ($input: TaskCreateInput!) { taskQuote(input: $input) { errors { code path } moreErrors } }'
const SUBSCRIPTION = 'subscription ($id: ID!) { taskUpdated(id: $id) { seq } }'
const VARIABLES = {
  'unknown fields': UNKNOWN,
  'long names': LONG,
  'references of the wrong type': { references: many(80_000, {}) },
}
/** The maximum size of a socket message. */
const MESSAGE_ITEMS = 3000

for (const [what, fields] of Object.entries(VARIABLES)) {
  test(`${what} in variables: the first mistakes are reported in any kind of operation`, async () => {
    const input = { prompt: 'x'.repeat(7000), ...fields }
    for (const query of [CREATE, QUOTE, SUBSCRIPTION]) {
      const accept = query === SUBSCRIPTION ? 'text/event-stream' : 'application/json'
      const request = { query, variables: query === SUBSCRIPTION ? { id: input } : { input } }
      const { text } = await gateway.call('POST', '/graphql', request, { accept })
      assert.match(text, /"code":"invalid_variables"/)
      assert.ok(Buffer.byteLength(text) <= ANSWER_MAX_BYTES)
    }
  })
}

test('a socket reports the first mistakes in variables', async () => {
  const socket = await initialise(gateway)
  const input = numbered(MESSAGE_ITEMS, (i) => `f${i}`)
  for (const query of [CREATE, QUOTE, SUBSCRIPTION]) {
    const payload = { query, variables: { input, id: input } }
    socket.send(JSON.stringify({ id: '1', type: 'subscribe', payload }))
    const message = await messageOf(socket)
    assert.match(message, /"code":"invalid_variables"/)
    assert.ok(Buffer.byteLength(message) <= ANSWER_MAX_BYTES)
    if (JSON.parse(message).type === 'next') assert.match(await messageOf(socket), /complete/)
  }
  socket.close()
})

test('too many references in variables are refused by their number, by mutation and dry run', async () => {
  const input = { prompt: 'x', mode: 'REFERENCE_TO_VIDEO', references: many(60_000, '') }
  const { body: created } = await post('/graphql', { query: CREATE, variables: { input } })
  const wanted = [{ code: 'too_many_references', path: ['input', 'references', '15'] }]
  assert.deepEqual(created.data.taskCreate, { created: 0, userErrors: wanted })
  const { body: quoted } = await post('/graphql', { query: QUOTE, variables: { input } })
  assert.deepEqual(quoted.data.taskQuote, { errors: wanted, moreErrors: 0 })
})

test('a document with many wrong long names gets a short answer', async () => {
  const names = Array.from({ length: 190 }, (_, i) => `f${i}${'x'.repeat(1000)}`)
  const { body } = await post('/graphql', { query: `{ ${names.join(' ')} }` })
  assert.ok(body.errors.length <= 50)
  assert.equal(body.errors[0].extensions.code, 'graphql_validation_failed')
})
