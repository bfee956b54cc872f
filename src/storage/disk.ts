import { createReadStream } from 'node:fs'
import { copyFile, mkdir, open, rename, rm, stat } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { DOWNLOAD_CHUNK_BYTES } from '../limits.ts'
import type { Storage } from './storage.ts'

const KEY = /^[a-z0-9_.-]+(\/[a-z0-9_.-]+)*$/

/** Storage in a folder of this machine: `<dataDir>/objects`. */
export async function openDiskStorage(dataDir: string): Promise<Storage> {
  const root = resolve(dataDir, 'objects')
  await mkdir(root, { recursive: true })

  const pathOf = (key: string) => {
    if (!KEY.test(key) || key.includes('..')) throw new Error(`not an object key: ${key}`)
    return join(root, key)
  }

  return {
    async putFile(key, source) {
      const path = pathOf(key)
      await mkdir(dirname(path), { recursive: true })
      const temporary = `${path}.part`
      await rename(source, temporary).catch(async (error: NodeJS.ErrnoException) => {
        if (error.code !== 'EXDEV') throw error
        await copyFile(source, temporary)
        await rm(source, { force: true })
      })
      await syncFile(temporary)
      await rename(temporary, path)
      await syncFile(dirname(path))
      const { size, mtime } = await stat(path)
      return { bytes: size, modifiedAt: mtime }
    },
    async stat(key) {
      try {
        const { size, mtime } = await stat(pathOf(key))
        return { bytes: size, modifiedAt: mtime }
      } catch (error) {
        if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null
        throw error
      }
    },
    read: (key, range) => createReadStream(pathOf(key), { ...range, highWaterMark: DOWNLOAD_CHUNK_BYTES }),
    fetch: (key, path) => copyFile(pathOf(key), path),
    remove: (key) => rm(pathOf(key), { force: true }),
  }
}

/** Durable before it is named: a row must never point at bytes that a power cut can take. */
async function syncFile(path: string): Promise<void> {
  const handle = await open(path, 'r')
  try {
    await handle.sync()
  } finally {
    await handle.close()
  }
}
