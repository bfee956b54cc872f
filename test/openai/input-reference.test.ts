import assert from 'node:assert/strict'
import { once } from 'node:events'
import { createReadStream } from 'node:fs'
import { connect } from 'node:net'
import { test } from 'node:test'
import OpenAI, { APIError } from 'openai'
import { bytesLeft } from '../support/bytes-left.ts'
import { startTestGateway } from '../support/gateway.ts'
import { corpus, pngOf, uploaded } from '../support/material.ts'
import { awayFromTurn } from '../support/minute.ts'
import { fieldOf, fileHead, MULTIPART, partOf } from '../support/multipart.ts'
import { until } from '../support/until.ts'
import { createBy, openaiAt } from './client.ts'

/** A start image that is sent with the create. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const openai = openaiAt(gateway)

const image = (name = 'rgb.png') => createReadStream(`test/corpus/${name}`)

/** All that an upload and a create keep. A deleted file keeps a record without bytes. */
async function written(): Promise<unknown> {
  const { rows } = await gateway.rooms.resources.pool.query(
    `select (select json_agg(json_build_array(id, pins) order by id) from file where deleted_at is null) as files,
       (select json_agg(json_build_array(id, uploaded_bytes) order by id) from account) as quotas`,
  )
  return { ...rows[0], ...(await bytesLeft(gateway)), ...(await gateway.counts()) }
}

async function refusalOf(call: Promise<unknown>): Promise<unknown[]> {
  const error = await call.then(
    () => assert.fail('the call was not refused'),
    (thrown: unknown) => thrown,
  )
  assert.ok(error instanceof APIError, String(error))
  return [error.status, error.code, error.param]
}

test('a file becomes the start image of the video, in the shape of the image unless a size is given', async () => {
  const wide = new File([await pngOf(900, 400)], 'wide.png')
  const { id, size } = await openai.videos.create({ prompt: 'x', input_reference: wide })
  assert.equal(size, '1536x672')
  const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual([task.mode, task.aspect_ratio], ['image_to_video', '21:9'])
  const { body: file } = await gateway.call('GET', `/v1/files/${task.input_image}`)
  assert.deepEqual([file.filename, file.purpose, file.kind], ['wide.png', 'input_image', 'image'])
  const sized = await openai.videos.create({ prompt: 'x', input_reference: image(), size: '720x1280' })
  assert.equal(sized.size, '768x1344')
})

test('an uploaded file is named by its id, in JSON and in a form', async () => {
  const id = await uploaded(gateway, await corpus('rgb.png'), 'input_image')
  const before = await bytesLeft(gateway)
  const json = await gateway.call('POST', '/openai/v1/videos', { prompt: 'x', input_reference: { file_id: id } })
  const form = await openai.videos.create({ prompt: 'x', input_reference: { file_id: id } })
  for (const video of [json.body.id, form.id]) {
    assert.equal((await gateway.call('GET', `/v1/videos/${video}`)).body.input_image, id)
  }
  assert.deepEqual(await bytesLeft(gateway), before)
})

test('a refused create leaves no file behind, whatever it is refused for', async () => {
  const poor = await gateway.newAccount({ creditMicro: 1n })
  const reader = await gateway.newAccount({ scopes: ['videos:write'] })
  const at = (key: string) => openaiAt({ ...gateway, key })
  const before = await written()
  const create = (params: Readonly<Record<string, unknown>>, from = openai) =>
    refusalOf(createBy(from, { prompt: 'x', input_reference: image(), ...params }))
  assert.deepEqual(await create({}, at(poor.key)), [402, 'insufficient_balance', null])
  assert.deepEqual(await create({}, at(reader.key)), [403, 'insufficient_scope', null])
  assert.deepEqual(await create({ prompt: '' }), [400, 'invalid_parameter', 'prompt'])
  assert.deepEqual(await create({ seconds: 'long' }), [400, 'invalid_parameter', 'seconds'])
  assert.deepEqual(await create({ end_image: `file_${'0'.repeat(26)}` }), [400, 'file_not_found', 'end_image'])
  assert.deepEqual(await create({ input_image: 'file_x' }), [400, 'unknown_parameter', 'input_image'])
  const reference = (name: string) => create({ input_reference: image(name) })
  assert.deepEqual(await reference('lavf.flac'), [400, 'file_wrong_kind', 'input_reference'])
  assert.deepEqual(await reference('black-10s.mp4'), [400, 'file_wrong_kind', 'input_reference'])
  assert.deepEqual(await create({ input_reference: new File(['text'], 'a.png') }), [
    415,
    'unsupported_media_type',
    'input_reference',
  ])
  assert.deepEqual(await create({ input_reference: new File([], 'a.png') }), [400, 'empty_file', 'input_reference'])
  assert.deepEqual(await create({ other: image() }), [400, 'unknown_parameter', 'other'])
  assert.deepEqual(await written(), before)
})

