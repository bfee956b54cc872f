import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { uploadsLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { sendMultipart } from '../support/graphql-upload.ts'
import { corpus, upload as uploadByRest, uploaded } from '../support/material.ts'
import { bodyOf, END, fieldOf, fileHead, paddedVideo, partOf, post, zeros } from '../support/multipart.ts'
import { until } from '../support/until.ts'
import { send } from './client.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources
const png = await corpus('rgb.png')
const PNG = await readFile('test/corpus/rgb.png')

const FILE = `{ id filename bytes purpose status kind contentType width height duration hasAudio sha256 createdAt expiresAt
  material { usedSeconds { duration seconds } autoAspectRatio } }`
const UPLOAD = `mutation ($input: FileUploadInput!) {
  fileUpload(input: $input) { file ${FILE} userErrors { __typename code message path } }
}`
const DELETE = `mutation ($input: FileDeleteInput!) {
  fileDelete(input: $input) { deletedFileId userErrors { __typename code path } }
}`
const LIST = `query ($first: Int, $after: String, $order: SortOrder, $purpose: FilePurpose) {
  files(first: $first, after: $after, order: $order, purpose: $purpose) {
    nodes { id } edges { cursor } pageInfo { hasNextPage endCursor }
  }
}`

const CSRF = { 'graphql-require-preflight': '1' }

const upload = async (file: Blob, input: object = {}, headers: Record<string, string> = {}) => {
  const variables = { input: { file: null, purpose: 'REFERENCE', ...input } }
  const { body } = await sendMultipart(gateway, { query: UPLOAD, variables, file, filename: 'a.png', headers })
  assert.equal(body.errors, undefined)
  return body.data.fileUpload
}

// biome-ignore lint/suspicious/noExplicitAny: answers of many shapes
async function run(document: string, variables: object, headers: Record<string, string> = {}): Promise<any> {
  const { data, errors } = await send<Record<string, unknown>, object>(gateway, document, variables, headers)
  assert.equal(errors, undefined)
  return Object.values(data ?? {})[0]
}

test('an uploaded file has the same record as in REST', async () => {
  const { file, userErrors } = await upload(await corpus('black-10s.mp4'), { purpose: 'REFERENCE' })
  assert.deepEqual(userErrors, [])
  const { body } = await gateway.call('GET', `/v1/files/${file.id}`)
  assert.deepEqual(file, {
    id: body.id,
    filename: 'a.png',
    bytes: body.bytes,
    purpose: 'REFERENCE',
    status: 'PROCESSED',
    kind: 'VIDEO',
    contentType: 'video/mp4',
    width: 320,
    height: 240,
    duration: 10,
    hasAudio: body.has_audio,
    sha256: body.sha256,
    createdAt: body.created_at,
    expiresAt: body.expires_at,
    material: {
      usedSeconds: [
        { duration: 5, seconds: 5.167 },
        { duration: 10, seconds: 9.417 },
        { duration: 15, seconds: 9.417 },
      ],
      autoAspectRatio: 'ASPECT_4_3',
    },
  })
  for (const query of [`{ file(id: "${file.id}") ${FILE} }`, `{ node(id: "${file.id}") { ... on File ${FILE} } }`]) {
    assert.deepEqual(await run(query, {}), file)
  }
  const { file: image } = await upload(png, { purpose: 'END_IMAGE' })
  assert.deepEqual([image.duration, image.material.usedSeconds], [null, null])
})

test('a missing, deleted or foreign file is null', async () => {
  const other = await gateway.newAccount()
  const foreign = await uploaded(gateway, png, 'reference', other.key)
  for (const id of [foreign, 'file_none', 'file_\0', '']) {
    assert.equal(await run('query ($id: ID!) { file(id: $id) { id } }', { id }), null)
    assert.equal(await run('query ($id: ID!) { node(id: $id) { id } }', { id }), null)
  }
})

test('files are paged in both directions and filtered by purpose, and invalid pages are refused', async () => {
  const whole = await run(LIST, { first: 100, order: 'ASC' })
  const second = await run(LIST, { first: 1, order: 'ASC', after: whole.nodes[0].id })
  assert.deepEqual(second, {
    nodes: [whole.nodes[1]],
    edges: [{ cursor: whole.nodes[1].id }],
    pageInfo: { hasNextPage: whole.nodes.length > 2, endCursor: whole.nodes[1].id },
  })
  assert.deepEqual((await run(LIST, {})).nodes, whole.nodes.toReversed())
  const { file } = await upload(png, { purpose: 'INPUT_IMAGE' })
  assert.deepEqual((await run(LIST, { purpose: 'INPUT_IMAGE' })).nodes, [{ id: file.id }])
  for (const [variables, code] of [
    [{ first: 101 }, 'invalid_parameter'],
    [{ after: 'file_none' }, 'invalid_cursor'],
  ] as const) {
    const { errors } = await send(gateway, LIST, variables)
    assert.deepEqual(
      errors?.map(({ extensions }) => extensions.code),
      [code],
    )
  }
})

test('a deleted file is not found again, and a file that a task needs is kept', async () => {
  const { file } = await upload(png)
  await pool.query('update file set pins = 1 where id = $1', [file.id])
  const refused = (code: string, __typename: string) => ({
    deletedFileId: null,
    userErrors: [{ __typename, code, path: null }],
  })
  assert.deepEqual(await run(DELETE, { input: { id: file.id } }), refused('file_in_use', 'ConflictError'))
  await pool.query('update file set pins = 0 where id = $1', [file.id])
  assert.deepEqual(await run(DELETE, { input: { id: file.id } }), { deletedFileId: file.id, userErrors: [] })
  for (const id of [file.id, 'file_none', 'x']) {
    assert.deepEqual(await run(DELETE, { input: { id } }), refused('file_not_found', 'InvalidInputError'))
  }
})

const REFUSED: readonly (readonly [name: string, filename: string, purpose: string, code: string])[] = [
  ['an empty file', 'empty.png', 'REFERENCE', 'empty_file'],
  ['an HTML page', 'page.html-as.png', 'REFERENCE', 'unsupported_media_type'],
  ['a video as a start frame', 'black-10s.mp4', 'INPUT_IMAGE', 'file_wrong_kind'],
  ['an image of 900 megapixels', 'bomb-30000x30000.png', 'REFERENCE', 'image_too_large'],
  ['an unreadable video', 'truncated-no-moov.mp4', 'REFERENCE', 'media_unreadable'],
  ['audio without a duration', 'no-samples.wav', 'REFERENCE', 'audio_duration_unreadable'],
]

for (const [name, filename, purpose, code] of REFUSED) {
  test(`${name} is a user error with its path and leaves nothing`, async () => {
    const before = await uploadsLeft(gateway)
    const { file, userErrors } = await upload(await corpus(filename), { purpose, idempotencyKey: 'refused' })
    const [{ message, ...error }] = userErrors
    assert.notEqual(message, '')
    assert.deepEqual([file, error], [null, { __typename: 'InvalidInputError', code, path: ['input', 'file'] }])
    assert.deepEqual(await uploadsLeft(gateway), before)
  })
}

test('a form with a missing, repeated or undeclared file is refused', async () => {
  const before = await uploadsLeft(gateway)
  const variables = { input: { file: null, purpose: 'REFERENCE' } }
  const missing = await sendMultipart(gateway, { query: UPLOAD, variables })
  const [error] = missing.body.data.fileUpload.userErrors
  assert.deepEqual([error.code, error.path], ['missing_parameter', ['input', 'file']])
  assert.deepEqual(await uploadsLeft(gateway), before)

  const query = `mutation ($a: FileUploadInput!, $b: FileUploadInput!) {
    a: fileUpload(input: $a) { file { id } userErrors { code } } b: fileUpload(input: $b) { file { id } userErrors { code } }
  }`
  const both = { a: variables.input, b: variables.input }
  const places = ['variables.a.file', 'variables.b.file']
  const twice = await sendMultipart(gateway, { query, variables: both, file: png, places })
  assert.match(twice.body.data.a.file.id, /^file_/)
  assert.deepEqual(twice.body.data.b, { file: null, userErrors: [{ code: 'missing_parameter' }] })

  for (const file of ['file_x', null, 7]) {
    const { status, body } = await gateway.call('POST', '/graphql', {
      query: UPLOAD,
      variables: { input: { file, purpose: 'REFERENCE' } },
    })
    assert.deepEqual([status, body.errors[0].extensions.code], [200, 'invalid_variables'])
  }
})

test('a request with two files is refused with a suggestion', async () => {
  const before = await uploadsLeft(gateway)
  const query = `mutation ($a: FileUploadInput!, $b: FileUploadInput!) {
    a: fileUpload(input: $a) { file { id } userErrors { code } } b: fileUpload(input: $b) { file { id } userErrors { code } }
  }`
  const input = { purpose: 'REFERENCE', file: null }
  const map = '{"0":["variables.a.file"],"1":["variables.b.file"]}'
  const operations = JSON.stringify({ query, variables: { a: input, b: input } })
  const pieces = [fields(operations, map), fileHead('0'), PNG, '\r\n', fileHead('1'), PNG, END]
  const { status, body } = await post(gateway, '/graphql', bodyOf(...pieces), CSRF).answer
  const [error] = body.errors
  assert.deepEqual([status, error.extensions.code, error.extensions.param], [400, 'invalid_parameter', 'file'])
  assert.equal(error.message, 'A request may have only one file. Send each file in its own request.')
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a multipart request without a header that triggers a preflight is refused', async () => {
  const before = await uploadsLeft(gateway)
  const variables = { input: { file: null, purpose: 'REFERENCE' } }
  const request = { query: UPLOAD, variables, file: png }
  const refused = await sendMultipart(gateway, { ...request, headers: { 'graphql-require-preflight': '' } })
  assert.deepEqual([refused.status, refused.body.errors[0].extensions.code], [400, 'csrf_header_required'])
  assert.deepEqual(await uploadsLeft(gateway), before)
  for (const name of ['x-graphql-yoga-csrf', 'apollo-require-preflight', 'x-apollo-operation-name']) {
    const headers = { 'graphql-require-preflight': '', [name]: '1' }
    const { body } = await sendMultipart(gateway, { ...request, headers })
    assert.deepEqual(body.data.fileUpload.userErrors, [])
  }
})

test('key, scope, rate and guards are checked before any file is read', async () => {
  const before = await uploadsLeft(gateway)
  const input = { file: null, purpose: 'REFERENCE' }
  const ask = async (headers: Record<string, string>, query = UPLOAD) => {
    const { status, body } = await sendMultipart(gateway, { query, variables: { input }, file: png, headers })
    return [status, body.errors?.[0].extensions.code]
  }
  const as = async (account: Parameters<typeof gateway.newAccount>[0]) => ({
    authorization: `Bearer ${(await gateway.newAccount(account)).key}`,
  })
  assert.deepEqual(await ask({ authorization: '' }), [401, 'missing_api_key'])
  assert.deepEqual(await ask(await as({ scopes: ['videos:read'] })), [200, 'insufficient_scope'])
  assert.deepEqual(await ask(await as({ callsPerMinute: 0 })), [429, 'rate_limit_exceeded'])
  assert.deepEqual(await ask({}, `mutation ($input: FileUploadInput!) { ${'a '.repeat(2000)} }`), [
    400,
    'too_many_tokens',
  ])
  assert.deepEqual(await ask({}, UPLOAD.replace('file {', 'nothing file {')), [200, 'graphql_validation_failed'])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

/** A request's fields in their order, before its file. */
const fields = (operations: string, map = '{"0":["variables.input.file"]}') =>
  fieldOf('operations', operations) + fieldOf('map', map)
const OPERATIONS = JSON.stringify({ query: UPLOAD, variables: { input: { file: null, purpose: 'REFERENCE' } } })

test('a body that is not multipart gets 400, and a large one 413', async () => {
  const before = await uploadsLeft(gateway)
  const cases = [
    [['x'], 400, 'invalid_parameter'],
    [[END.trimStart()], 400, 'invalid_parameter'],
    [[fieldOf('operations', OPERATIONS), END.trimStart()], 400, 'invalid_parameter'],
    [[fieldOf('map', '{}'), END.trimStart()], 400, 'invalid_parameter'],
    [[fields('{', '{}'), END.trimStart()], 400, 'invalid_parameter'],
    [[fields(OPERATIONS, '{"0":["variables.__proto__.x"]}'), END.trimStart()], 400, 'invalid_parameter'],
    [[fields(OPERATIONS, '{"0":["nothing.there"]}'), END.trimStart()], 400, 'invalid_parameter'],
    [[fields(`[${OPERATIONS}]`, '{"0":["0.variables.input.file"]}'), fileHead('0'), PNG, END], 400, 'bad_request'],
    [[fileHead('0'), PNG, END], 400, 'invalid_parameter'],
    [[partOf('name="operations"', ': x'), END], 400, 'invalid_parameter'],
    [
      [fields(OPERATIONS, '{"0":["variables.input.file"],"1":["variables.x"]}'), END.trimStart()],
      400,
      'invalid_parameter',
    ],
    [[fields(`{"query":"${'x'.repeat(300_000)}"}`), END.trimStart()], 413, 'request_too_large'],
    [
      [fields(`{"query":"{a}","variables":${'['.repeat(100)}${']'.repeat(100)}}`, '{}'), END.trimStart()],
      400,
      'invalid_json',
    ],
  ] as const
  for (const [pieces, status, code] of cases) {
    const answer = await post(gateway, '/graphql', bodyOf(...pieces), CSRF).answer
    assert.deepEqual(
      [answer.status, answer.body.errors[0].extensions.code],
      [status, code],
      String(pieces[0]).slice(0, 300),
    )
  }
  const declared = await post(gateway, '/graphql', bodyOf(), { ...CSRF, 'content-length': '250000000' }).answer
  assert.deepEqual([declared.status, declared.body.errors[0].extensions.code], [413, 'file_too_large'])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a file that is too large or of another type is refused during the upload', async () => {
  const before = await uploadsLeft(gateway)
  for (const [content, code] of [
    [bodyOf(PNG, zeros(100_000_000)), 'file_too_large'],
    [paddedVideo(200 * 1024 * 1024 + 1), 'file_too_large'],
    [zeros(100_000_000), 'unsupported_media_type'],
    [bodyOf(await (await corpus('size-ffffffff.wav')).bytes(), zeros(250_000_000)), 'file_too_large'],
  ] as const) {
    const { status, body } = await post(
      gateway,
      '/graphql',
      bodyOf(fields(OPERATIONS), fileHead('0'), content, END),
      CSRF,
    ).answer
    const [{ path, ...error }] = body.data.fileUpload.userErrors
    assert.deepEqual([status, error.code, path], [200, code, ['input', 'file']])
  }
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('an unused file is discarded', async () => {
  const before = await uploadsLeft(gateway)
  const operations = JSON.stringify({ query: '{ pricing { currency } }', variables: {} })
  const body = bodyOf(fields(operations, '{"0":["variables.file"]}'), fileHead('0'), zeros(10_000_000), END)
  const { status, body: answer } = await post(gateway, '/graphql', body, CSRF).answer
  assert.deepEqual([status, answer], [200, { data: { pricing: { currency: 'CNY' } } }])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a disconnected client and a truncated form leave nothing', async () => {
  const before = await uploadsLeft(gateway)
  async function* stalled() {
    yield PNG.subarray(0, 5000)
    await new Promise(() => {})
  }
  const { sending } = post(gateway, '/graphql', bodyOf(fields(OPERATIONS), fileHead('0'), stalled()), CSRF)
  await until(async () => JSON.stringify(await uploadsLeft(gateway)) !== JSON.stringify(before))
  sending.destroy()
  await until(async () => JSON.stringify(await uploadsLeft(gateway)) === JSON.stringify(before))
  // Many at once: some disconnect before their mutation starts to read, some while it reads.
  const cut = () => post(gateway, '/graphql', bodyOf(fields(OPERATIONS), fileHead('0'), PNG), CSRF).answer
  for (const { body } of await Promise.all(Array.from({ length: 20 }, cut))) {
    const [error] = body.data.fileUpload.userErrors
    assert.deepEqual([error.code, error.path], ['invalid_parameter', null])
  }
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('an Idempotency-Key is shared by REST and GraphQL', async () => {
  const first = await uploadByRest(gateway, png, 'reference', {
    filename: 'a.png',
    headers: { 'idempotency-key': 'both' },
  })
  const before = await uploadsLeft(gateway)
  assert.equal((await upload(png, { idempotencyKey: 'both' })).file.id, first.body.id)
  assert.equal((await upload(png, {}, { 'idempotency-key': 'both' })).file.id, first.body.id)
  const { file, userErrors } = await upload(png, { idempotencyKey: 'both', purpose: 'END_IMAGE' })
  const [{ message: _, ...error }] = userErrors
  const path = ['input', 'idempotencyKey']
  assert.deepEqual([file, error], [null, { __typename: 'ConflictError', code: 'idempotency_key_reused', path }])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('metadata of a file is returned as sent', async () => {
  const query = `mutation ($input: FileUploadInput!, $m: JSON) {
    taskCreate(input: {prompt: "x", metadata: $m}) { tasks { id } }
    fileUpload(input: $input) { file { id } }
  }`
  const metadata = '{"b":1,"a":123456789012345678901234567890,"b":2}'
  const operations = `{"query":${JSON.stringify(query)},"variables":{"input":{"file":null,"purpose":"REFERENCE"},"m":${metadata}}}`
  const { body } = await post(gateway, '/graphql', bodyOf(fields(operations), fileHead('0'), PNG, END), CSRF).answer
  assert.match(body.data.fileUpload.file.id, /^file_/)
  const { text } = await gateway.call('GET', `/v1/videos/${body.data.taskCreate.tasks[0].id}`)
  assert.ok(text.includes(`"metadata":${metadata}`))
})
