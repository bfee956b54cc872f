import assert from 'node:assert/strict'
import { once } from 'node:events'
import { access, mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { test } from 'node:test'
import { openDiskStorage } from '../../src/storage/disk.ts'
import { ObjectMissing } from '../../src/storage/storage.ts'
import { contentOf, keysOf, put, source, testFolder } from './storages.ts'

const dataDir = await testFolder()
const objects = join(dataDir, 'objects')
const away = join(dataDir, 'away')
const storage = await openDiskStorage(dataDir)
await put(storage, 'kept/a', 'a')

const isNotMissing = (error: unknown) => error instanceof Error && !(error instanceof ObjectMissing)

for (const instead of ['nothing', 'a file'] as const) {
  test(`no object is reported missing, deleted or written with ${instead} in place of the disk`, async () => {
    await rename(objects, away)
    if (instead === 'a file') await writeFile(objects, 'no folder')
    const path = await source(storage, 'new')
    const copy = join(storage.tempDir, 'copy')
    for (const key of ['kept/a', 'new/b']) {
      await assert.rejects(storage.stat(key), isNotMissing)
      await assert.rejects(once(storage.read(key), 'readable'), isNotMissing)
      await assert.rejects(storage.fetch(key, copy), isNotMissing)
      await assert.rejects(storage.remove(key), isNotMissing)
      await assert.rejects(storage.putFile(key, path), isNotMissing)
    }
    await assert.rejects(keysOf(storage), isNotMissing)
    assert.equal(await readFile(path, 'utf8'), 'new')
    await assert.rejects(access(copy))
    if (instead === 'a file') await rm(objects)
    await rename(away, objects)
    assert.deepEqual(await keysOf(storage), ['kept/a'])
    assert.equal((await contentOf(storage, 'kept/a')).toString(), 'a')
  })
}

test('an empty disk is valid', async () => {
  await rename(objects, away)
  await mkdir(objects)
  assert.equal(await storage.stat('kept/a'), null)
  await storage.remove('kept/a')
  assert.deepEqual(await keysOf(storage), [])
  await put(storage, 'new/b', 'b')
  assert.deepEqual(await readdir(objects), ['new'])
})
