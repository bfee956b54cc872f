import assert from 'node:assert/strict'
import { once } from 'node:events'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { join } from 'node:path'
import { test } from 'node:test'
import { ConfigError, readConfig } from '../../src/config.ts'
import { openStorage } from '../../src/storage/open.ts'
import { openS3Storage } from '../../src/storage/s3.ts'
import { ObjectMissing } from '../../src/storage/storage.ts'
import { sourceFiles } from '../guards/sources.ts'
import { until } from '../support/until.ts'
import { answerXml, startTestS3 } from './s3-server.ts'
import { contentOf, keysOf, put, source, testFolder } from './storages.ts'

const MB = 1024 * 1024
const dataDir = await testFolder()
const s3 = await startTestS3()
const open = (environment: Record<string, string> = {}) =>
  openStorage(readConfig({ DATA_DIR: dataDir, ...s3.environment, ...environment }))
const storage = await open()
const { s3: bucket } = readConfig(s3.environment)
assert.ok(bucket)

const isGet = ({ method, url }: IncomingMessage, key: string) => method === 'GET' && url?.includes(`/${key}`)

/** Breaks the connection of an answer after this many bytes of it. */
function breakAfter(response: ServerResponse, bytes: number): void {
  const write = response.write.bind(response)
  let written = 0
  response.write = (chunk: Buffer) => {
    written += chunk.length
    if (written <= bytes) return write(chunk)
    response.destroy()
    return false
  }
}

