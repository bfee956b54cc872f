import { createReadStream } from 'node:fs'
import {
  AbortMultipartUploadCommand,
  ListMultipartUploadsCommand,
  type ListMultipartUploadsCommandInput,
  type ListMultipartUploadsCommandOutput,
  type S3Client,
  S3ServiceException,
} from '@aws-sdk/client-s3'
import { Upload } from '@aws-sdk/lib-storage'
import { ANSWER_MS } from './s3-client.ts'
import type { S3Object } from './s3-read.ts'

/** Parts of 8 MB, two at a time: about 40 MB of memory per upload, whatever the file's size (80 GB at most). */
const PART_BYTES = 8 * 1024 * 1024
const PARTS_AT_ONCE = 2
const CHUNK_BYTES = 1024 * 1024

/** Uploads a file, in parts if it is larger than one; it becomes visible only when complete. */
export async function uploadFile(client: S3Client, object: S3Object, path: string): Promise<void> {
  const upload = new Upload({
    client,
    params: { ...object, Body: createReadStream(path, { highWaterMark: CHUNK_BYTES }) },
    partSize: PART_BYTES,
    queueSize: PARTS_AT_ONCE,
    // Aborted here, because the library would throw the abort's error in place of the cause.
    leavePartsOnError: true,
  })
  try {
    await upload.done()
  } catch (error) {
    // Uploads that cannot be aborted now are swept later.
    if (upload.uploadId) await abort(client, object, upload.uploadId).catch(() => {})
    throw error
  }
}

async function abort(client: S3Client, object: S3Object, UploadId: string | undefined): Promise<void> {
  await client.send(new AbortMultipartUploadCommand({ ...object, UploadId }), { requestTimeout: ANSWER_MS })
}

/**
 * Aborts uploads started before `before`: their parts are stored and billed, but not shown in lists of objects.
 * @returns how many; 0 also if the server cannot list them
 */
export async function abortOldUploads(
  client: S3Client,
  options: { readonly bucket: string; readonly prefix: string; readonly before: Date; isOurs(name: string): boolean },
): Promise<number> {
  const { bucket: Bucket, prefix: Prefix, before, isOurs } = options
  let aborted = 0
  let page: ListMultipartUploadsCommandOutput | undefined
  do {
    const markers = page ? { KeyMarker: page.NextKeyMarker, UploadIdMarker: page.NextUploadIdMarker } : {}
    page = await listUploads(client, { Bucket, Prefix, ...markers })
    for (const { Key, UploadId, Initiated } of page?.Uploads ?? []) {
      if (!Key || !Initiated || Initiated >= before || !isOurs(Key)) continue
      await abort(client, { Bucket, Key }, UploadId)
      aborted++
    }
  } while (page?.IsTruncated)
  return aborted
}

const NOT_IMPLEMENTED = 501

async function listUploads(client: S3Client, input: ListMultipartUploadsCommandInput) {
  try {
    return await client.send(new ListMultipartUploadsCommand(input), { requestTimeout: ANSWER_MS })
  } catch (error) {
    if (error instanceof S3ServiceException && error.$metadata.httpStatusCode === NOT_IMPLEMENTED) return undefined
    throw error
  }
}
