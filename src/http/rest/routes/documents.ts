import { readFile } from 'node:fs/promises'
import { installedFile } from '../../../lib/installed.ts'
import { answerPrepared, onFirstUse, onFirstUseOf, prepare } from '../../prepared.ts'
import { address } from '../route.ts'

type Link = readonly [path: string, name: string, about: string]

const GUIDES: readonly Link[] = [
  [
    'docs/guides/rest.md',
    'REST in five minutes',
    'create, watch and download with curl, `@vidgate/client` or the `openai` package',
  ],
  [
    'docs/guides/front-end.md',
    'A front end in five minutes',
    'live progress in a page with `@vidgate/client`, `graphql-ws`, urql or Apollo Client',
  ],
  ['docs/guides/webhooks.md', 'Webhooks in five minutes', 'a receiver that verifies signatures'],
  ['docs/guides/openai.md', 'OpenAI’s SDKs in five minutes', 'the `openai` package and tools on it, at `/openai/v1`'],
  ['docs/guides/mcp.md', 'Tools for models in five minutes', 'the Model Context Protocol, at `/mcp`'],
  ['packages/client/README.md', '@vidgate/client', 'the typed client for browsers, Node and edge runtimes'],
]

const RULES: readonly Link[] = [
  ['docs/rules/create.md', 'Creates', 'the body of a create, `n`, dry runs, tiers, prompt optimisation'],
  ['docs/rules/material.md', 'Material', 'references, markers, frames, canvas'],
  ['docs/rules/tasks.md', 'Tasks', 'fields, states, cancel, delete, upscale'],
  ['docs/rules/money.md', 'Money', 'prices, ledger, settlement'],
  ['docs/rules/keys.md', 'Keys', 'keys, scopes, accounts, read tokens'],
  ['docs/rules/files.md', 'Files', 'uploads, expiry, quota, downloads'],
  ['docs/rules/push.md', 'Push', 'subscriptions and event streams'],
  ['docs/rules/webhooks.md', 'Webhooks', 'events, signatures, retries, addresses'],
  ['docs/rules/doors.md', 'REST and GraphQL', 'shapes, errors, idempotency, persisted queries'],
  ['docs/rules/limits.md', 'Limits', 'rates, GraphQL guards, slow clients, overload, health'],
  ['docs/rules/versions.md', 'Versions', 'the two forms of REST'],
]

const REFERENCE: readonly Link[] = [
  ['v1/openapi.json', 'OpenAPI 3.1', 'every REST operation, with its errors'],
  ['schema/schema.graphql', 'GraphQL SDL', 'every type and field of `/graphql`'],
  ['v1/docs/errors', 'Error catalogue', 'what happened, what to do and whether to try again, for each code'],
]

const OPTIONAL: readonly Link[] = [['CHANGELOG.md', 'Changelog', 'what changes for callers']]

/** The files that are served, with the paths that they have in the sources, so that links between them work. */
export const SERVED: readonly string[] = [...GUIDES, ...RULES, ...OPTIONAL, ...REFERENCE]
  .map(([path]) => path)
  .filter((path) => !path.startsWith('v1/'))

/** Public texts: a page of any origin may read them. */
const HEADERS = { 'Access-Control-Allow-Origin': '*' }

const MARKDOWN = 'text/markdown; charset=utf-8'
const PLAIN = 'text/plain; charset=utf-8'

for (const path of SERVED) {
  const type = path.endsWith('.md') ? MARKDOWN : PLAIN
  const read = onFirstUse(async () => prepare(type, await readFile(installedFile(path))))
  address(`/${path}`, async (_rooms, c) => answerPrepared(c.req.raw, await read(), HEADERS))
}

/** The list of the texts, for language models and their tools (llmstxt.org); docs/rules/doors.md#documentation. */
address('/llms.txt', async ({ resources: { config } }, c) =>
  answerPrepared(c.req.raw, await listOf(config.publicUrl), HEADERS),
)

const listOf = onFirstUseOf((publicUrl: string | null) => prepare(PLAIN, textOfList(publicUrl)))

/** @param publicUrl null: links are relative, because the gateway's own address may not be the caller's */
function textOfList(publicUrl: string | null): string {
  const base = publicUrl === null ? '' : `${publicUrl}/`
  const section = (title: string, links: readonly Link[]) =>
    [`## ${title}`, '', ...links.map(([path, name, about]) => `- [${name}](${base}${path}): ${about}`), ''].join('\n')
  return `# vidgate

> A video-generation gateway. It accepts a prompt, answers at once with a task, runs the task on workers, pushes its progress to the
> caller and serves the finished video. Each caller pays from a prepaid ledger, only for completed work.

Callers use REST (\`/v1\`) or GraphQL (\`/graphql\`: HTTP, Server-Sent Events, \`graphql-transport-ws\`); both apply the same rules. Every
call needs an API key as \`Authorization: Bearer vgk_…\`. A create answers 202 with a task; watch it instead of polling. Amounts are
integers in millionths. Send an \`Idempotency-Key\` with every write, so that a repeat is done and paid once.

${section('Guides', GUIDES)}
${section('Reference', REFERENCE)}
${section('Rules', RULES)}
${section('Optional', OPTIONAL)}`
}