test('only a bucket loads the SDK', () => {
  const importers = (pattern: RegExp) => sourceFiles().filter(({ text }) => pattern.test(text))
  for (const { path } of importers(/from '@aws-sdk/)) assert.match(path, /^src\/storage\/s3[a-z-]*\.ts$/)
  for (const { path } of importers(/from '[./a-z]*\/s3[a-z-]*\.ts'/)) assert.match(path, /^src\/storage\/s3/)
})

test('an unusable bucket is refused at the start, by name', async () => {
  const refused: readonly (readonly [environment: Record<string, string>, reason: RegExp])[] = [
    [{ S3_BUCKET: 'no-such-bucket' }, /^S3_BUCKET: "no-such-bucket" cannot be used: there is no such bucket\.$/],
    [{ S3_ACCESS_KEY_ID: 'nobody' }, /^S3_BUCKET: .* access is denied; see S3_ACCESS_KEY_ID/],
    [
      { S3_ENDPOINT: 'http://127.0.0.1:1' },
      /^S3_BUCKET: .* http:\/\/127\.0\.0\.1:1 .*does not answer \(ECONNREFUSED\)/,
    ],
  ]
  for (const [environment, message] of refused) {
    await assert.rejects(open(environment), (error) => error instanceof ConfigError && message.test(error.message))
  }
})

test('a prefix is a separate storage in the bucket', async () => {
  const inner = await open({ S3_PREFIX: 'inner/place/' })
  await put(storage, 'prefix/a', 'outer')
  await put(inner, 'prefix/a', 'inner')
  assert.equal((await contentOf(storage, 'prefix/a')).toString(), 'outer')
  assert.equal((await contentOf(storage, 'inner/place/prefix/a')).toString(), 'inner')
  assert.deepEqual(await keysOf(inner), ['prefix/a'])
  await inner.remove('prefix/a')
  assert.deepEqual(await keysOf(storage, 'prefix'), ['prefix/a'])
})

test('a list continues over its pages', async () => {
  const paged = await openS3Storage(bucket, dataDir, { pageSize: 2 })
  const keys = ['a', 'b', 'c', 'd', 'e'].map((name) => `pages/${name}`)
  for (const key of keys) await put(storage, key, key)
  let pages = 0
  s3.intercept = ({ url }) => {
    if (url?.includes('list-type=2')) pages++
    return false
  }
  assert.deepEqual(await keysOf(paged, 'pages/'), keys)
  assert.equal(pages, 3)
})

test('keys that no put can create are not listed', async () => {
  const other = await openS3Storage({ ...bucket, prefix: 'Other' }, dataDir)
  await put(other, 'a', 'x')
  assert.deepEqual(await keysOf(storage, 'o'), [])
  assert.ok(!(await keysOf(storage)).some((key) => key.startsWith('Other')))
})

test('a read continues where its connection broke', async () => {
  const bytes = await put(storage, 'break/a', 6 * MB)
  const ranges: (string | undefined)[] = []
  s3.intercept = (request, response) => {
    if (!isGet(request, 'break/a')) return false
    ranges.push(request.headers.range)
    if (ranges.length < 4) breakAfter(response, MB)
    return false
  }
  assert.ok((await contentOf(storage, 'break/a')).equals(bytes))
  assert.equal(ranges.length, 4)
  assert.equal(ranges[0], undefined)
  for (const range of ranges.slice(1)) assert.match(range ?? '', /^bytes=[1-9][0-9]*-$/)

  ranges.length = 0
  const end = 5 * MB - 1
  const part = await Array.fromAsync(storage.read('break/a', { start: 10, end }))
  assert.ok(Buffer.concat(part).equals(bytes.subarray(10, end + 1)))
  assert.equal(ranges[0], `bytes=10-${end}`)
  for (const range of ranges.slice(1)) assert.match(range ?? '', new RegExp(`^bytes=[1-9][0-9]{5,}-${end}$`))
})

test('a connection lost while its reader waits is reopened', async () => {
  const bytes = await put(storage, 'wait/a', 16 * MB)
  const answers: ServerResponse[] = []
  s3.intercept = (request, response) => {
    if (isGet(request, 'wait/a')) answers.push(response)
    return false
  }
  const reading = storage.read('wait/a')
  await once(reading, 'readable')
  const [first] = answers
  assert.ok(first && !first.writableFinished)
  const lost = once(first, 'close')
  first.destroy()
  await lost
  assert.ok(Buffer.concat(await Array.fromAsync(reading)).equals(bytes))
  assert.equal(answers.length, 2)
})

test('a read never continues with bytes of another version', async () => {
  await put(storage, 'version/a', 6 * MB)
  const tags: (string | undefined)[] = []
  s3.intercept = (request, response) => {
    if (!isGet(request, 'version/a')) return false
    tags.push(request.headers['if-match'])
    if (tags.length === 1) breakAfter(response, MB)
    else answerXml(response, 412, '<Error><Code>PreconditionFailed</Code></Error>')
    return tags.length > 1
  }
  await assert.rejects(contentOf(storage, 'version/a'), { name: 'PreconditionFailed' })
  assert.equal(tags.length, 2)
  assert.match(tags[1] ?? '', /^"[0-9a-f]{32}"$/)
})

test('repeated broken connections without a byte end the read with an error', async () => {
  await put(storage, 'dead/a', 6 * MB)
  let readings = 0
  s3.intercept = (request, response) => {
    if (isGet(request, 'dead/a')) {
      readings++
      breakAfter(response, 0)
    }
    return false
  }
  await assert.rejects(contentOf(storage, 'dead/a'), (error) => !(error instanceof ObjectMissing))
  assert.equal(readings, 4)
})

test('cancelled reads close their connection, and finished reads return it', async () => {
  const server = await startTestS3()
  const own = await open(server.environment)
  await put(own, 'sockets/a', 4 * MB)
  for (let i = 0; i < 10; i++) {
    const reading = own.read('sockets/a')
    await once(reading, 'readable')
    reading.destroy()
    await once(reading, 'close')
  }
  await until(async () => (await server.connections()) <= 1)
  for (let i = 0; i < 10; i++) await contentOf(own, 'sockets/a')
  assert.equal(await server.connections(), 1)
})

test('a read can be cancelled while the server is silent', async () => {
  await put(storage, 'silent/a', 'x')
  const asked = new Promise<ServerResponse>((resolve) => {
    s3.intercept = (request, response) => {
      if (!isGet(request, 'silent/a')) return false
      resolve(response)
      return true
    }
  })
  const reading = storage.read('silent/a').resume()
  const response = await asked
  const left = once(response, 'close')
  reading.destroy()
  await Promise.all([left, once(reading, 'close')])
})

test('a put with refused parts leaves no part, and keeps the earlier object', async () => {
  s3.intercept = () => false
  await put(storage, 'parts/a', 'first')
  s3.intercept = ({ url }, response) => {
    if (!url?.includes('partNumber=3')) return false
    answerXml(response, 403, '<Error><Code>AccessDenied</Code><Message>no</Message></Error>')
    return true
  }
  const path = await source(storage, Buffer.alloc(17 * MB))
  for (const key of ['parts/a', 'parts/b']) await assert.rejects(storage.putFile(key, path), { name: 'AccessDenied' })
  assert.deepEqual(await s3.uploads(), [])
  assert.equal((await contentOf(storage, 'parts/a')).toString(), 'first')
  assert.equal(await storage.stat('parts/b'), null)

  s3.intercept = () => false
  assert.equal((await storage.putFile('parts/b', path)).bytes, 17 * MB)
})

test('an upload left incomplete by a crash is deleted when it is old', async () => {
  s3.intercept = ({ method, url }, response) => {
    if (!url?.includes('partNumber=2') && method !== 'DELETE') return false
    answerXml(response, 403, '<Error><Code>AccessDenied</Code></Error>')
    return true
  }
  const path = await source(storage, Buffer.alloc(9 * MB))
  await assert.rejects(storage.putFile('crash/a', path), { name: 'AccessDenied' })
  s3.intercept = () => false
  const [left] = await s3.uploads()
  assert.equal(left?.key, 'crash/a')
  const begun = left.begun.getTime()
  const sweep = async (minutesLater: number, environment: Record<string, string> = {}) => {
    const own = await open({ ...environment, DATA_DIR: join(dataDir, 'crash') })
    return own.sweepTemporary(new Date(begun + minutesLater * 60_000), 30 * 60_000)
  }
  assert.equal(await sweep(29), 0)
  assert.equal(await sweep(31, { S3_PREFIX: 'other' }), 0)
  assert.equal((await s3.uploads()).length, 1)
  assert.equal(await sweep(31), 1)
  assert.deepEqual(await s3.uploads(), [])
})

test('a server that cannot list multipart uploads is swept without them', async () => {
  let asked = 0
  s3.intercept = ({ url }, response) => {
    if (!/[?&]uploads/.test(url ?? '')) return false
    asked++
    answerXml(response, 501, '<Error><Code>NotImplemented</Code></Error>')
    return true
  }
  assert.equal(await storage.sweepTemporary(new Date(), 3_600_000), 0)
  assert.ok(asked > 0)
})
