import { type FileHandle, open } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { DOWNLOAD_CHUNK_BYTES } from '../limits.ts'
import { takeChunk } from './chunk.ts'
import type { ReadRange } from './storage.ts'

/**
 * A stream of a file, or a range of it, in reusable chunks. Node's own stream allocates new ones.
 * @param toError maps the error of a failed open
 */
export function readFile(
  path: string,
  { start, end }: ReadRange,
  toError: (error: unknown) => Promise<Error>,
): Readable {
  let file: FileHandle | undefined
  let next = start
  const take = async (): Promise<Buffer | null> => {
    if (!file || next > end) return null
    const chunk = takeChunk()
    const { bytesRead } = await file.read(chunk, 0, Math.min(chunk.length, end - next + 1), next)
    next += bytesRead
    return bytesRead === 0 ? null : chunk.subarray(0, bytesRead)
  }
  return new Readable({
    highWaterMark: DOWNLOAD_CHUNK_BYTES,
    construct(opened) {
      open(path).then(
        (handle) => {
          file = handle
          opened()
        },
        (error: unknown) => toError(error).then(opened, opened),
      )
    },
    read() {
      take().then(
        (chunk) => this.push(chunk),
        (error: Error) => this.destroy(error),
      )
    },
    destroy(error, closed) {
      const closing = file?.close() ?? Promise.resolve()
      closing.then(
        () => closed(error),
        (failed: Error) => closed(error ?? failed),
      )
    },
  })
}
