import { Readable } from 'node:stream'
import { GetObjectCommand, type S3Client, S3ServiceException } from '@aws-sdk/client-s3'
import { DOWNLOAD_CHUNK_BYTES } from '../limits.ts'
import { ANSWER_MS } from './s3-client.ts'
import { ObjectMissing, type ReadRange } from './storage.ts'

export interface S3Object {
  readonly Bucket: string
  readonly Key: string
}

/** Number of connections that may break in a row without any data. */
const BREAKS_MAX = 3

/**
 * A stream of an object that survives broken connections: servers close idle connections of slow clients, and the SDK repeats
 * requests but not bodies. The missing part is requested again, of the same version of the object.
 */
export function readObject(client: S3Client, object: S3Object, key: string, range?: ReadRange): Readable {
  const ending = new AbortController()
  const chunks = chunksOf(client, object, range ?? { start: 0, end: Number.POSITIVE_INFINITY }, ending.signal)
  return new Readable({
    highWaterMark: DOWNLOAD_CHUNK_BYTES,
    read() {
      chunks.next().then(
        ({ done, value }) => this.push(done ? null : value),
        (error: Error) => this.destroy(isMissing(error) ? new ObjectMissing(key, { cause: error }) : error),
      )
    },
    destroy(error, destroyed) {
      ending.abort()
      chunks.return(undefined).then(
        () => destroyed(error),
        () => destroyed(error),
      )
    },
  })
}

/** A missing bucket does not count as a missing object. */
export function isMissing(error: unknown): boolean {
  return error instanceof S3ServiceException && error.$metadata.httpStatusCode === 404 && error.name !== 'NoSuchBucket'
}

async function* chunksOf(
  client: S3Client,
  object: S3Object,
  { start, end }: ReadRange,
  signal: AbortSignal,
): AsyncGenerator<Buffer, undefined, undefined> {
  let next = start
  let version: string | undefined
  for (let breaks = 0; next <= end; ) {
    const part = await openPart(client, { ...object, IfMatch: version, Range: rangeHeader(next, end) }, signal)
    if (!part) return
    if (next > 0 && !part.ContentRange?.startsWith(`bytes ${next}-`))
      throw new Error('the server does not support ranges')
    version = part.ETag
    try {
      for await (const chunk of part.Body as AsyncIterable<Buffer>) {
        // Some servers send more than requested: s3rver sends the whole object for the first byte.
        const wanted = chunk.subarray(0, end + 1 - next)
        next += wanted.length
        breaks = 0
        if (wanted.length > 0) yield wanted
        if (wanted.length < chunk.length) return
      }
      return
    } catch (error) {
      if (signal.aborted || ++breaks > BREAKS_MAX) throw error
    }
  }
}

function rangeHeader(start: number, end: number): string | undefined {
  if (end !== Number.POSITIVE_INFINITY) return `bytes=${start}-${end}`
  return start > 0 ? `bytes=${start}-` : undefined
}

/** null when the object ends before the range begins. */
async function openPart(
  client: S3Client,
  input: S3Object & { IfMatch: string | undefined; Range: string | undefined },
  abortSignal: AbortSignal,
) {
  try {
    return await client.send(new GetObjectCommand(input), { abortSignal, requestTimeout: ANSWER_MS })
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === 416) return null
    throw error
  }
}
