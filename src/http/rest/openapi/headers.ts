import { z } from 'zod'
import { CURRENT_VERSION, EARLIER_VERSION } from '../../../key/version.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../../limits.ts'
import type { Parameter } from './operation.ts'

const text = (description: string, pattern?: string) =>
  z.string().meta(pattern ? { description, pattern } : { description })
const whole = (description: string) => z.string().meta({ description, pattern: '^[0-9]+$' })

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': text('Id of this request. Quote it when you report a problem.', '^req_[0-9a-z]{26}$'),
  'RateLimit-Policy': text(
    'Limits of the key on creates and other calls: quota `q` per window of `w` seconds, `"creates";q=60;w=60, "calls";q=600;w=60`.',
    '^"creates";q=\\d+;w=\\d+, "calls";q=\\d+;w=\\d+$',
  ),
  RateLimit: text(
    'What remains of the limit that this request counted against: `r` requests for `t` seconds, `"calls";r=599;t=60`. Of the limits ' +
      'of the key and of the account it shows the one with less remaining.',
    '^"(creates|calls)";r=\\d+;t=\\d+(, "(creates|calls)";r=\\d+;t=\\d+)?$',
  ),
  'Retry-After': z.string().meta({
    description: 'Whole seconds to wait before the next try, at most 60.',
    pattern: '^([1-9]|[1-5][0-9]|60)$',
  }),
  'WWW-Authenticate': z.literal('Bearer').meta({ description: 'How to authenticate.' }),
  'x-should-retry': z
    .enum(['true', 'false'])
    .meta({ description: 'Whether a retry of the same request may succeed. Stock SDKs read it.' }),
  'Idempotent-Replayed': z.literal('true').meta({
    description: 'This is the answer to the first request with this Idempotency-Key. Nothing was done again.',
  }),
  Location: text('Path of the created object.', '^/v1/'),
  'Cache-Control': text('Rules for caches.'),
  ETag: text('Identifies these exact bytes, for If-None-Match and If-Range.', '^"[^"]+"$'),
  'Last-Modified': text('When the video was finished.'),
  'Accept-Ranges': z.literal('bytes').meta({ description: 'Range requests are supported.' }),
  'Content-Range': text(
    'Range of these bytes and total size: `bytes 0-1/1048576`; with a 416 `bytes */1048576`.',
    '^bytes ',
  ),
  'Content-Length': whole('Bytes of the body.'),
  'Content-Disposition': text('Suggested file name.', '^attachment; filename="vid_'),
  Deprecation: text('When the operation or field became deprecated (RFC 9745).', '^@[0-9]+$'),
  Link: text('Documentation of the deprecation (RFC 8288).', '; rel="deprecation"; type="text/html"$'),
} as const

export type HeaderName = keyof typeof HEADERS

const header = (name: string, schema: z.ZodType): Parameter => ({ in: 'header', name, schema })

/** Headers of requests. */
export const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  z.string().meta({
    description:
      'Your own key for this write. A repeat within 24 hours with an equivalent body returns the first answer, and nothing is ' +
      'created or billed twice. A repeat with another body is refused with `idempotency_key_reused`.',
    pattern: `^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`,
  }),
)

export const API_VERSION = header(
  'API-Version',
  z.enum([CURRENT_VERSION, EARLIER_VERSION]).meta({
    description: 'Version of the interface. Defaults to the account’s `api_version`. See “Versions” above.',
    examples: [CURRENT_VERSION],
  }),
)

export const RANGE = header(
  'Range',
  text('The requested part: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`.').meta({ examples: ['bytes=0-1023'] }),
)
export const IF_RANGE = header('If-Range', text('ETag for Range. If it has changed, the answer has all bytes.'))
export const IF_MATCH = header('If-Match', text('The ETag must be one of these; otherwise 412.'))
export const IF_NONE_MATCH = header(
  'If-None-Match',
  text('ETags that the client has. A match is answered with 304.').meta({ examples: ['*'] }),
)
export const LAST_EVENT_ID = header('Last-Event-ID', whole('The `id` of the last received event. Browsers send it.'))
