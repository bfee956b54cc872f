import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { buffer } from 'node:stream/consumers'
import { test } from 'node:test'
import { expireFiles } from '../../../src/file/expire.ts'
import { removeOrphans } from '../../../src/file/orphans.ts'
import { startTestS3 } from '../../storage/s3-server.ts'
import { bytesLeft, uploadsLeft } from '../../support/bytes-left.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { corpus, upload } from '../../support/material.ts'

const s3 = await startTestS3()
const gateway = await startTestGateway({}, { environment: s3.environment })
const { resources } = gateway.rooms
const { storage } = resources

test('a bucket stores, returns, deletes, expires and sweeps a file like a disk', async () => {
  assert.equal(storage.kind, 's3')
  const { body } = await upload(gateway, await corpus('photo-exif6.jpg'), 'reference')
  const key = `files/${body.id}`
  assert.deepEqual(await buffer(storage.read(key)), await readFile('test/corpus/photo-exif6.jpg'))
  assert.deepEqual(await bytesLeft(gateway), { objects: [key], temporary: [] })
  const before = await uploadsLeft(gateway)
  assert.equal((await upload(gateway, await corpus('page.html-as.png'), 'reference')).status, 415)
  assert.deepEqual(await uploadsLeft(gateway), before)
  assert.equal((await gateway.call('DELETE', `/v1/files/${body.id}`)).status, 200)
  assert.deepEqual(await bytesLeft(gateway), { objects: [], temporary: [] })

  const { body: second } = await upload(gateway, await corpus('rgb.png'), 'reference')
  assert.equal((await expireFiles(resources, new Date(second.expires_at))).erased, 1)
  const { body: third } = await upload(gateway, await corpus('rgb.png'), 'reference')
  await resources.pool.query('delete from file where id = $1', [third.id])
  assert.equal(await removeOrphans(resources, new Date(Date.now() + 61 * 60_000)), 1)
  assert.deepEqual(await bytesLeft(gateway), { objects: [], temporary: [] })
})
