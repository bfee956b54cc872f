import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SCOPES } from '../../src/key/caller.ts'
import { closeOf, initialise, messageOf, openSocket } from '../socket/client.ts'
import { uploadsLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { END, fieldOf, fileHead, MULTIPART } from '../support/multipart.ts'
import { rowsOf } from '../support/rows.ts'

/**
 * Every API refuses a repeated name. Otherwise the last value would win, and a create of one could be billed as four.
 */

const gateway = await startTestGateway({ scopes: SCOPES })
const authorization = `Bearer ${gateway.key}`
const JSON_TYPE = { 'content-type': 'application/json' }

async function send(path: string, body: string | null, headers: Record<string, string> = JSON_TYPE) {
  const method = body === null ? 'GET' : 'POST'
  const answer = await fetch(gateway.url + path, { method, headers: { authorization, ...headers }, body })
  return JSON.parse(await answer.text())
}

/** @returns code and param of the refusal, which must write nothing */
async function refusedAt(path: string, body: string | null, headers?: Record<string, string>) {
  const before = [await rowsOf(gateway), await uploadsLeft(gateway)]
  const { error, errors } = await send(path, body, headers)
  assert.deepEqual([await rowsOf(gateway), await uploadsLeft(gateway)], before)
  const { code, param } = error ?? errors[0].extensions
  assert.equal(code, 'invalid_parameter')
  assert.match((error ?? errors[0]).message, /must be given once/)
  return param
}

const BODIES = [
  ['/v1/videos', '{"prompt":"x","n":1,"n":4}', 'n'],
  ['/v1/videos', '{"prompt":"x","n":1,"\\u006e":4}', 'n'],
  ['/v1/videos', '{"n":null, "prompt" : "x" , "n" : 4}', 'n'],
  ['/v1/videos', '{"prompt":"a \\\\\\" \\\\","prompt":"b"}', 'prompt'],
  ['/v1/videos', '{"prompt":"x","metadata":{"a":1},"metadata":{"b":1}}', 'metadata'],
  ['/v1/videos', '{"prompt":"x","none":{"a":[{"b":1},{"b":1,"b":2}]}}', 'none.a[1].b'],
  ['/v1/videos', '{"prompt":"x","none":{"metadata":{"a":1,"a":1}}}', 'none.metadata.a'],
  ['/v1/videos?dry_run=true', '{"prompt":"x","n":1,"n":4}', 'n'],
  ['/v1/prompt/optimize', '{"prompt":"x","prompt":"y"}', 'prompt'],
  ['/v1/videos/vid_1/upscale', '{"resolution":"2k","resolution":"4k"}', 'resolution'],
  ['/v1/read-tokens', '{"task_id":"vid_1","task_id":"vid_2"}', 'task_id'],
  ['/v1/api-keys', '{"name":"x","scopes":["videos:read"],"scopes":["keys:admin"]}', 'scopes'],
] as const

for (const [path, body, param] of BODIES) {
  test(`${path} with ${body} is refused at ${param}`, async () => {
    assert.equal(await refusedAt(path, body), param)
  })
}

test('names inside metadata may repeat and are returned as sent', async () => {
  const metadata = '{"a":1,"a":2,"metadata":{"b":[{"c":1,"c":1}],"b":0}}'
  const made = await fetch(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization, ...JSON_TYPE },
    body: `{"metadata":${metadata},"prompt":"x"}`,
  })
  assert.equal(made.status, 202)
  assert.ok((await made.text()).includes(`"metadata":${metadata}`))
})

test('equal names in separate objects and in strings are not duplicates', async () => {
  const body = '{"prompt":"{\\"n\\":1,\\"n\\":4}","mode":"reference_to_video","references":["n","n"],"n":1}'
  const { error } = await send('/v1/videos', body)
  assert.equal(error.code, 'file_not_found')
})

test('invalid JSON is reported as such, even with duplicate names', async () => {
  for (const body of [
    '{"n":1,"n":4',
    '{"n":1,"n":4}}',
    '{"n":1,"n":"',
    '}{"n":1,"n":1',
    '["a",,]',
    '{"a\\x":1,"a\\x":1}',
  ]) {
    assert.equal((await send('/v1/videos', body)).error.code, 'invalid_json', body)
  }
})

const part = (name: string, value: string) => fieldOf(name, value)
const form = (...parts: readonly string[]) => parts.join('') + END.trimStart()

test('a form with a repeated part is refused, but lists and metadata are collected', async () => {
  const prompt = part('prompt', 'x')
  for (const [parts, param] of [
    [[part('n', '1'), part('n', '4')], 'n'],
    [[part('metadata', 'x'), part('metadata[a]', '1')], 'metadata'],
  ] as const) {
    assert.equal(await refusedAt('/v1/videos', form(prompt, ...parts), MULTIPART), param)
  }
  const twice = form(prompt, part('metadata[a]', '1'), part('metadata[a]', '2'))
  const answer = await fetch(`${gateway.url}/v1/videos`, {
    method: 'POST',
    headers: { authorization, ...MULTIPART },
    body: twice,
  })
  assert.ok((await answer.text()).includes('"metadata":{"a":"1","a":"2"}'))
})

