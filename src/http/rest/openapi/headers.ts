import { CURRENT_VERSION, EARLIER_VERSION } from '../../../key/version.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../../limits.ts'
import { always, choice, text } from './schema.ts'

const matching = (pattern: string, description: string) => text(description, { pattern })

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': matching('^req_[0-9a-z]{26}$', 'Id of this request. Quote it when you report a problem.'),
  'RateLimit-Policy': matching(
    '^"creates";q=\\d+;w=\\d+, "calls";q=\\d+;w=\\d+$',
    'Limits of the key on creates and other calls: quota `q` per window of `w` seconds, `"creates";q=60;w=60, "calls";q=600;w=60`.',
  ),
  RateLimit: matching(
    '^"(creates|calls)";r=\\d+;t=\\d+(, "(creates|calls)";r=\\d+;t=\\d+)?$',
    'What remains of the limit that this request counted against: `r` requests for `t` seconds, `"calls";r=599;t=60`. Of the limits ' +
      'of the key and of the account it shows the one with less remaining.',
  ),
  'Retry-After': matching('^([1-9]|[1-5][0-9]|60)$', 'Whole seconds to wait before the next try, at most 60.'),
  'WWW-Authenticate': always('Bearer', 'How to authenticate.'),
  'x-should-retry': choice(['true', 'false'], 'Whether a retry of the same request may succeed. Stock SDKs read it.'),
  'Idempotent-Replayed': always(
    'true',
    'This is the answer to the first request with this Idempotency-Key. Nothing was done again.',
  ),
  Location: matching('^(/v1/|https?://)', 'Path of the created object; with a 302 the address of the bytes.'),
  'Cache-Control': text('Rules for caches.'),
  ETag: matching('^"[^"]+"$', 'Identifies these exact bytes, for If-None-Match and If-Range.'),
  'Last-Modified': text('When the video was finished.'),
  'Accept-Ranges': always('bytes', 'Range requests are supported.'),
  'Content-Range': matching(
    '^bytes ',
    'Range of these bytes and total size: `bytes 0-1/1048576`; with a 416 `bytes */1048576`.',
  ),
  'Content-Length': matching('^[0-9]+$', 'Bytes of the body.'),
  'Content-Disposition': matching('^attachment; filename="(vid_|credits-)', 'Suggested file name.'),
  Deprecation: matching('^@[0-9]+$', 'When the operation or field became deprecated (RFC 9745).'),
  Link: matching('; rel="deprecation"; type="text/html"$', 'Documentation of the deprecation (RFC 8288).'),
} as const

export type HeaderName = keyof typeof HEADERS

/** Headers of requests. */
export const REQUEST_HEADERS = {
  Range: text('The requested part: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`.', { examples: ['bytes=0-1023'] }),
  'If-Range': text('ETag for Range. If it has changed, the answer has all bytes.'),
  'If-Match': text('The ETag must be one of these; otherwise 412.'),
  'If-None-Match': text('ETags that the client has. A match is answered with 304.', { examples: ['*'] }),
  'Last-Event-ID': matching('^[0-9]+$', 'The `id` of the last received event. Browsers send it.'),
  'Idempotency-Key': matching(
    `^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`,
    'Your own key for this write. A repeat within 24 hours with an equivalent body returns the first answer, and nothing is ' +
      'created or billed twice. A repeat with another body is refused with `idempotency_key_reused`.',
  ),
  'API-Version': text('Version of the interface. Defaults to the account’s `api_version`. See “Versions” above.', {
    enum: [CURRENT_VERSION, EARLIER_VERSION],
    examples: [CURRENT_VERSION],
  }),
} as const
