import { constants } from 'node:fs'
import { copyFile, mkdir, open, opendir, rename, rm, rmdir, stat, unlink } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { newId } from '../lib/id.ts'
import { readFile } from './disk-read.ts'
import { assertKey, assertPrefix, isKey, UNFINISHED } from './key.ts'
import { isMissing, unlessMissing } from './missing.ts'
import { type ListedObject, ObjectMissing, type ObjectStat, type Storage } from './storage.ts'
import { openTempDir, removeOld, writeAside } from './temporary.ts'

const WHOLE = { start: 0, end: Number.POSITIVE_INFINITY }

/** Storage in a local or shared folder: `<dataDir>/objects`. */
export async function openDiskStorage(dataDir: string): Promise<Storage> {
  const root = resolve(dataDir, 'objects')
  await mkdir(root, { recursive: true })
  const tempDir = await openTempDir(dataDir)

  const pathOf = (key: string) => {
    assertKey(key)
    return join(root, key)
  }
  /**
   * If the disk is not mounted, no object counts as missing, because the chores would treat all of them as erased. Nothing is written
   * into the empty mount point either, because it would be hidden when the disk is mounted again.
   */
  const assertThere = async () => {
    if (!(await stat(root)).isDirectory()) throw new Error(`not a folder: ${root}`)
  }
  const statOf = async (key: string) => {
    const found = await statFile(pathOf(key))
    if (!found) await assertThere()
    return found
  }

  return {
    kind: 'disk',
    tempDir,
    direct: null,
    async putFile(key, source) {
      const path = pathOf(key)
      await assertThere()
      const stored = await makeDurable(source)
      await moveInto(source, path, stored.modifiedAt)
      return stored
    },
    stat: statOf,
    read: (key, range = WHOLE) =>
      readFile(pathOf(key), range, async (error) => {
        if (!isMissing(error)) return error as Error
        await assertThere()
        return new ObjectMissing(key, { cause: error })
      }),
    async fetch(key, path) {
      const source = pathOf(key)
      try {
        await writeAside(path, (unfinished) => copyFile(source, unfinished, constants.COPYFILE_FICLONE))
      } catch (error) {
        throw (await statOf(key)) ? error : new ObjectMissing(key, { cause: error })
      }
    },
    async remove(key) {
      const path = pathOf(key)
      await unlink(path).catch((error: unknown) => {
        unlessMissing(error)
        return assertThere()
      })
      await removeEmpty(dirname(path), root)
    },
    async *list(prefix) {
      assertPrefix(prefix)
      await assertThere()
      yield* listBelow(root, prefix.slice(0, prefix.lastIndexOf('/') + 1), prefix)
    },
    async sweepTemporary(now, olderThanMs) {
      const before = new Date(now.getTime() - olderThanMs)
      const received = await removeOld(tempDir, before, () => true)
      return received + (await removeOld(root, before, (name) => name.endsWith(UNFINISHED)))
    },
  }
}

async function statFile(path: string): Promise<ObjectStat | null> {
  try {
    const found = await stat(path)
    return found.isFile() ? { bytes: found.size, modifiedAt: found.mtime } : null
  } catch (error) {
    unlessMissing(error)
    return null
  }
}

/**
 * Makes a file durable before it gets its name, so that no row points at bytes that a power cut can lose. Its time becomes that
 * of the storing.
 */
async function makeDurable(path: string, modifiedAt = new Date()): Promise<ObjectStat> {
  const file = await open(path, 'r')
  try {
    const found = await file.stat()
    if (!found.isFile()) throw new Error(`not a file: ${path}`)
    await file.utimes(modifiedAt, modifiedAt)
    await file.sync()
    return { bytes: found.size, modifiedAt }
  } finally {
    await file.close()
  }
}

/** How often a folder may disappear again, because a concurrent `remove` emptied it, before it is an error. */
const MOVES_MAX = 10

async function moveInto(source: string, path: string, modifiedAt: Date): Promise<void> {
  for (let moves = 1; ; moves++) {
    try {
      await makeFolder(dirname(path))
      await move(source, path, modifiedAt)
      break
    } catch (error) {
      if (codeOf(error) !== 'ENOENT' || moves === MOVES_MAX) throw error
    }
  }
  await syncFolder(dirname(path)).catch(unlessMissing)
}

const codeOf = (error: unknown) => (error as NodeJS.ErrnoException).code

/** Renames if possible; a file of another file system is first copied next to its target. */
async function move(source: string, path: string, modifiedAt: Date): Promise<void> {
  try {
    await rename(source, path)
  } catch (error) {
    if (codeOf(error) !== 'EXDEV') throw error
    const copy = async (unfinished: string) => {
      await copyFile(source, unfinished)
      await makeDurable(unfinished, modifiedAt)
    }
    await writeAside(path, copy, `${path}.${newId('copy')}${UNFINISHED}`)
    await rm(source, { force: true })
  }
}

async function makeFolder(folder: string): Promise<void> {
  const first = await mkdir(folder, { recursive: true })
  if (first === undefined) return
  for (let made = folder; made.length >= first.length; made = dirname(made)) await syncFolder(dirname(made))
}

async function syncFolder(folder: string): Promise<void> {
  const handle = await open(folder, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}

/** Removes empty folders from here up to the root. */
async function removeEmpty(folder: string, root: string): Promise<void> {
  for (let each = folder; each !== root; each = dirname(each)) {
    try {
      await rmdir(each)
    } catch {
      return
    }
  }
}

async function* listBelow(root: string, folder: string, prefix: string): AsyncGenerator<ListedObject> {
  const entries = await opendir(join(root, folder)).catch(unlessMissing)
  if (!entries) return
  for await (const entry of entries) {
    const key = folder + entry.name
    if (entry.isDirectory()) {
      if (`${key}/`.startsWith(prefix)) yield* listBelow(root, `${key}/`, prefix)
    } else if (key.startsWith(prefix) && isKey(key)) {
      const found = await statFile(join(root, key))
      if (found) yield { key, ...found }
    }
  }
}
