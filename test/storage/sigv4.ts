import { createHash, createHmac } from 'node:crypto'
import type { IncomingMessage } from 'node:http'

// Signatures of version 4 as a server of S3 checks them (docs.aws.amazon.com, “Authenticating Requests”), in headers or in the
// query, written without the SDK that signs.

export interface Refused {
  readonly status: number
  readonly code: string
}

export interface Keys {
  readonly id: string
  readonly secret: string
}

interface Claim {
  readonly credential: string
  readonly signedHeaders: string
  readonly signature: string
  readonly date: string
  /** Seconds; null in headers, where the date must be near the server's. */
  readonly expires: number | null
  readonly payload: string
}

const SKEW_MS = 15 * 60_000
const DATE = /^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest()
const denied: Refused = { status: 403, code: 'AccessDenied' }

/** Why a request is refused; null if its signature is right and its time has come and not passed. */
export function refusedSignature(request: IncomingMessage, keys: Keys, now: number): Refused | null {
  const { path, query } = partsOf(request)
  const claims = [claimOfHeaders(request), claimOfQuery(query)].filter((claim) => claim !== null)
  if (claims.length === 2) return { status: 400, code: 'InvalidArgument' }
  const [claim] = claims
  if (!claim) return denied
  const [id = '', ...scope] = claim.credential.split('/')
  const [, year, month, day, hour, minute, second] = DATE.exec(claim.date) ?? []
  const at = Date.parse(`${year}-${month}-${day}T${hour}:${minute}:${second}Z`)
  if (id !== keys.id) return { status: 403, code: 'InvalidAccessKeyId' }
  if (Number.isNaN(at) || !claim.date.startsWith(scope[0] ?? '-') || at - now > SKEW_MS) return denied
  if (claim.expires === null && now - at > SKEW_MS) return { status: 403, code: 'RequestTimeTooSkewed' }
  if (claim.expires !== null && !(claim.expires > 0 && claim.expires <= 604_800 && now <= at + claim.expires * 1000)) {
    return denied
  }
  const names = claim.signedHeaders.split(';')
  if (!names.includes('host')) return denied
  const canonical = [
    ...[request.method, path, canonicalQuery(query)],
    ...names.map((name) => `${name}:${String(request.headers[name] ?? '').trim()}`),
    ...['', claim.signedHeaders, claim.payload],
  ].join('\n')
  const hash = createHash('sha256').update(canonical).digest('hex')
  const key = scope.reduce<string | Buffer>((key, part) => hmac(key, part), `AWS4${keys.secret}`)
  const text = ['AWS4-HMAC-SHA256', claim.date, scope.join('/'), hash].join('\n')
  const isRight = hmac(key, text).toString('hex') === claim.signature
  return isRight ? null : { status: 403, code: 'SignatureDoesNotMatch' }
}

type Query = readonly (readonly [name: string, value: string])[]

function partsOf({ url = '' }: IncomingMessage): { path: string; query: Query } {
  const [path = '', text = ''] = url.split('?')
  const pairs = text.split('&').filter((pair) => pair !== '')
  const query = pairs.map((pair) => {
    const [name = '', ...value] = pair.split('=')
    return [decodeURIComponent(name), decodeURIComponent(value.join('='))] as const
  })
  return { path, query }
}

function canonicalQuery(query: Query): string {
  const pairs = query.filter(([name]) => name !== 'X-Amz-Signature')
  return pairs
    .map(([name, value]) => `${encoded(name)}=${encoded(value)}`)
    .sort()
    .join('&')
}

function encoded(text: string): string {
  return encodeURIComponent(text).replace(/[!'()*]/g, (sign) => `%${sign.charCodeAt(0).toString(16).toUpperCase()}`)
}

function claimOfQuery(query: Query): Claim | null {
  const value = Object.fromEntries(query)
  if (value['X-Amz-Algorithm'] !== 'AWS4-HMAC-SHA256') return null
  return {
    credential: value['X-Amz-Credential'] ?? '',
    signedHeaders: value['X-Amz-SignedHeaders'] ?? '',
    signature: value['X-Amz-Signature'] ?? '',
    date: value['X-Amz-Date'] ?? '',
    expires: Number(value['X-Amz-Expires']),
    payload: value['X-Amz-Content-Sha256'] ?? 'UNSIGNED-PAYLOAD',
  }
}

function claimOfHeaders({ headers }: IncomingMessage): Claim | null {
  if (headers.authorization === undefined) return null
  const part = (name: string) => new RegExp(`\\b${name}=([^, ]+)`).exec(headers.authorization ?? '')?.[1] ?? ''
  return {
    credential: part('Credential'),
    signedHeaders: part('SignedHeaders'),
    signature: part('Signature'),
    date: String(headers['x-amz-date'] ?? ''),
    expires: null,
    payload: String(headers['x-amz-content-sha256'] ?? ''),
  }
}
