import { createHash } from 'node:crypto'
import { promisify } from 'node:util'
import { brotliCompress, constants, gzip } from 'node:zlib'
import { isUnchanged } from '../range.ts'

/** Bytes that are the same for everybody, made once. */
export interface Prepared {
  readonly type: string
  readonly etag: string
  /** By content coding. */
  readonly bodies: Readonly<Record<'identity' | 'br' | 'gzip', Buffer<ArrayBuffer>>>
}

/** Compresses what will be answered often: brotli 5 takes 30 ms for the largest of it, 11 would take three seconds. */
export async function prepare(type: string, content: string | Buffer<ArrayBuffer>): Promise<Prepared> {
  const identity = Buffer.from(content)
  const params = { [constants.BROTLI_PARAM_QUALITY]: 5, [constants.BROTLI_PARAM_SIZE_HINT]: identity.length }
  const [br, gzipped] = await Promise.all([promisify(brotliCompress)(identity, { params }), promisify(gzip)(identity)])
  const etag = `"${createHash('sha256').update(identity).digest('base64url').slice(0, 22)}"`
  return { type, etag, bodies: { identity, br, gzip: gzipped } }
}

/** Prepares when it is first asked for, and again where that failed. */
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

/** Answers with what the client does not have yet, in a coding that it takes (RFC 9110, 12.5.3 and 13.1.2). */
export function answerPrepared(
  request: Request,
  { type, etag, bodies }: Prepared,
  headers: Readonly<Record<string, string>> = {},
): Response {
  const coding = codingOf(request.headers.get('accept-encoding') ?? '')
  const all = {
    'Cache-Control': 'no-cache',
    ETag: etag,
    Vary: 'Accept-Encoding, Origin',
    'X-Content-Type-Options': 'nosniff',
    ...headers,
  }
  const ifNoneMatch = request.headers.get('if-none-match')
  if (ifNoneMatch !== null && isUnchanged({ ...UNCONDITIONAL, ifNoneMatch }, { etag, lastModified: '' })) {
    return new Response(null, { status: 304, headers: all })
  }
  const body = bodies[coding]
  const encoding = coding === 'identity' ? {} : { 'Content-Encoding': coding }
  return new Response(body, {
    headers: { ...all, ...encoding, 'Content-Type': type, 'Content-Length': String(body.length) },
  })
}

const UNCONDITIONAL = {
  range: undefined,
  ifRange: undefined,
  ifMatch: undefined,
  ifUnmodifiedSince: undefined,
  ifModifiedSince: undefined,
}

function codingOf(accepted: string): 'br' | 'gzip' | 'identity' {
  const isTaken = (coding: string) => new RegExp(`\\b${coding}\\b(?!\\s*;\\s*q=0(\\.0*)?\\s*(,|$))`).test(accepted)
  if (isTaken('br')) return 'br'
  return isTaken('gzip') ? 'gzip' : 'identity'
}
