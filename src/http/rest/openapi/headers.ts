import { z } from 'zod'
import { CURRENT_VERSION, EARLIER_VERSION } from '../../../key/version.ts'
import { IDEMPOTENCY_KEY_MAX } from '../../../limits.ts'
import type { Parameter } from './operation.ts'

const text = (description: string, pattern?: string) =>
  z.string().meta(pattern ? { description, pattern } : { description })
const whole = (description: string) => z.string().meta({ description, pattern: '^[0-9]+$' })

/** Headers of answers. */
export const HEADERS = {
  'X-Request-Id': text('Names this request; quote it when you report a problem.', '^req_[0-9a-z]{26}$'),
  'RateLimit-Policy': text(
    'How many creates and other calls the key may make in how many seconds: `"creates";q=60;w=60, "calls";q=600;w=60`.',
    '^"creates";q=\\d+;w=\\d+, "calls";q=\\d+;w=\\d+$',
  ),
  RateLimit: text(
    'What is left of the limit that this request was counted against, the key’s or the account’s, whichever leaves less, and ' +
      'for how many seconds: `"calls";r=599;t=60`.',
    '^"(creates|calls)";r=\\d+;t=\\d+(, "(creates|calls)";r=\\d+;t=\\d+)?$',
  ),
  'Retry-After': z
    .string()
    .meta({ description: 'Whole seconds after which to try again, at most 60.', pattern: '^([1-9]|[1-5][0-9]|60)$' }),
  'WWW-Authenticate': z.literal('Bearer').meta({ description: 'How to authenticate.' }),
  'x-should-retry': z
    .enum(['true', 'false'])
    .meta({ description: 'Whether the same request may succeed when it is sent again; stock SDKs read it.' }),
  'Idempotent-Replayed': z.literal('true').meta({
    description: 'The answer is that of the first request with this Idempotency-Key; nothing was done again.',
  }),
  Location: text('Path of what was made.', '^/v1/'),
  'Cache-Control': text('What caches may do with the answer.'),
  ETag: text('Names these very bytes, for If-None-Match and If-Range.', '^"[^"]+"$'),
  'Last-Modified': text('When the video was finished.'),
  'Accept-Ranges': z.literal('bytes').meta({ description: 'Parts can be asked for by Range.' }),
  'Content-Range': text('Which of all bytes these are: `bytes 0-1/1048576`; of a 416 `bytes */1048576`.', '^bytes '),
  'Content-Length': whole('Bytes of the body.'),
  'Content-Disposition': text('A file name to save it under.', '^attachment; filename="vid_'),
  Deprecation: text('Since when what was used is deprecated (RFC 9745).', '^@[0-9]+$'),
  Link: text('Where to read about the deprecation (RFC 8288).', '; rel="deprecation"; type="text/html"$'),
} as const

export type HeaderName = keyof typeof HEADERS

const header = (name: string, schema: z.ZodType): Parameter => ({ in: 'header', name, schema })

/** Headers of requests. */
export const IDEMPOTENCY_KEY = header(
  'Idempotency-Key',
  z.string().meta({
    description:
      'A word of your own for this write. Repeated within 24 hours with a body that asks for the same it is answered as the ' +
      'first time, and nothing is made or billed twice; with another body it is refused with `idempotency_key_reused`.',
    pattern: `^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`,
  }),
)

export const API_VERSION = header(
  'API-Version',
  z.enum([CURRENT_VERSION, EARLIER_VERSION]).meta({
    description: 'Form of the interface; without it the account’s `api_version`. See “Versions” above.',
    examples: [CURRENT_VERSION],
  }),
)

export const RANGE = header(
  'Range',
  text('A part of the bytes: `bytes=0-1023`, `bytes=1024-`, `bytes=-1024`.').meta({ examples: ['bytes=0-1023'] }),
)
export const IF_RANGE = header('If-Range', text('The ETag that Range rests on; where it has changed, all bytes come.'))
export const IF_MATCH = header('If-Match', text('ETags of which the bytes must have one; else 412.'))
export const IF_NONE_MATCH = header(
  'If-None-Match',
  text('ETags that the client has; a match is answered with 304.').meta({ examples: ['*'] }),
)
export const LAST_EVENT_ID = header(
  'Last-Event-ID',
  whole('The `id` of the last event that was received; browsers send it.'),
)
