import assert from 'node:assert/strict'
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { watch } from 'node:fs'
import { access, mkdir, readdir, rm, stat, utimes, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { openDiskStorage } from '../../src/storage/disk.ts'
import { makeElsewhere, pretendElsewhere } from './elsewhere.ts'
import { contentOf, keysOf, put, testFolder } from './storages.ts'

const MB = 1024 * 1024
const dataDir = await testFolder()
const objects = join(dataDir, 'objects')
const storage = await openDiskStorage(dataDir)

const { folder: elsewhere, isPretended } = await makeElsewhere(dataDir)
after(() => rm(elsewhere, { recursive: true, force: true }))
if (isPretended) after(pretendElsewhere(elsewhere))

test('incoming files are on the same file system as the objects', async () => {
  assert.equal(storage.tempDir, join(dataDir, 'tmp'))
  assert.equal((await stat(storage.tempDir)).dev, (await stat(objects)).dev)
})

test('a file from another file system is stored too, without leftovers', async () => {
  const path = join(elsewhere, 'a')
  await writeFile(path, 'from elsewhere')
  const stored = await storage.putFile('elsewhere/a', path)
  assert.deepEqual(await storage.stat('elsewhere/a'), stored)
  assert.equal((await contentOf(storage, 'elsewhere/a')).toString(), 'from elsewhere')
  await assert.rejects(access(path))
  assert.deepEqual(await readdir(join(objects, 'elsewhere')), ['a'])
})

test('a copy left by a crash is not listed, and is deleted when it is old', async () => {
  await put(storage, 'crash/a', 'whole')
  const [old, young] = ['a.copy_1.part', 'a.copy_2.part'].map((name) => join(objects, 'crash', name))
  const now = new Date()
  const hourAgo = new Date(now.getTime() - 3_600_000)
  for (const path of [old, young]) await writeFile(path ?? '', 'half')
  for (const path of [old, join(objects, 'crash', 'a')]) await utimes(path ?? '', hourAgo, hourAgo)
  assert.deepEqual(await keysOf(storage, 'crash/'), ['crash/a'])
  assert.equal(await storage.sweepTemporary(now, 1_800_000), 1)
  assert.deepEqual((await readdir(join(objects, 'crash'))).sort(), ['a', 'a.copy_2.part'])
})

test('a process killed during a put leaves the whole object or none', async () => {
  await put(storage, 'killed/neighbour', 'x')
  const path = join(elsewhere, 'large')
  await writeFile(path, Buffer.alloc(64 * MB))
  const watcher = watch(join(objects, 'killed'))
  const begun = once(watcher, 'change')
  const child = fork('test/storage/put.ts', [dataDir, 'killed/large', path, ...(isPretended ? ['pretended'] : [])])
  const gone = once(child, 'exit')
  await begun
  child.kill('SIGKILL')
  await gone
  watcher.close()

  const found = await storage.stat('killed/large')
  assert.ok(found === null || found.bytes === 64 * MB)
  assert.equal((await keysOf(storage, 'killed/')).length, found ? 2 : 1)
  await storage.sweepTemporary(new Date(Date.now() + 3_600_000), 1_800_000)
  assert.equal((await readdir(join(objects, 'killed'))).length, found ? 2 : 1)
})

test('a folder is deleted with its last object, and one left by a crash by the sweep', async () => {
  await put(storage, 'folders/deep/down/a', 'a')
  await put(storage, 'folders/b', 'b')
  await storage.remove('folders/deep/down/a')
  assert.deepEqual(await readdir(join(objects, 'folders')), ['b'])
  await mkdir(join(objects, 'folders', 'empty'))
  await utimes(join(objects, 'folders', 'empty'), new Date(0), new Date(0))
  await storage.sweepTemporary(new Date(), 60_000)
  assert.deepEqual(await readdir(join(objects, 'folders')), ['b'])
  await storage.remove('folders/b')
  assert.ok(!(await readdir(objects)).includes('folders'))
})

test('a file that is not an object is not listed', async () => {
  await put(storage, 'foreign/a', 'a')
  for (const name of ['.DS_Store', 'Thumbs.db']) await writeFile(join(objects, 'foreign', name), 'x')
  assert.deepEqual(await keysOf(storage, 'foreign/'), ['foreign/a'])
})
