import assert from 'node:assert/strict'
import { rename } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { watchStorage } from '../../src/storage/state.ts'
import { finishedTask } from '../rest/content/finished.ts'
import { uploadsLeft } from '../support/bytes-left.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { sendMultipart } from '../support/graphql-upload.ts'
import { pngOf, upload } from '../support/material.ts'

const gateway = await startTestGateway()
const picture = await pngOf(64, 64)

const readyz = async ({ url }: TestGateway) => {
  const response = await fetch(`${url}/readyz`)
  return [response.status, await response.json()]
}

async function figure({ url }: TestGateway, name: string): Promise<number> {
  const text = await (await fetch(`${url}/metrics`)).text()
  return Number(new RegExp(`^${name} (.*)$`, 'm').exec(text)?.[1])
}

const UPLOAD = 'mutation ($input: FileUploadInput!) { fileUpload(input: $input) { file { id } } }'

/** Status and code of an upload over each API. */
async function uploads(gateway: TestGateway): Promise<unknown[][]> {
  const rest = await upload(gateway, picture, 'reference')
  const variables = { input: { file: null, purpose: 'REFERENCE' } }
  const graphql = await sendMultipart(gateway, { query: UPLOAD, variables, file: picture })
  return [
    [rest.status, rest.body.error?.code, rest.headers.get('retry-after')],
    [graphql.status, graphql.body.errors?.[0].extensions.code, graphql.headers.get('retry-after')],
  ]
}

test('a disk with too little room refuses uploads with 507, accepts creates, and is not ready', async () => {
  // More than any disk has.
  const full = await startTestGateway({}, { environment: { DISK_RESERVE_MB: '1000000000000' } })
  const refusal = [507, 'insufficient_storage', null]
  assert.deepEqual(await uploads(full), [refusal, refusal])
  assert.deepEqual(await uploadsLeft(full), { files: null, keys: null, objects: [], temporary: [] })
  assert.equal((await full.call('POST', '/v1/videos', { prompt: 'a lake' })).status, 202)
  const state = { status: 'unavailable', database: 'available', disk: 'full', storage: 'available' }
  assert.deepEqual(await readyz(full), [503, state])
  assert.ok((await figure(full, 'vidgate_disk_free_bytes')) > 0)
})

test('unavailable storage gets 503 where it is needed, is reported while ready, and recovers', async () => {
  const { id } = await finishedTask(gateway, 10)
  const content = () => gateway.call('GET', `/v1/videos/${id}/content`)
  const objects = join(gateway.config.dataDir, 'objects')
  await rename(objects, `${objects}-away`)
  const away = await content()
  assert.deepEqual(
    [away.status, away.body.error.code, away.headers.get('retry-after')],
    [503, 'storage_unavailable', '5'],
  )
  const refusal = [503, 'storage_unavailable', '5']
  assert.deepEqual(await uploads(gateway), [refusal, refusal])
  assert.equal((await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })).status, 202)
  const state = { status: 'ready', database: 'available', disk: 'available', storage: 'unavailable' }
  assert.deepEqual(await readyz(gateway), [200, state])
  assert.equal(await figure(gateway, 'vidgate_storage_available'), 0)
  await rename(`${objects}-away`, objects)
  assert.equal((await content()).status, 200)
  assert.deepEqual(await readyz(gateway), [200, { ...state, storage: 'available' }])
  assert.equal(await figure(gateway, 'vidgate_storage_available'), 1)
})

test('a full database gets 503 in REST and GraphQL', async () => {
  const { pool } = gateway.rooms.resources
  await pool.query(
    `create function no_room() returns trigger language plpgsql as
       $$ begin raise exception 'could not extend file' using errcode = 'disk_full'; end $$`,
  )
  await pool.query('create trigger no_room before insert on task execute function no_room()')
  try {
    const { status, body, headers } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
    assert.deepEqual([status, body.error.code, headers.get('retry-after')], [503, 'overloaded', '1'])
    const query = 'mutation { taskCreate(input: { prompt: "a lake" }) { tasks { id } } }'
    const graphql = await gateway.call('POST', '/graphql', { query })
    assert.deepEqual([graphql.status, graphql.body.errors[0].extensions.code], [503, 'overloaded'])
  } finally {
    await pool.query('drop function no_room cascade')
  }
})

for (const [name, error] of [
  ['a full disk', { code: 'ENOSPC' }],
  ['a quota', { code: 'EDQUOT' }],
  ['a disk mounted read-only', { code: 'EROFS' }],
  ['a wrapped disk error', { cause: { code: 'ENOSPC' } }],
  ['a full S3 server', { $metadata: { httpStatusCode: 507 } }],
] as const) {
  test(`${name} is 507 insufficient_storage, and not unavailable storage`, async () => {
    const gone = () => Promise.reject(Object.assign(new Error('no'), error))
    const { resources } = gateway.rooms
    const watched = watchStorage({ ...resources.storage, putFile: gone }, resources.log)
    const refusal = { name: 'DomainError', status: 507, code: 'insufficient_storage' }
    await assert.rejects(watched.storage.putFile('files/a', 'a'), refusal)
    assert.equal(await watched.isAvailable(), true)
  })
}
