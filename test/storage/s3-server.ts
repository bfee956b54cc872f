import { once } from 'node:events'
import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after } from 'node:test'
import S3rver from '@20minutes/s3rver'
import { refusedSignature } from './sigv4.ts'

export interface TestS3 {
  /** The S3_* variables of its bucket. */
  readonly environment: Readonly<Record<string, string>>
  /** Receives each request first; true: it has answered it. */
  intercept: (request: IncomingMessage, response: ServerResponse) => boolean
  /** Its clock, in milliseconds. */
  now: () => number
  /** Connections that are open now. */
  connections(): Promise<number>
  /** Multipart uploads that were neither completed nor aborted. */
  uploads(): Promise<UnfinishedUpload[]>
}

interface UnfinishedUpload {
  readonly key: string
  readonly id: string
  readonly begun: Date
}

const BUCKET = 'vidgate-test'

const KEYS = { id: 'S3RVER', secret: 'S3RVER' }

/** What redirected downloads need for pages (docs/operating.md#downloads-from-the-bucket). */
const CORS =
  '<CORSConfiguration><CORSRule><AllowedOrigin>*</AllowedOrigin><AllowedMethod>GET</AllowedMethod>' +
  '<AllowedMethod>HEAD</AllowedMethod></CORSRule></CORSConfiguration>'

/** An S3 server with a separate port and folder, which checks signatures. */
export async function startTestS3(): Promise<TestS3> {
  const directory = await mkdtemp(join(tmpdir(), 'vidgate-s3-'))
  const s3rver = new S3rver({
    directory,
    silent: true,
    // `refusedSignature` checks them; s3rver computes those of requests to the bucket itself without the final slash.
    allowMismatchedSignatures: true,
    configureBuckets: [{ name: BUCKET, configs: [CORS] }],
  })
  await s3rver.configureBuckets()
  const { store } = s3rver
  // s3rver deletes an emptied folder without checking again, with any new object in it; S3 has no folders.
  store.deleteObject = async (bucket, key) => {
    const parts = ['object', 'object.md5', 'metadata.json'].map((part) => store.getResourcePath(bucket, key, part))
    await Promise.all(parts.map((path) => rm(path, { force: true })))
  }
  const answerRest = s3rver.callback()
  const uploadsFolder = join(directory, BUCKET, '._S3rver_uploads')

  const server = createServer((request, response) => {
    if (s3.intercept(request, response)) return
    const refused = request.method === 'OPTIONS' ? null : refusedSignature(request, KEYS, s3.now())
    if (refused) return answerXml(response, refused.status, `<Error><Code>${refused.code}</Code></Error>`)
    answerMissing(request, response).then(
      (answered) => answered || answerRest(request, response),
      () => answerXml(response, 500, ''),
    )
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  after(async () => {
    server.closeAllConnections()
    server.close()
    await rm(directory, { recursive: true, force: true })
  })

  /**
   * Missing parts of s3rver: paged lists (its cursor needs a cipher that Node no longer has), and listing and aborting
   * uploads.
   */
  async function answerMissing({ method, url }: IncomingMessage, response: ServerResponse): Promise<boolean> {
    const { pathname, searchParams: query } = new URL(url ?? '', 'http://localhost')
    if (method === 'GET' && query.get('list-type') === '2') {
      answerXml(response, 200, await listObjects(s3rver, query))
    } else if (method === 'GET' && /^\/[^/]+\/?$/.test(pathname) && query.has('uploads')) {
      answerXml(response, 200, listedUploads(await s3.uploads(), query.get('prefix') ?? ''))
    } else if (method === 'DELETE' && query.has('uploadId')) {
      await rm(join(uploadsFolder, query.get('uploadId') ?? ''), { recursive: true })
      response.writeHead(204).end()
    } else return false
    return true
  }

  const s3: TestS3 = {
    environment: {
      S3_BUCKET: BUCKET,
      S3_ENDPOINT: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
      S3_ACCESS_KEY_ID: KEYS.id,
      S3_SECRET_ACCESS_KEY: KEYS.secret,
    },
    now: Date.now,
    intercept: () => false,
    connections: () =>
      new Promise((resolve, reject) => {
        server.getConnections((error, count) => (error ? reject(error) : resolve(count)))
      }),
    async uploads() {
      const ids = await readdir(uploadsFolder).catch(() => [])
      return Promise.all(
        ids.map(async (id) => {
          const path = join(uploadsFolder, id, 'key')
          return { key: await readFile(path, 'utf8'), id, begun: (await stat(path)).mtime }
        }),
      )
    },
  }
  return s3
}

/** An answer in XML, like all of S3. */
export function answerXml(response: ServerResponse, status: number, xml: string): void {
  response.writeHead(status, { 'content-type': 'application/xml' }).end(`<?xml version="1.0"?>${xml}`)
}

async function listObjects({ store }: S3rver, query: URLSearchParams): Promise<string> {
  const { objects, isTruncated } = await store.listObjects(BUCKET, {
    prefix: query.get('prefix') ?? '',
    startAfter: query.get('continuation-token') ?? '',
    maxKeys: Number(query.get('max-keys') ?? 1000),
  })
  const contents = objects.map(
    ({ key, size, lastModifiedDate }) =>
      `<Contents><Key>${key}</Key><Size>${size}</Size><LastModified>${lastModifiedDate.toISOString()}</LastModified></Contents>`,
  )
  const next = isTruncated ? `<NextContinuationToken>${objects.at(-1)?.key}</NextContinuationToken>` : ''
  const fields = `<IsTruncated>${isTruncated}</IsTruncated>${next}${contents.join('')}`
  return `<ListBucketResult>${fields}</ListBucketResult>`
}

function listedUploads(uploads: readonly UnfinishedUpload[], prefix: string): string {
  const begunThere = uploads.filter(({ key }) => key.startsWith(prefix))
  const listed = begunThere.map(
    ({ key, id, begun }) =>
      `<Upload><Key>${key}</Key><UploadId>${id}</UploadId><Initiated>${begun.toISOString()}</Initiated></Upload>`,
  )
  const fields = `<IsTruncated>false</IsTruncated>${listed.join('')}`
  return `<ListMultipartUploadsResult>${fields}</ListMultipartUploadsResult>`
}
