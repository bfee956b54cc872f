import assert from 'node:assert/strict'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { test } from 'node:test'
import { readConfig } from '../../src/config.ts'
import { DOWNLOAD_CHUNK_BYTES } from '../../src/limits.ts'
import { openStorage } from '../../src/storage/open.ts'
import { ObjectMissing, type Storage } from '../../src/storage/storage.ts'
import { startTestS3 } from './s3-server.ts'
import { contentOf, keysOf, listed, put, sha256, source, testFolder } from './storages.ts'

// One list of rules for every kind of storage.

const MB = 1024 * 1024
const folder = await testFolder()
const s3 = await startTestS3()
const storages = await Promise.all([
  openStorage(readConfig({ DATA_DIR: join(folder, 'disk') })),
  openStorage(readConfig({ DATA_DIR: join(folder, 's3'), S3_PREFIX: 'some/where', ...s3.environment })),
])

/** A case, run against each storage; its keys have a separate prefix. */
function promise(title: string, run: (storage: Storage) => Promise<void>): void {
  for (const storage of storages) test(`${storage.kind}: ${title}`, () => run(storage))
}

test('the configuration selects the kind of storage', () => {
  assert.deepEqual(
    storages.map(({ kind }) => kind),
    ['disk', 's3'],
  )
})

promise('a put stores the whole object and removes its source', async (storage) => {
  const path = await source(storage, 'some bytes')
  const before = Date.now()
  const stored = await storage.putFile('put/a.mp4', path)
  assert.equal(stored.bytes, 10)
  assert.ok(stored.modifiedAt.getTime() > before - 2000 && stored.modifiedAt.getTime() <= Date.now())
  assert.deepEqual(await storage.stat('put/a.mp4'), stored)
  assert.equal((await contentOf(storage, 'put/a.mp4')).toString(), 'some bytes')
  await assert.rejects(access(path))
})

promise('an old source file gives a new object', async (storage) => {
  const path = await source(storage, 'x')
  await utimes(path, new Date(0), new Date(0))
  const { modifiedAt } = await storage.putFile('put/old.mp4', path)
  assert.ok(Date.now() - modifiedAt.getTime() < 60_000)
  assert.deepEqual((await storage.stat('put/old.mp4'))?.modifiedAt, modifiedAt)
})

promise('a second put replaces the first', async (storage) => {
  await put(storage, 'replace/a', 3 * MB)
  await put(storage, 'replace/a', 'short')
  assert.equal((await contentOf(storage, 'replace/a')).toString(), 'short')
  assert.equal((await storage.stat('replace/a'))?.bytes, 5)
})

promise('an empty object exists', async (storage) => {
  await put(storage, 'empty/a', '')
  assert.equal((await storage.stat('empty/a'))?.bytes, 0)
  assert.equal((await contentOf(storage, 'empty/a')).length, 0)
})

promise('ranges are inclusive and end with the object', async (storage) => {
  const bytes = await put(storage, 'range/a', 3 * MB + 7)
  for (const [start, end] of [
    [0, 0],
    [0, 1],
    [5, 1_500_000],
    [MB, 2 * MB - 1],
    [bytes.length - 1, bytes.length - 1],
    [bytes.length - 5, bytes.length + 5],
    [bytes.length, bytes.length + 5],
  ] as const) {
    const read = await Array.fromAsync(storage.read('range/a', { start, end }))
    assert.ok(Buffer.concat(read).equals(bytes.subarray(start, end + 1)), `${start}-${end}`)
  }
})

promise('a slow reader delays the read', async (storage) => {
  const bytes = await put(storage, 'slow/a', 12 * MB)
  const reading = storage.read('slow/a')
  let most = 0
  let taken = 0
  const slow = new Writable({
    write(chunk: Buffer, _encoding, done) {
      most = Math.max(most, reading.readableLength)
      taken += chunk.length
      setImmediate(done)
    },
  })
  await pipeline(reading, slow)
  assert.equal(taken, bytes.length)
  assert.ok(most <= 2 * DOWNLOAD_CHUNK_BYTES, `${most} bytes were buffered`)
})

promise('a cancelled read ends', async (storage) => {
  await put(storage, 'early/a', 8 * MB)
  for (const begin of ['at once', 'after some bytes']) {
    const reading = storage.read('early/a')
    if (begin === 'after some bytes') await once(reading, 'readable')
    const closed = once(reading, 'close')
    reading.destroy()
    await closed
  }
  assert.equal((await contentOf(storage, 'early/a')).length, 8 * MB)
})

promise('a fetched file exists only when it is complete', async (storage) => {
  const bytes = await put(storage, 'fetch/a', 2 * MB)
  const there = join(storage.tempDir, 'fetched')
  await mkdir(there)
  await writeFile(join(there, 'a.mp4'), 'what was there before')
  await storage.fetch('fetch/a', join(there, 'a.mp4'))
  assert.ok((await readFile(join(there, 'a.mp4'))).equals(bytes))
  await assert.rejects(storage.fetch('fetch/b', join(there, 'b.mp4')), ObjectMissing)
  await assert.rejects(storage.fetch('fetch/a', join(there, 'no-such-folder', 'a.mp4')), { code: 'ENOENT' })
  assert.deepEqual(await readdir(there), ['a.mp4'])
})

promise('a removed object is gone, and removing it again succeeds', async (storage) => {
  await put(storage, 'remove/a', 'a')
  await put(storage, 'remove/b', 'b')
  await storage.remove('remove/a')
  await storage.remove('remove/a')
  await storage.remove('remove/no/such/folder')
  assert.equal(await storage.stat('remove/a'), null)
  assert.deepEqual(await keysOf(storage, 'remove/'), ['remove/b'])
})