test('anything but a file or the id of one is refused', async () => {
  const before = await written()
  for (const reference of [
    'https://example.org/a.png',
    'file_x',
    7,
    [],
    {},
    { image_url: 'data:image/png;base64,AAAA' },
    { file_id: 'file_x', image_url: 'https://example.org/a.png' },
    { file_id: 7 },
  ]) {
    const { status, body } = await gateway.call('POST', '/openai/v1/videos', {
      prompt: 'x',
      input_reference: reference,
    })
    assert.deepEqual([status, body.error.param], [400, 'input_reference'], JSON.stringify(reference))
  }
  const missing = { prompt: 'x', input_reference: { file_id: `file_${'0'.repeat(26)}` } }
  const { body } = await gateway.call('POST', '/openai/v1/videos', missing)
  assert.deepEqual([body.error.code, body.error.param], ['file_not_found', 'input_reference'])
  assert.deepEqual(await written(), before)
})

test('a repeat with the same image returns the same video and keeps one file; with another image it is refused', async () => {
  const options = { headers: { 'Idempotency-Key': 'with-image' } }
  const create = (name: string) => openai.videos.create({ prompt: 'x', input_reference: image(name) }, options)
  const first = await create('rgb.png')
  const before = await written()
  assert.deepEqual(await create('rgb.png'), first)
  await assert.rejects(create('cmyk.jpg'), OpenAI.UnprocessableEntityError)
  assert.deepEqual(await written(), before)
})

test('parallel creates with one Idempotency-Key make one video with one file', async () => {
  const { key, accountId } = await gateway.newAccount({ concurrencyLimit: 100 })
  const other = openaiAt({ ...gateway, key })
  const options = { headers: { 'Idempotency-Key': 'at-once' } }
  const creates = Array.from({ length: 4 }, () =>
    other.videos.create({ prompt: 'x', input_reference: image() }, options),
  )
  const ids = new Set((await Promise.all(creates)).map(({ id }) => id))
  assert.equal(ids.size, 1)
  const { rows } = await gateway.rooms.resources.pool.query(
    `select (select count(*)::int from task where account_id = $1) as tasks,
       (select count(*)::int from file where account_id = $1 and deleted_at is null) as files`,
    [accountId],
  )
  assert.deepEqual(rows, [{ tasks: 1, files: 1 }])
})

test('a refused create is accepted under its key once the cause is gone', async () => {
  const { key, accountId } = await gateway.newAccount({ creditMicro: 1n })
  const other = openaiAt({ ...gateway, key })
  const create = () =>
    other.videos.create({ prompt: 'x', input_reference: image() }, { headers: { 'Idempotency-Key': 'again' } })
  await assert.rejects(create, { status: 402 })
  await gateway.rooms.resources.pool.query('update account set balance_micro = 1000000000 where id = $1', [accountId])
  assert.equal((await create()).status, 'queued')
})

test('an upload costs a call beside the create', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ callsPerMinute: 1 })
  const other = openaiAt({ ...gateway, key })
  await other.videos.create({ prompt: 'x', input_reference: image() })
  const before = await written()
  const refused = await refusalOf(other.videos.create({ prompt: 'x', input_reference: image() }))
  assert.deepEqual(refused, [429, 'rate_limit_exceeded', null])
  assert.deepEqual(await written(), before)
  assert.equal((await other.videos.create({ prompt: 'x' })).status, 'queued')
})

test('a form that breaks off after its file leaves nothing behind', async () => {
  const before = await written()
  const socket = connect(gateway.port, '127.0.0.1')
  await once(socket, 'connect')
  const head = [
    'POST /openai/v1/videos HTTP/1.1',
    'Host: x',
    `Authorization: Bearer ${gateway.key}`,
    `Content-Type: ${MULTIPART['content-type']}`,
    'Content-Length: 100000',
  ]
  socket.write(`${head.join('\r\n')}\r\n\r\n${fieldOf('prompt', 'x')}${fileHead('input_reference')}`)
  socket.write(await (await corpus('rgb.png')).bytes())
  socket.write(`\r\n${partOf('name="size"')}`)
  await until(async () => (await bytesLeft(gateway)).temporary.length > 0)
  socket.destroy()
  await until(async () => (await bytesLeft(gateway)).temporary.length === 0)
  assert.deepEqual(await written(), before)
})
