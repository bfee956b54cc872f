import { createHash } from 'node:crypto'
import { type FileHandle, open, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { type Readable, Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { DomainError } from '../errors.ts'
import { newId } from '../lib/id.ts'
import { HEAD_BYTES, sniff } from '../media/kinds.ts'
import type { MediaKind } from '../media/media.ts'
import { assertWithinCap, unsupported } from '../media/refusals.ts'
import type { Resources } from '../resources.ts'

/** All bytes of a file, in a temporary file that the caller moves or removes. */
export interface Received {
  readonly path: string
  readonly bytes: number
  readonly sha256: string
  /** Type by its first bytes. Only probing shows that a video without frames is audio. */
  readonly kind: MediaKind
}

/** Callbacks while a file arrives. */
export interface Progress {
  /** More bytes have arrived. */
  readonly moved: () => void
  /** The kind is known from the first bytes. Throws to refuse it. */
  readonly sniffed: (kind: MediaKind) => void
}

/**
 * Receives a file as fast as it is written: one chunk is written while the next one arrives, and no more is in memory. It is
 * not synced here: the storage makes it durable. A refused or interrupted file leaves nothing behind.
 * @param content nothing else may keep its chunks: their memory is freed
 * @throws DomainError 400 empty_file, invalid_parameter (cut short), 413 file_too_large, 415 unsupported_media_type, what
 *   `sniffed` throws
 */
export async function receiveFile(
  { storage }: Pick<Resources, 'storage'>,
  content: Readable,
  progress: Progress,
): Promise<Received> {
  // An error before the first read must wait for the read.
  content.on('error', () => {})
  const path = join(storage.tempDir, newId('upload'))
  const inspector = createInspector(progress)
  try {
    await writeAll(path, content, inspector)
    return { path, ...inspector.end() }
  } catch (error) {
    await rm(path, { force: true })
    throw error
  }
}

/** @throws DomainError the refusal, or 400 invalid_parameter if the source fails, which the client causes */
async function writeAll(path: string, content: Readable, inspector: Inspector): Promise<void> {
  await using file = await open(path, 'wx')
  const { sink, failure } = createSink(file, inspector)
  try {
    await pipeline(content, sink)
  } catch (error) {
    throw failure() ?? (error instanceof DomainError ? error : cutShort())
  }
}

/** Checks each chunk while the previous one is written. A stream, because an iterator would copy buffered chunks. */
function createSink(file: FileHandle, { take }: Inspector): { sink: Writable; failure: () => unknown } {
  let failure: unknown = null
  let writing = Promise.resolve()
  const write = async (chunk: Buffer) => {
    take(chunk)
    await writing
    writing = file.writeFile(chunk).then(() => giveBack(chunk))
    // Reported at the next chunk or at the end.
    writing.catch(() => {})
  }
  const settle = (run: Promise<void>, done: (error?: Error) => void) => {
    run.then(
      () => done(),
      (error: Error) => {
        failure = error
        done(error)
      },
    )
  }
  const sink = new Writable({
    write: (chunk, _encoding, done) => settle(write(chunk), done),
    final: (done) => settle(writing, done),
  })
  return { sink, failure: () => failure }
}

/**
 * Frees a written chunk. The garbage collector would let 64 MB of them accumulate. A chunk that does not fill its memory shares
 * it with others: the rest of the form, or the pool of all small buffers.
 */
function giveBack({ buffer, byteLength }: Buffer): void {
  if (buffer instanceof ArrayBuffer && buffer.byteLength === byteLength) buffer.transfer(0)
}

/** A body that ended early or is malformed. */
export function cutShort(): DomainError {
  return new DomainError('invalid_parameter', 'The upload was cut short, or is not a valid multipart form.')
}

interface Inspector {
  take(chunk: Buffer): void
  /** Checks that are possible only at the end. */
  end(): Omit<Received, 'path'>
}

/** Counts, hashes and sniffs bytes as they pass, and refuses as early as possible. */
function createInspector({ moved, sniffed }: Progress): Inspector {
  const hash = createHash('sha256')
  const head = Buffer.alloc(HEAD_BYTES)
  let bytes = 0
  let kind: MediaKind | null = null

  const identify = (): MediaKind => {
    const found = sniff(head.subarray(0, bytes))
    if (!found) throw unsupported()
    sniffed(found.kind)
    return found.kind
  }

  return {
    take(chunk) {
      if (chunk.length === 0) throw new Error('a chunk was given back before it was read')
      if (bytes < HEAD_BYTES) chunk.copy(head, bytes)
      bytes += chunk.length
      hash.update(chunk)
      if (bytes >= HEAD_BYTES) kind ??= identify()
      if (kind) assertWithinCap(kind, bytes)
      moved()
    },
    end() {
      if (bytes === 0) throw new DomainError('empty_file', 'The file is empty.', { param: 'file' })
      return { bytes, sha256: hash.digest('hex'), kind: kind ?? identify() }
    },
  }
}
