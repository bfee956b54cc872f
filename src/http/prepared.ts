import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { type Coding, codingOf, isHeld } from './negotiate.ts'

/** Bytes that are the same for all clients, built once. */
export interface Prepared {
  readonly type: string
  readonly etag: string
  readonly bytes: Buffer<ArrayBuffer>
  readonly coded: Readonly<Record<Coding, Buffer<ArrayBuffer>>>
}

/** Compresses frequent answers: brotli 5 takes 30 ms for the largest, 11 would take three seconds. */
export async function prepare(type: string, content: string | Buffer<ArrayBuffer>): Promise<Prepared> {
  const bytes = Buffer.from(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: bytes.length }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(bytes, { params }), promisify(gzip)(bytes)])
  const etag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`
  return { type, etag, bytes, coded: { br, gzip: gzipped } }
}

/** Prepares on the first use, and again after a failure. */
export function onFirstUse<T>(make: () => Promise<T>): () => Promise<T> {
  let made: Promise<T> | null = null
  return () => {
    made ??= make().catch((error: unknown) => {
      made = null
      throw error
    })
    return made
  }
}

/** The same for each key, of which there are few: a gateway has one PUBLIC_URL. */
export function onFirstUseOf<K, T>(make: (key: K) => Promise<T>): (key: K) => Promise<T> {
  const made = new Map<K, () => Promise<T>>()
  return (key) => {
    const each = made.get(key) ?? onFirstUse(() => make(key))
    made.set(key, each)
    return each()
  }
}

/**
 * Answers unless the client already has the bytes, in a coding that it accepts (RFC 9110, 12.5.3 and 13.1.2). All answers share
 * the bytes, so slow readers need no additional memory.
 * @param Answer the door's own kind of response, which writes bytes as they are
 */
export function answerPrepared(
  request: Request,
  { type, etag, bytes, coded }: Prepared,
  headers: Readonly<Record<string, string>> = {},
  Answer: typeof Response = Response,
): Response {
  const all = {
    'Cache-Control': 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding, Origin',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  }
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && isHeld(ifNoneMatch, etag)) return new Answer(null, { status: 304, headers: all })
  const coding = codingOf(request.headers.get('accept-encoding'), () => true)
  const body = coding ? coded[coding] : bytes
  const encoding = coding ? { 'Content-Encoding': coding } : {}
  return new Answer(body, {
    headers: { ...all, ...encoding, 'Content-Type': type, 'Content-Length': String(body.length) },
  })
}
