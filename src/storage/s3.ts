import { createWriteStream } from 'node:fs'
import { rm, stat as statFile } from 'node:fs/promises'
import { pipeline } from 'node:stream/promises'
import { DeleteObjectCommand, HeadObjectCommand, paginateListObjectsV2 } from '@aws-sdk/client-s3'
import type { S3Config } from '../config.ts'
import { assertKey, assertPrefix, isKey } from './key.ts'
import { ANSWER_MS, connectToBucket } from './s3-client.ts'
import { openDirectLinks } from './s3-direct.ts'
import { isMissing, readObject } from './s3-read.ts'
import { abortOldUploads, uploadFile } from './s3-upload.ts'
import type { ObjectStat, Storage } from './storage.ts'
import { openTempDir, removeOld, writeAside } from './temporary.ts'

const PAGE_MAX = 1000
const LIMITS = { requestTimeout: ANSWER_MS }

/**
 * Storage in a bucket of S3 or a compatible server.
 * @param dataDir for `tempDir` only; of this machine
 * @throws ConfigError if the bucket cannot be used
 */
export async function openS3Storage(
  config: S3Config,
  dataDir: string,
  { pageSize = PAGE_MAX }: { readonly pageSize?: number } = {},
): Promise<Storage> {
  const tempDir = await openTempDir(dataDir)
  const client = await connectToBucket(config)
  const { bucket } = config
  const direct = config.redirectsDownloads ? await openDirectLinks(config, client) : null
  const root = config.prefix === null ? '' : `${config.prefix}/`

  const objectOf = (key: string) => {
    assertKey(key)
    return { Bucket: bucket, Key: root + key }
  }
  const keyOf = (name: string) => keyBelow(root, name)
  const stat = async (key: string): Promise<ObjectStat | null> => {
    const command = new HeadObjectCommand(objectOf(key))
    try {
      const { ContentLength = 0, LastModified = new Date() } = await client.send(command, LIMITS)
      return { bytes: ContentLength, modifiedAt: LastModified }
    } catch (error) {
      if (isMissing(error)) return null
      throw error
    }
  }
  const read: Storage['read'] = (key, range) => readObject(client, objectOf(key), key, range)

  return {
    kind: 's3',
    tempDir,
    direct,
    stat,
    read,
    async putFile(key, path) {
      const object = objectOf(key)
      const { size } = await statFile(path)
      await uploadFile(client, object, path)
      const stored = await stat(key)
      if (stored?.bytes !== size) throw new Error(`stored ${stored?.bytes} of the ${size} bytes of ${key}`)
      await rm(path, { force: true })
      return stored
    },
    async fetch(key, path) {
      const source = read(key)
      await writeAside(path, (unfinished) => pipeline(source, createWriteStream(unfinished)))
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand(objectOf(key)), LIMITS)
    },
    async *list(prefix) {
      assertPrefix(prefix)
      const pages = paginateListObjectsV2({ client, pageSize }, { Bucket: bucket, Prefix: root + prefix }, LIMITS)
      for await (const { Contents = [] } of pages) {
        for (const { Key = '', Size = 0, LastModified = new Date() } of Contents) {
          const key = keyOf(Key)
          if (key !== null) yield { key, bytes: Size, modifiedAt: LastModified }
        }
      }
    },
    async sweepTemporary(now, olderThanMs) {
      const before = new Date(now.getTime() - olderThanMs)
      const received = await removeOld(tempDir, before, () => true)
      const isOurs = (name: string) => keyOf(name) !== null
      return received + (await abortOldUploads(client, { bucket, prefix: root, before, isOurs }))
    },
  }
}

/** null for objects outside of the prefix. */
function keyBelow(root: string, name: string): string | null {
  const key = name.slice(root.length)
  return name.startsWith(root) && isKey(key) ? key : null
}
