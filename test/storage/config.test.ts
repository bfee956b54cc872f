import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'

test('a bucket name is enough to configure S3', () => {
  const own = { redirectsDownloads: false, publicEndpoint: null }
  const nothing = { endpoint: null, region: 'us-east-1', credentials: null, ...own, prefix: null }
  assert.deepEqual(readConfig({ S3_BUCKET: 'videos' }).s3, { bucket: 'videos', ...nothing })
  assert.equal(readConfig({ S3_BUCKET: '' }).s3, null)
})

test('every S3 setting can be configured', () => {
  const environment = {
    S3_BUCKET: 'videos',
    S3_ENDPOINT: 'http://127.0.0.1:9000',
    S3_REGION: 'eu-central-1',
    S3_ACCESS_KEY_ID: 'id',
    S3_SECRET_ACCESS_KEY: 'secret',
    S3_DOWNLOADS: 'redirect',
    S3_PUBLIC_ENDPOINT: 'https://objects.example.com',
    S3_PREFIX: 'vidgate/production/',
  }
  assert.deepEqual(readConfig(environment).s3, {
    bucket: 'videos',
    endpoint: 'http://127.0.0.1:9000',
    region: 'eu-central-1',
    credentials: { accessKeyId: 'id', secretAccessKey: 'secret' },
    redirectsDownloads: true,
    publicEndpoint: 'https://objects.example.com',
    prefix: 'vidgate/production',
  })
})

test('a partly configured bucket is reported with all other problems', () => {
  const problems = (environment: Record<string, string>) => {
    try {
      readConfig(environment)
    } catch (error) {
      if (error instanceof ConfigError) return error.message.split('\n').slice(1)
    }
    return []
  }
  assert.deepEqual(problems({ S3_REGION: 'eu-central-1', S3_ACCESS_KEY_ID: 'id', PORT: 'x' }), [
    '  PORT: must be a port number',
    '  S3_SECRET_ACCESS_KEY: must be set if S3_ACCESS_KEY_ID is',
    '  S3_BUCKET: must be set if S3_REGION, S3_ACCESS_KEY_ID are',
  ])
  assert.deepEqual(problems({ S3_BUCKET: 'videos', S3_SECRET_ACCESS_KEY: 'secret' }), [
    '  S3_ACCESS_KEY_ID: must be set if S3_SECRET_ACCESS_KEY is',
  ])
  assert.deepEqual(problems({ S3_DOWNLOADS: 'redirect' }), ['  S3_BUCKET: must be set if S3_DOWNLOADS is'])
  const unused = '  S3_PUBLIC_ENDPOINT: is set, but only S3_DOWNLOADS=redirect uses it'
  for (const downloads of ['', 'proxy']) {
    const environment = { S3_BUCKET: 'videos', S3_PUBLIC_ENDPOINT: 'https://a.example', S3_DOWNLOADS: downloads }
    assert.deepEqual(problems(environment), [unused])
  }
  assert.equal(problems({ S3_BUCKET: 'videos', S3_DOWNLOADS: 'direct', S3_PUBLIC_ENDPOINT: 'a' }).length, 3)
  assert.deepEqual(problems({ S3_BUCKET: 'No Bucket', S3_ENDPOINT: 'minio:9000', S3_PREFIX: '../x' }), [
    '  S3_BUCKET: must be the name of a bucket',
    '  S3_ENDPOINT: must be an http(s) address',
    '  S3_PREFIX: must be names separated by slashes',
  ])
})