promise('a missing object is null, or ObjectMissing before the first byte', async (storage) => {
  await put(storage, 'missing/folder/a', 'a')
  for (const key of ['missing/b', 'missing/folder/a/b', 'nowhere/b']) {
    assert.equal(await storage.stat(key), null)
    await assert.rejects(once(storage.read(key), 'readable'), ObjectMissing)
    await assert.rejects(contentOf(storage, key), ObjectMissing)
    await assert.rejects(once(storage.read(key, { start: 5, end: 9 }), 'readable'), ObjectMissing)
  }
  assert.equal(await storage.stat('missing/folder'), null)
})

promise('a list shows every object under its prefix', async (storage) => {
  for (const key of ['list/a', 'list/b/one.mp4', 'list/b/two.mp4', 'list/bc', 'listed']) await put(storage, key, key)
  assert.deepEqual(await keysOf(storage, 'list/'), ['list/a', 'list/b/one.mp4', 'list/b/two.mp4', 'list/bc'])
  assert.deepEqual(await keysOf(storage, 'list/b/'), ['list/b/one.mp4', 'list/b/two.mp4'])
  assert.deepEqual(await keysOf(storage, 'list/b'), ['list/b/one.mp4', 'list/b/two.mp4', 'list/bc'])
  assert.deepEqual(await keysOf(storage, 'list/b/t'), ['list/b/two.mp4'])
  assert.deepEqual(await keysOf(storage, 'nothing/'), [])
  assert.ok((await keysOf(storage)).includes('listed'))
  const [a] = await listed(storage, 'list/a')
  assert.deepEqual(a, { key: 'list/a', ...(await storage.stat('list/a')) })
})

promise('an object may be removed during a list', async (storage) => {
  for (let i = 0; i < 20; i++) await put(storage, `sweep/${i}/a`, 'x')
  for await (const { key } of storage.list('sweep/')) await storage.remove(key)
  assert.deepEqual(await keysOf(storage, 'sweep/'), [])
})

promise('20 MB are stored unchanged', async (storage) => {
  const bytes = randomBytes(20 * MB + 1)
  const stored = await storage.putFile('large/a', await source(storage, bytes))
  assert.equal(stored.bytes, bytes.length)
  const copy = join(storage.tempDir, 'copy')
  await storage.fetch('large/a', copy)
  assert.equal(await sha256(copy), await sha256(bytes))
  assert.equal(await sha256(storage.read('large/a')), await sha256(bytes))
})

const NO_KEYS = [
  '',
  '/',
  '/a',
  'a/',
  'a//b',
  '.',
  '..',
  '../a',
  'a/../b',
  'a/./b',
  '.a',
  'A',
  'a b',
  'ä',
  'a\0',
  'a\\b',
]
const NO_NAMES = ['a.part', `${'a'.repeat(151)}`, `a${'/a'.repeat(256)}`]

promise('an invalid key is refused, and nothing is written', async (storage) => {
  const before = await keysOf(storage)
  const path = await source(storage, 'x')
  const refusal = /^Error: not an object key: /
  for (const key of [...NO_KEYS, ...NO_NAMES]) {
    await assert.rejects(storage.putFile(key, path), refusal, key)
    await assert.rejects(storage.stat(key), refusal)
    await assert.rejects(storage.fetch(key, `${path}-copy`), refusal)
    await assert.rejects(storage.remove(key), refusal)
    assert.throws(() => storage.read(key), refusal)
  }
  for (const prefix of ['/', '../', 'a/../', 'a//', 'A']) await assert.rejects(keysOf(storage, prefix), /not a prefix/)
  assert.deepEqual(await keysOf(storage), before)
  assert.equal(await readFile(path, 'utf8'), 'x')
  await assert.rejects(access(`${path}-copy`))
})

promise('a failed put keeps the earlier object', async (storage) => {
  await put(storage, 'fail/a', 'first')
  const before = await listed(storage, '')
  for (const key of ['fail/a', 'fail/b']) {
    await assert.rejects(storage.putFile(key, join(storage.tempDir, 'no-such-file')))
    await assert.rejects(storage.putFile(key, storage.tempDir))
  }
  assert.deepEqual(await listed(storage, ''), before)
  assert.equal((await contentOf(storage, 'fail/a')).toString(), 'first')
})

promise('concurrent puts and removes in one folder succeed', async (storage) => {
  for (let round = 0; round < 10; round++) {
    const [first, second] = [`busy/${round}/first`, `busy/${round}/second`]
    await put(storage, first, 'first')
    await Promise.all([storage.remove(first), put(storage, second, 'second'), put(storage, `${second}-2`, 'second')])
    assert.deepEqual(await keysOf(storage, `busy/${round}/`), [second, `${second}-2`])
  }
})

promise('a crash’s temporary file is deleted when it is old', async (storage) => {
  const now = new Date()
  const hourAgo = new Date(now.getTime() - 3_600_000)
  const folder = join(storage.tempDir, 'received')
  await mkdir(folder)
  const old = [join(folder, 'old'), join(storage.tempDir, 'old')]
  for (const path of [...old, join(storage.tempDir, 'young')]) await writeFile(path, 'x')
  for (const path of [...old, folder]) await utimes(path, hourAgo, hourAgo)
  const objects = await listed(storage, '')

  assert.equal(await storage.sweepTemporary(now, 7_200_000), 0)
  assert.equal(await storage.sweepTemporary(now, 1_800_000), 2)
  const left = await readdir(storage.tempDir)
  assert.deepEqual([left.includes('young'), left.includes('old'), left.includes('received')], [true, false, false])
  assert.deepEqual(await listed(storage, ''), objects)
})
