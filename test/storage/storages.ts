import { createHash, randomBytes } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Readable } from 'node:stream'
import { buffer } from 'node:stream/consumers'
import { pipeline } from 'node:stream/promises'
import { after } from 'node:test'
import type { ListedObject, Storage } from '../../src/storage/storage.ts'

/** A folder for a test file, removed afterwards. */
export async function testFolder(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), 'vidgate-storage-'))
  after(() => rm(folder, { recursive: true, force: true }))
  return folder
}

let sources = 0

/** A file in the storage's own folder for incoming files. */
export async function source(storage: Storage, content: Buffer | string): Promise<string> {
  const path = join(storage.tempDir, `source-${++sources}`)
  await writeFile(path, content)
  return path
}

/** Stores bytes under a key; random ones if only their number is given. */
export async function put(storage: Storage, key: string, content: Buffer | string | number): Promise<Buffer> {
  const bytes = typeof content === 'number' ? randomBytes(content) : Buffer.from(content)
  await storage.putFile(key, await source(storage, bytes))
  return bytes
}

export const contentOf = (storage: Storage, key: string): Promise<Buffer> => buffer(storage.read(key))

export async function listed(storage: Storage, prefix: string): Promise<ListedObject[]> {
  return (await Array.fromAsync(storage.list(prefix))).sort((a, b) => (a.key < b.key ? -1 : 1))
}

export async function keysOf(storage: Storage, prefix = ''): Promise<string[]> {
  return (await listed(storage, prefix)).map(({ key }) => key)
}

export async function sha256(content: Readable | Buffer | string): Promise<string> {
  const hash = createHash('sha256')
  if (Buffer.isBuffer(content)) return hash.update(content).digest('hex')
  await pipeline(typeof content === 'string' ? createReadStream(content) : content, hash)
  return hash.digest('hex')
}