test('repeated query parameters are refused by name', async () => {
  assert.equal(await refusedAt('/v1/videos?limit=1&limit=100', null), 'limit')
  assert.equal(await refusedAt('/v1/videos?dry_run=false&dry_run=true', '{"prompt":"x"}'), 'dry_run')
  const ask = '/graphql?query={pricing{currency}}'
  assert.equal(await refusedAt(`${ask}&query={account{id}}`, null, {}), 'query')
  assert.equal(await refusedAt(`${ask}&variables={"a":1,"a":2}`, null, {}), 'variables.a')
  assert.equal(await refusedAt(`${ask}&variables={}&variables={}`, null, {}), 'variables')
  const broken = await send(`${ask}&variables={`, null, {})
  assert.equal(broken.errors[0].extensions.code, 'invalid_json')
})

const CREATE =
  'mutation ($input: TaskCreateInput!) { taskCreate(input: $input) { tasks { metadata } userErrors { code } } }'
const OWN = `mutation ($own: JSON, $list: [ID!]) {
  taskCreate(input: {prompt: "x", metadata: $own, references: $list}) { tasks { metadata } userErrors { code } }
}`
const request = (query: string, variables: string) => `{"query":${JSON.stringify(query)},"variables":${variables}}`

const REQUESTS = [
  [request(CREATE, '{"input":{"prompt":"x","n":1,"n":4}}'), 'variables.input.n'],
  [request(CREATE, '{"input":{"prompt":"x"},"input":{"prompt":"y"}}'), 'variables.input'],
  [request(CREATE, '{"input":{"prompt":"x","metadata":1,"metadata":2}}'), 'variables.input.metadata'],
  [request(CREATE, '{"input":{"prompt":"x","metadata":{"a":1,"a":2},"n":1,"n":4}}'), 'variables.input.n'],
  [request(CREATE, '{"input":{"prompt":"x"},"unknown":{"a":1,"a":2}}'), 'variables.unknown.a'],
  ['{"query":"{ pricing { currency } }","query":"{ account { id } }"}', 'query'],
  ['{"query":"{ pricing { currency } }","extensions":{"a":1,"a":2}}', 'extensions.a'],
  [request('{ pricing { currency } }', '{},"variables":{}'), 'variables'],
] as const

test('repeated names in a GraphQL request are refused, in variables and over a socket too', async () => {
  const socket = await initialise(gateway)
  for (const [body, param] of REQUESTS) {
    assert.equal(await refusedAt('/graphql', body), param)
    socket.send(`{"id":"1","type":"subscribe","payload":${body}}`)
    const message = JSON.parse(await messageOf(socket))
    const [error] = message.payload.errors ?? message.payload
    assert.deepEqual([error.extensions.code, error.extensions.param], ['invalid_parameter', `payload.${param}`])
    if (message.type === 'next') await messageOf(socket)
  }
  const subscription = request(
    'subscription ($id: ID!) { taskUpdated(id: $id) { seq } }',
    '{"id":"vid_1","id":"vid_2"}',
  )
  assert.equal(await refusedAt('/graphql', subscription), 'variables.id')
  socket.close()
})

test('JSON values in variables are kept as sent, with their duplicate names', async () => {
  const own = '{"a":1,"a":2,"b":[{"c":1,"c":1}]}'
  for (const body of [
    request(CREATE, `{"input":{"prompt":"x","metadata":${own}}}`),
    request(OWN, `{"own":${own},"list":[]}`),
  ]) {
    const answer = await fetch(`${gateway.url}/graphql`, {
      method: 'POST',
      headers: { authorization, ...JSON_TYPE },
      body,
    })
    assert.ok((await answer.text()).includes(`"metadata":${own}`))
  }
})

test('connection_init with a repeated name closes the socket', async () => {
  const socket = await openSocket(gateway)
  socket.send('{"type":"connection_init","payload":{"Authorization":"a","Authorization":"b"}}')
  assert.deepEqual(await closeOf(socket), { code: 4400, reason: 'payload.Authorization must be given once.' })
})

const UPLOAD = 'mutation ($input: FileUploadInput!) { fileUpload(input: $input) { file { id } userErrors { code } } }'
const OPERATIONS = request(UPLOAD, '{"input":{"file":null,"purpose":"REFERENCE"}}')
const MAP = '{"0":["variables.input.file"]}'
const CSRF = { ...MULTIPART, 'graphql-require-preflight': '1' }

test('a GraphQL upload with a repeated part, or a repeated name in a part, is refused', async () => {
  const file = `${fileHead('0', 'a.png')}x`
  for (const [parts, param] of [
    [[part('operations', OPERATIONS), part('operations', OPERATIONS), part('map', MAP), file], 'operations'],
    [[part('operations', OPERATIONS), part('map', MAP), part('map', MAP), file], 'map'],
    [[part('operations', OPERATIONS), part('map', '{"0":["variables.input.file"],"0":[]}'), file], 'map.0'],
    [
      [
        part('operations', request(UPLOAD, '{"input":{"file":null,"purpose":"REFERENCE","purpose":"INPUT_IMAGE"}}')),
        part('map', MAP),
        file,
      ],
      'variables.input.purpose',
    ],
  ] as const) {
    assert.equal(await refusedAt('/graphql', parts.join('') + END, CSRF), param)
  }
})

test('a REST upload with a repeated part is refused', async () => {
  const file = `${fileHead('file', 'a.png')}x\r\n`
  const purpose = part('purpose', 'reference')
  assert.equal(await refusedAt('/v1/files', purpose + form(purpose, file), MULTIPART), 'purpose')
  assert.equal(await refusedAt('/v1/files', purpose + form(file, file), MULTIPART), 'file')
})
