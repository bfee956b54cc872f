import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { test } from 'node:test'
import { promisify } from 'node:util'
import { readConfig } from '../../src/config.ts'
import { connectToBucket } from '../../src/storage/s3-client.ts'
import { startTestS3 } from './s3-server.ts'

/** The bucket of compose.yaml. */

const { environment } = await startTestS3()
const create = (own: NodeJS.ProcessEnv) =>
  promisify(execFile)(process.execPath, ['deploy/create-bucket.ts'], { env: { ...process.env, ...own } })

test('a bucket is created once, and can then be used', async () => {
  const own = { ...environment, S3_BUCKET: 'vidgate-new' }
  const { s3 } = readConfig(own)
  assert.ok(s3)
  await assert.rejects(connectToBucket(s3), /there is no such bucket/)
  for (let start = 0; start < 2; start++) await create(own)
  ;(await connectToBucket(s3)).destroy()
})

test('without the name of a bucket nothing is created', async () => {
  await assert.rejects(create({ ...environment, S3_BUCKET: '' }), /S3_BUCKET/)
})
