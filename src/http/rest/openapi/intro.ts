import { CURRENT_VERSION, EARLIER_VERSION } from '../../../key/version.ts'
import * as figures from './figures.ts'
import type { Tag } from './operation.ts'
import type { JsonSchema } from './schema.ts'

/** What is true of all operations. */
export const WELCOME = `
A video-generation gateway. \`POST /v1/videos\` accepts a task and answers at once; the task is watched, or asked for, until its
video can be downloaded.

**Authentication.** Every request bears a key: \`Authorization: Bearer vgk_…\`. What a key may do are its scopes, which each
operation names.

**Amounts** are integers in µ¥, millionths of a yuan. A string such as \`¥2.52\` beside one is for people, never for arithmetic.
**Times** are ISO 8601 in UTC. **Lengths** of text count Unicode code points. In a body, null is the same as absent.

**Errors** have one shape, \`{"error": {type, code, message, param, request_id}}\`; the [error catalogue](/v1/docs/errors) says what
each code means and whether it is worth trying again.

**Idempotency.** Writes take an \`Idempotency-Key\`, so that a request which may have been lost can be sent again without making
or billing anything twice. Refusals are not kept.

**Limits.** Each key may make so many creates and other calls a minute (\`RateLimit-Policy\`, \`RateLimit\`, \`Retry-After\`), all keys
of an account together five times as many, and read tokens are counted apart from keys. Each account may have so many unfinished
tasks, keys, and bytes of uploads; \`GET /v1/account\` shows them.

**Versions.** \`API-Version: ${CURRENT_VERSION}\` is the current form, which this document describes. The earlier form,
\`${EARLIER_VERSION}\`, answers to accounts that the operator enabled for it. In it \`negative_prompt\` is taken and shown,
\`use_context_ir\` is not; videos are 768p; there is neither upscaling nor a price list; \`status\` is \`queued\`, \`rendering\`,
\`encoding\`, \`succeeded\`, \`failed\` or \`cancelled\`, a waiting notice has no \`reason\`, and only what has succeeded is
billed. Answers and events may be given more members at any time: ignore what you do not know.

HEAD is answered wherever GET is. GraphQL, with subscriptions, is at \`/graphql\`.
`.trim()

const TAG_TEXTS: Readonly<Record<Tag, string>> = {
  Videos: 'Create, watch, cancel, download and delete.',
  Upscaling: 'Finished 768p videos to 2K.',
  Files: 'Material for image_to_video and reference_to_video.',
  Prompts: 'Legacy.',
  Credits: 'Balance, ledger and prices.',
  Webhooks: 'Events sent to you, and what became of them.',
  Keys: 'API keys, and read tokens for browsers.',
  Account: 'Defaults and limits.',
  API: 'This document.',
}

export const TAGS = Object.entries(TAG_TEXTS).map(([name, description]) => ({ name, description }))

export const SECURITY_SCHEMES: Readonly<Record<string, JsonSchema>> = {
  ApiKey: { type: 'http', scheme: 'bearer', description: 'An API key, `vgk_…`.' },
  ReadToken: {
    type: 'http',
    scheme: 'bearer',
    description: `A read token, \`vgr_…\`, of \`POST /v1/read-tokens\`: reads and watches its tasks for ${figures.TOKEN_TIME}.`,
  },
  ReadTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A read token where a browser cannot set a header.',
  },
  SignedLink: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'With `expires`: the signed address `output.video_uri`, used as it is.',
  },
}
