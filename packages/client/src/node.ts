import { createWriteStream, openAsBlob } from 'node:fs'
import { rename, rm } from 'node:fs/promises'
import { basename } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream } from 'node:stream/web'
import type { Client, ContentOptions } from './index.ts'

/** A file of this machine, for `upload`. It is read while it is sent. */
export async function openFile(path: string): Promise<Blob & { readonly name: string }> {
  return Object.assign(await openAsBlob(path), { name: basename(path) })
}

/**
 * Downloads a finished video to a file. The file appears when it is complete; until then its name ends in `.part`.
 * @throws VidgateError as `content`; errors of the connection and of the disk
 */
export async function download(client: Client, id: string, path: string, options: ContentOptions = {}): Promise<void> {
  const { body } = await client.content(id, options)
  const part = `${path}.part`
  try {
    await pipeline(Readable.fromWeb(body as ReadableStream<Uint8Array>), createWriteStream(part), options)
    await rename(part, path)
  } catch (error) {
    await rm(part, { force: true })
    options.signal?.throwIfAborted()
    throw error
  }
}
