import assert from 'node:assert/strict'
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { Agent, request } from 'node:http'
import { test } from 'node:test'
import { uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { END, fieldOf, fileHead, partOf, postFile } from '../../support/multipart.ts'

const gateway = await startTestGateway()

const corpus = (filename: string) => readFile(`test/corpus/${filename}`)
const PNG = await corpus('rgb.png')
const MP4 = await corpus('black-10s.mp4')
const MP3 = await corpus('cbr-info.mp3')
const PURPOSE = fieldOf('purpose', 'reference')
const FILE = [fileHead(), PNG, '\r\n']
const LAST = END.trimStart()

type Pieces = Parameters<typeof postFile>[1]

/** Words of parsers, streams and validators, which mean nothing to a caller. */
const INTERNALS = /busboy|multipart:|stream|undefined|\[object|Error\b|Unexpected|expected|received|pipe|\bnull\b/

const CASES: Readonly<Record<string, readonly [pieces: Pieces, status: number, code: string, param: string | null]>> = {
  'no purpose': [[fileHead(), PNG, END], 400, 'missing_parameter', 'purpose'],
  'an unknown purpose before the file': [
    [fieldOf('purpose', 'vision'), ...FILE, LAST],
    400,
    'invalid_parameter',
    'purpose',
  ],
  'an unknown purpose after the file': [
    [...FILE, fieldOf('purpose', 'vision'), LAST],
    400,
    'invalid_parameter',
    'purpose',
  ],
  'an empty purpose': [[fieldOf('purpose', ''), ...FILE, LAST], 400, 'invalid_parameter', 'purpose'],
  'a purpose with NUL': [[fieldOf('purpose', 'ref\0'), ...FILE, LAST], 400, 'invalid_parameter', 'purpose'],
  'a long purpose': [
    [fieldOf('purpose', 'reference'.repeat(1000)), ...FILE, LAST],
    400,
    'invalid_parameter',
    'purpose',
  ],
  'two purposes': [[PURPOSE, PURPOSE, ...FILE, LAST], 400, 'invalid_parameter', 'purpose'],
  'a purpose sent as a file': [
    [fileHead('purpose'), 'reference\r\n', ...FILE, LAST],
    400,
    'invalid_parameter',
    'purpose',
  ],
  'no file': [[PURPOSE, LAST], 400, 'missing_parameter', 'file'],
  'an empty form': [[LAST], 400, 'missing_parameter', 'file'],
  'two files': [[PURPOSE, ...FILE, ...FILE, LAST], 400, 'invalid_parameter', 'file'],
  'a file sent as text': [[PURPOSE, fieldOf('file', 'file_x'), LAST], 400, 'invalid_parameter', 'file'],
  'an unknown field': [
    [PURPOSE, fieldOf('expires_after[anchor]', 'created_at'), ...FILE, LAST],
    400,
    'unknown_parameter',
    'expires_after[anchor]',
  ],
  'an unknown field at the end': [[PURPOSE, ...FILE, fieldOf('x', '1'), LAST], 400, 'unknown_parameter', 'x'],
  'a file under another name': [[PURPOSE, fileHead('image'), PNG, END], 400, 'unknown_parameter', 'image'],
  'a part without a name': [[PURPOSE, partOf('filename="a"'), PNG, END], 400, 'unknown_parameter', ''],
  'NUL in the name': [
    [PURPOSE, partOf(`name="file"; filename*=UTF-8''a%00.png`), PNG, END],
    400,
    'invalid_parameter',
    'file',
  ],
  'an empty file': [[PURPOSE, fileHead(), END], 400, 'empty_file', 'file'],
  'a video as a start frame': [
    [fieldOf('purpose', 'input_image'), fileHead(), MP4, END],
    400,
    'file_wrong_kind',
    'file',
  ],
  'audio as an end frame': [
    [fileHead(), MP3, '\r\n', fieldOf('purpose', 'end_image'), LAST],
    400,
    'file_wrong_kind',
    'file',
  ],
  'an image of 900 megapixels': [
    [PURPOSE, fileHead(), await corpus('bomb-30000x30000.png'), END],
    400,
    'image_too_large',
    'file',
  ],
  'an unreadable video': [
    [PURPOSE, fileHead(), await corpus('truncated-no-moov.mp4'), END],
    400,
    'media_unreadable',
    'file',
  ],
  'audio without a duration': [
    [PURPOSE, fileHead(), await corpus('no-samples.wav'), END],
    400,
    'audio_duration_unreadable',
    'file',
  ],
  'an HTML page': [[PURPOSE, fileHead(), await corpus('page.html-as.png'), END], 415, 'unsupported_media_type', 'file'],
  'a long HTML page': [
    [PURPOSE, fileHead(), '<!doctype html>', Buffer.alloc(1_000_000), END],
    415,
    'unsupported_media_type',
    'file',
  ],
  'a truncated body': [[PURPOSE, fileHead(), PNG], 400, 'invalid_parameter', null],
  'a form without an end': [[PURPOSE, ...FILE], 400, 'invalid_parameter', null],
  'an invalid part header': [[PURPOSE, partOf('name="file"', ': x'), PNG, END], 400, 'invalid_parameter', null],
  'a body that is not a form': [['{"purpose":"reference"}'], 400, 'invalid_parameter', null],
  nothing: [[''], 400, 'invalid_parameter', null],
}

for (const [name, [pieces, status, code, param]] of Object.entries(CASES)) {
  test(`${name}: ${status} ${code}, and nothing is left`, async () => {
    const before = await uploadsLeft(gateway)
    for (const headers of [{}, { 'idempotency-key': 'refused' }]) {
      const answer = await postFile(gateway, pieces, headers)
      assert.deepEqual([answer.status, answer.body.error?.code, answer.body.error?.param], [status, code, param])
      assert.notEqual(answer.body.error.message, '')
      assert.doesNotMatch(answer.body.error.message, INTERNALS)
      assert.equal(answer.body.error.request_id, answer.headers['x-request-id'])
      assert.deepEqual(await uploadsLeft(gateway), before)
    }
  })
}

test('other types and compressed bodies get 415, and query parameters 400', async () => {
  const before = await uploadsLeft(gateway)
  const refused = async (headers: Record<string, string>, path = '/v1/files') => {
    const answer = await gateway.call('POST', path, 'x', headers)
    return [answer.status, answer.body.error?.code, answer.body.error?.param]
  }
  for (const headers of [
    { 'content-type': 'application/json' },
    { 'content-type': 'image/png' },
    { 'content-type': 'multipart/mixed; boundary=x' },
  ]) {
    assert.deepEqual(await refused(headers), [415, 'unsupported_media_type', null])
  }
  const form = { 'content-type': 'multipart/form-data; boundary=x' }
  const packed = { ...form, 'content-encoding': 'gzip' }
  assert.deepEqual(await refused(packed), [415, 'unsupported_media_type', 'Content-Encoding'])
  assert.deepEqual(await refused({ 'content-type': 'multipart/form-data' }), [400, 'invalid_parameter', null])
  assert.deepEqual(await refused(form, '/v1/files?purpose=reference'), [400, 'unknown_parameter', 'purpose'])
  assert.deepEqual(await refused({ ...form, 'idempotency-key': 'k'.repeat(256) }), [
    400,
    'invalid_idempotency_key',
    'Idempotency-Key',
  ])
  const byPut = await gateway.call('PUT', '/v1/files')
  assert.deepEqual([byPut.status, byPut.headers.get('allow')], [405, 'GET, HEAD, POST, OPTIONS'])
  assert.deepEqual(await uploadsLeft(gateway), before)
})

test('a connection stays usable after a refusal with a fully read body', async () => {
  const agent = new Agent({ keepAlive: true, maxSockets: 1 })
  const ask = async () => {
    const sending = request(`${gateway.url}/v1/files`, {
      agent,
      method: 'POST',
      headers: { authorization: `Bearer ${gateway.key}`, 'content-type': 'text/plain' },
    }).end(Buffer.alloc(1_000_000))
    const [response] = await once(sending, 'response')
    await once(response.resume(), 'end')
    return [response.statusCode, sending.reusedSocket]
  }
  assert.deepEqual(await ask(), [415, false])
  assert.deepEqual(await ask(), [415, true])
  agent.destroy()
})
