import { CURRENT_VERSION, EARLIER_VERSION } from '../../../key/version.ts'
import type { Tag } from '../route.ts'
import * as figures from './figures.ts'
import type { JsonSchema } from './schema.ts'

/** Introduction of the document. */
export const WELCOME = `
A video-generation gateway. \`POST /v1/videos\` accepts a task and answers at once. Watch or poll the task until its video can be
downloaded.

**Authentication.** Every request needs a key: \`Authorization: Bearer vgk_…\`. The scopes of a key decide what it may do; each
operation names the scope it needs.

**Amounts** are integers in µ¥, millionths of a yuan. Strings such as \`¥2.52\` are for display, never for arithmetic.
**Times** are ISO 8601 in UTC. **Lengths** of text count Unicode code points. In a body, null means the same as absent.

**Errors** have one form, \`{"error": {type, code, message, param, request_id}}\`. The [error catalogue](docs/errors) explains
each code and whether to try again.

**Idempotency.** Writes accept an \`Idempotency-Key\`. Send a request again with the same key if its answer was lost: nothing is
created or billed twice. Refusals are not kept.

**Limits.** Each key has a limit of creates and of other calls per minute (\`RateLimit-Policy\`, \`RateLimit\`, \`Retry-After\`); all
keys of an account together have five times as many. Read tokens are counted separately. Each account has limits of unfinished
tasks, keys and bytes of uploads; \`GET /v1/account\` shows them.

**Versions.** \`API-Version: ${CURRENT_VERSION}\` is the current version, which this document describes. The earlier version,
\`${EARLIER_VERSION}\`, works for accounts for which the operator enabled it. It has \`negative_prompt\` but no
\`use_context_ir\`. Videos are 768p; there is no upscaling and no price list. \`status\` is \`queued\`, \`rendering\`, \`encoding\`,
\`succeeded\`, \`failed\` or \`cancelled\`. A waiting notice has no \`reason\`. Only succeeded tasks are billed. Answers and events
may have new members at any time: ignore those you do not know.

HEAD works wherever GET does. GraphQL, with subscriptions, is at \`/graphql\`. [llms.txt](../llms.txt) lists the guides and the rules,
which are served as Markdown.
`.trim()

/** Explains read tokens in URLs, for a browser's EventSource and `<video>`. */
export const TOKEN_TEXT =
  'A browser that cannot set a header may send a read token as `?token=`. Keys are not accepted there.'

const TAG_TEXTS: Readonly<Record<Tag, string>> = {
  Videos: 'Create, watch, cancel, download and delete.',
  Upscaling: 'Upscale finished 768p videos to 2K.',
  Files: 'Upload material for image_to_video and reference_to_video.',
  Prompts: 'Legacy.',
  Credits: 'Balance, ledger and prices.',
  Webhooks: 'Events sent to you, and their deliveries.',
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
    description: `A read token, \`vgr_…\`, of \`POST /v1/read-tokens\`. It can read and watch its tasks for ${figures.TOKEN_TIME}.`,
  },
  ReadTokenInQuery: {
    type: 'apiKey',
    in: 'query',
    name: 'token',
    description: 'A read token, for browsers that cannot set a header.',
  },
  SignedLink: {
    type: 'apiKey',
    in: 'query',
    name: 'signature',
    description: 'With `expires`: the signed URL `output.video_uri`, used unchanged.',
  },
}
