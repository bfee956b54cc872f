import { once } from 'node:events'
import type { ServerResponse } from 'node:http'
import type { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { DomainError } from '../../../../errors.ts'
import type { Rooms } from '../../../../rooms.ts'
import { giveBack } from '../../../../storage/chunk.ts'
import { VARIANTS, type Variant } from '../../../../storage/link.ts'
import { type DirectHeaders, type DirectLinks, ObjectMissing } from '../../../../storage/storage.ts'
import { type Download, noPreview, openDownload, taskByLink } from '../../../../task/download.ts'
import { readTask } from '../../../../task/read.ts'
import type { Task } from '../../../../task/task.ts'
import { requestIdOf } from '../../../request-id.ts'
import { sinkOf } from '../../../sink.ts'
import type { RestContext } from '../../context.ts'
import type { Content } from '../../openapi/answer.ts'
import * as figures from '../../openapi/figures.ts'
import { TOKEN_TEXT } from '../../openapi/intro.ts'
import { text } from '../../openapi/schema.ts'
import { anyText, oneOf } from '../../query.ts'
import { type Conditions, failedCondition, isUnchanged, rangeOf, type Validators } from '../../range.ts'
import { refusal } from '../../respond.ts'
import { instead, route } from '../../route.ts'
import { VIDEO } from './schema.ts'

export const VARIANT = 'The video, its thumbnail, or the preview of an unfinished one.'

const variant = oneOf(VARIANTS, VARIANT, 'video')

/** A signed link needs no key. Mail programs and trackers add parameters to links. */
const signed = instead({
  when: (c) => /[?&](signature|expires)=/.test(c.req.url),
  need: 'nothing',
  id: VIDEO,
  query: {
    variant,
    expires: anyText(text('Part of a signed link, together with `signature`.', { pattern: '^[0-9]{1,12}$' })),
    signature: anyText(null),
  },
  others: 'ignored',
  async handle({ rooms, c, id, query: { variant, expires, signature } }) {
    const link = { expires: expires ?? '', signature: signature ?? '' }
    return send(rooms, c, await taskByLink(rooms.resources, rooms.links, id, variant, link), variant)
  },
})

const bytes: readonly Content[] = [
  { type: 'video/mp4', schema: { description: 'The video.' } },
  { type: 'image/webp', schema: { description: 'The thumbnail, with `variant=thumbnail`, or the preview.' } },
]

const VALIDATORS = ['ETag', 'Last-Modified', 'Cache-Control', 'Accept-Ranges', 'Content-Disposition'] as const
const ALL_BYTES = [...VALIDATORS, 'Content-Length'] as const

/** docs/rules/files.md#download */
route('GET', '/v1/videos/:id/content', {
  name: 'downloadVideo',
  tag: 'Videos',
  need: 'task:read',
  lets: ['ReadTokenInQuery', 'SignedLink'],
  summary: 'Download a video',
  description:
    'Returns the bytes of a finished video, whole or in part. HEAD returns only the headers. `variant=preview` is a small picture ' +
    'of an unfinished video, 404 while there is none. `output.video_uri` is this URL with ' +
    `\`expires\` and \`signature\`; it works for ${figures.LINK_TIME} without a key. ${TOKEN_TEXT}`,
  id: VIDEO,
  query: { variant },
  headers: ['Range', 'If-Range', 'If-Match', 'If-None-Match'],
  answers: {
    200: { description: 'All bytes.', content: bytes, headers: ALL_BYTES },
    206: { description: 'The requested part.', content: bytes, headers: [...ALL_BYTES, 'Content-Range'] },
    302: {
      description:
        'Only where the operator sends downloads past the gateway: the bytes are at `Location`, a signed address of the ' +
        'storage for this method. It must be used within ' +
        `${figures.DIRECT_LINK_TIME}, without \`Authorization\`. Its answers have the headers of the storage, and its errors are ` +
        'XML. `Range` and conditions apply there.',
      headers: ['Location', 'Cache-Control'],
    },
    304: { description: 'The client has these bytes already.', headers: VALIDATORS },
  },
  refusals: {
    403: ['invalid_signature'],
    409: ['video_not_ready', 'video_unavailable'],
    410: ['video_expired', 'link_expired'],
    412: ['invalid_parameter'],
    416: ['range_not_satisfiable'],
  },
  instead: signed,
  async handle({ rooms, c, caller, id, query }) {
    return send(rooms, c, await readTask(rooms.resources, caller, id), query.variant)
  },
})

const TYPES: Readonly<Record<Variant, readonly [type: string, extension: string]>> = {
  video: ['video/mp4', 'mp4'],
  thumbnail: ['image/webp', 'webp'],
  preview: ['image/webp', 'webp'],
}

/** The bytes of a task, in the part and under the conditions that the request asks for. */
export async function send(rooms: Rooms, c: RestContext, task: Task, variant: Variant): Promise<Response> {
  const { incoming, outgoing } = c.env
  const download = await openDownload(rooms.resources, task, variant)
  if (rooms.resources.storage.direct) return redirect(rooms.resources.storage.direct, c, download, variant)
  const validators = validatorsOf(download, variant)
  const headers = headersOf(download, variant, validators)
  const conditions = conditionsOf(incoming.headers)
  const isHead = c.req.method === 'HEAD'
  const failed = failedCondition(conditions, validators)
  if (failed !== null) {
    throw new DomainError('invalid_parameter', `The condition of ${failed} is not met.`, { status: 412, param: failed })
  }
  if (isUnchanged(conditions, validators)) return bodiless(304, headers)
  const { bytes } = download.stat
  // RFC 9110, 14.2: HEAD ignores ranges.
  const range = isHead ? null : rangeOf(conditions, bytes, validators)
  if (range === 'unsatisfiable') return unsatisfiable(rooms, c, bytes)
  const length = range ? range.end - range.start + 1 : bytes
  const partial = range ? { 'Content-Range': `bytes ${range.start}-${range.end}/${bytes}` } : {}
  const whole = { ...headers, ...partial, 'Content-Length': length }
  if (isHead) return bodiless(200, whole)
  const source = await opened(rooms.resources.storage.read(download.key, range ?? undefined), variant)
  return stream(rooms, outgoing, source, range ? 206 : 200, whole)
}

function validatorsOf({ task, version, stat }: Download, variant: Variant): Validators {
  const etag = variant === 'video' ? `"${version}"` : `"${version}-${variant}"`
  return { etag, lastModified: (task.completedAt ?? stat.modifiedAt).toUTCString() }
}

function nameOf({ id }: Task, variant: Variant): DirectHeaders {
  const [type, extension] = TYPES[variant]
  return { type, disposition: `attachment; filename="${id}.${extension}"`, cacheControl: 'private, no-cache' }
}

/**
 * docs/rules/files.md#redirected-downloads. Conditions and ranges are left to the bucket, which has other validators
 * (docs/decisions/storage.md#redirected-downloads).
 */
async function redirect(
  direct: DirectLinks,
  c: RestContext,
  { task, key }: Download,
  variant: Variant,
): Promise<Response> {
  const method = c.req.method === 'HEAD' ? 'HEAD' : 'GET'
  const address = await direct.sign(key, method, nameOf(task, variant))
  return bodiless(302, { Location: address, 'Cache-Control': 'no-store' })
}

function headersOf({ task }: Download, variant: Variant, { etag, lastModified }: Validators): Record<string, string> {
  const { type, disposition, cacheControl } = nameOf(task, variant)
  return {
    'Content-Type': type,
    'Content-Disposition': disposition,
    'Cache-Control': cacheControl,
    'X-Content-Type-Options': 'nosniff',
    'Accept-Ranges': 'bytes',
    ETag: etag,
    'Last-Modified': lastModified,
  }
}

function conditionsOf(headers: RestContext['env']['incoming']['headers']): Conditions {
  return {
    range: headers.range,
    ifRange: headers['if-range'] as string | undefined,
    ifMatch: headers['if-match'],
    ifUnmodifiedSince: headers['if-unmodified-since'],
    ifNoneMatch: headers['if-none-match'],
    ifModifiedSince: headers['if-modified-since'],
  }
}

function unsatisfiable(rooms: Rooms, c: RestContext, bytes: number): Response {
  const error = new DomainError('range_not_satisfiable', `This file has ${bytes} bytes.`)
  const headers = { 'Content-Range': `bytes */${bytes}` }
  return refusal(error, requestIdOf(c.env.outgoing), rooms.resources.log, headers)
}

type Headers = Readonly<Record<string, string | number>>

/** The adapter sends these itself: it creates its own Response for HEAD, and would write to a sent one. */
function bodiless(status: number, headers: Headers): Response {
  const texts = Object.entries(headers).map(([name, value]) => [name, String(value)] as [string, string])
  return new Response(null, { status, headers: texts })
}

/** Uses Node's own streams: a web stream between them costs a third of the speed. Reading ends when the client leaves. */
function stream(
  { resources }: Rooms,
  outgoing: ServerResponse,
  source: Readable,
  status: number,
  headers: Headers,
): Response {
  outgoing.writeHead(status, headers)
  pipeline(source, sinkOf(outgoing, giveBack)).catch((error: NodeJS.ErrnoException) => {
    if (error.code !== 'ERR_STREAM_PREMATURE_CLOSE') resources.log.warn({ err: error }, 'a download broke off')
  })
  return RESPONSE_ALREADY_SENT
}

/** Before the first bytes an error can still be answered. The object may be removed between the check and the opening. */
async function opened(source: Readable, variant: Variant): Promise<Readable> {
  try {
    await once(source, 'readable')
    return source
  } catch (error) {
    if (!(error instanceof ObjectMissing)) throw error
    if (variant === 'preview') throw noPreview()
    throw new DomainError('video_expired', 'The bytes of this video are no longer kept.')
  }
}
