import { fieldList, fieldsOf, referenceOf, typeText } from './fields.ts'
import { escaped, type HtmlPage, htmlPage, inline, paragraphs } from './html.ts'
import type { JsonSchema } from './schema.ts'

const STYLE = `
html { scroll-padding-top: 1rem; }
body { display: grid; grid-template-columns: 17rem minmax(0, 1fr); }
nav { position: sticky; top: 0; height: 100vh; overflow-y: auto; padding: 1.25rem 1rem; border-right: 1px solid var(--line); font-size: .875rem; }
nav ul { list-style: none; margin: .25rem 0 1rem; padding: 0; }
nav a { display: block; padding: .1rem 0; color: inherit; text-decoration: none; }
nav a:hover { text-decoration: underline; }
nav strong a { font-weight: 600; }
main { max-width: 78rem; padding: 1.5rem 2rem 6rem; }
.tag > p { color: var(--soft); margin: -.5rem 0 1rem; }
article { border-top: 1px solid var(--line); padding: 1.5rem 0; }
article:target > h3 { text-decoration: underline; text-decoration-color: var(--link); }
.address { display: block; margin: .25rem 0 .75rem; }
.address b { color: var(--link); }
p { margin: .5rem 0; }
h4 { margin: 1.25rem 0 .25rem; font-size: .8rem; letter-spacing: .04em; text-transform: uppercase; color: var(--soft); }
.fields { margin: 0; }
.fields dt { margin-top: .6rem; font-weight: 600; }
.fields dd { margin: 0; }
.fields p { margin: .1rem 0 0; }
.facts { color: var(--soft); font-size: .875rem; font-weight: 400; }
.facts em { font-style: normal; color: var(--text); }
details { margin-top: .4rem; }
details > .fields { border-left: 2px solid var(--line); padding-left: .75rem; }
summary { cursor: pointer; color: var(--link); font-size: .875rem; }
pre { margin: .25rem 0 1rem; padding: .75rem; border: 1px solid var(--line); border-radius: .5rem; background: var(--card);
  overflow: auto; max-height: 28rem; font-size: .8125rem; line-height: 1.45; }
@media (min-width: 76rem) {
  .operation { display: grid; grid-template-columns: minmax(0, 1fr) minmax(0, 30rem); column-gap: 2rem; }
  .example { position: sticky; top: 1rem; align-self: start; }
}
@media (max-width: 52rem) {
  body { display: block; }
  nav { position: static; height: 40vh; border-right: 0; border-bottom: 1px solid var(--line); }
  main { padding: 1rem 1rem 4rem; }
}
`

interface Content {
  readonly schema: JsonSchema
  readonly examples?: Readonly<Record<string, { readonly value: unknown }>>
}

interface Answer {
  readonly description: string
  readonly content?: Readonly<Record<string, Content>>
  readonly $ref?: string
}

interface Operation {
  readonly operationId: string
  readonly tags: readonly string[]
  readonly summary: string
  readonly description: string
  readonly deprecated?: boolean
  readonly parameters: readonly {
    readonly in: 'path' | 'query' | 'header'
    readonly name: string
    readonly required?: boolean
    readonly description?: string
    readonly schema: JsonSchema
  }[]
  readonly requestBody?: { readonly content: Readonly<Record<string, Content>> }
  readonly responses: Readonly<Record<string, Answer>>
}

interface Document {
  readonly info: { readonly description: string }
  readonly servers: readonly { readonly url: string }[]
  readonly tags: readonly { readonly name: string; readonly description: string }[]
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>
  readonly webhooks: Readonly<Record<string, { readonly post: Operation }>>
  readonly components: {
    readonly schemas: Readonly<Record<string, JsonSchema>>
    readonly responses: Readonly<Record<string, Answer>>
  }
}

interface Placed {
  readonly method: string
  readonly path: string
  readonly operation: Operation
}

/** The OpenAPI document as a page to read, without script (docs/rules/doors.md#documentation). */
export function referencePage(document: JsonSchema): HtmlPage {
  const { info, servers, tags, paths, webhooks, components } = document as unknown as Document
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]): Placed => ({ method: method.toUpperCase(), path, operation })),
  )
  const groups = tags.map((tag) => ({ ...tag, of: operations.filter((each) => each.operation.tags[0] === tag.name) }))
  const server = servers[0]?.url === '/' ? 'http://localhost:4000' : servers[0]?.url
  const sections = groups.map(
    ({ name, description, of }) =>
      `<section class="tag"><h2 id="${name}">${name}</h2><p>${inline(description)}</p>\n${of.map((each) => article(each, components)).join('\n')}</section>`,
  )
  const events = Object.entries(webhooks).map(([name, { post }]) => eventArticle(name, post))
  const objects = Object.entries(components.schemas).map(
    ([name, schema]) =>
      `<article id="${name}"><h3>${name}</h3>${descriptionOf(schema)}${fieldList(fieldsOf(schema, 'additionalProperties' in schema ? 'request' : 'answer'))}</article>`,
  )
  return htmlPage({
    title: 'vidgate: REST reference',
    style: STYLE,
    body: `${navigation(groups, Object.keys(webhooks), Object.keys(components.schemas))}
<main>
<h1>REST reference</h1>
${paragraphs(info.description)}
<h4>In the examples</h4>
<pre><code>export BASE=${escaped(server ?? '')}/v1
export KEY=vgk_…</code></pre>
${sections.join('\n')}
<section class="tag"><h2 id="events">Webhook events</h2><p>Sent to your URL.</p>${events.join('\n')}</section>
<section class="tag"><h2 id="objects">Objects</h2><p>Of bodies, answers and events.</p>${objects.join('\n')}</section>
</main>`,
  })
}

function navigation(
  groups: readonly { readonly name: string; readonly of: readonly Placed[] }[],
  events: readonly string[],
  objects: readonly string[],
): string {
  const links = (pairs: readonly (readonly [string, string])[]) =>
    `<ul>${pairs.map(([id, text]) => `<li><a href="#${id}">${text}</a></li>`).join('')}</ul>`
  const tags = groups.map(({ name, of }) => {
    const operations = of.map(({ operation }) => [operation.operationId, escaped(operation.summary)] as const)
    return `<strong><a href="#${name}">${name}</a></strong>${links(operations)}`
  })
  return `<nav aria-label="Operations">
<ul><li><a href="explorer">Try calls in the explorer</a></li><li><a href="docs/errors">Error catalogue</a></li>
<li><a href="openapi.json">OpenAPI document</a></li><li><a href="../llms.txt">Guides and rules</a></li></ul>
${tags.join('\n')}
<details><summary>Webhook events</summary>${links(events.map((name) => [name, name]))}</details>
<details><summary>Objects</summary>${links(objects.map((name) => [name, name]))}</details>
</nav>`
}

function article(placed: Placed, components: Document['components']): string {
  const { method, path, operation } = placed
  const { operationId, summary, description, deprecated, parameters, requestBody } = operation
  const given = (place: string) => parameters.filter((each) => each.in === place)
  const lists = (
    [
      ['Path', given('path')],
      ['Query', given('query')],
      ['Headers', given('header')],
    ] as const
  ).map(([title, list]) => (list.length === 0 ? '' : `<h4>${title}</h4>${fieldList(list.map(asField))}`))
  return `<article id="${operationId}" class="operation">
<div><h3>${escaped(summary)}${deprecated ? ' (deprecated)' : ''}</h3>
<code class="address"><b>${method}</b> ${escaped(path)}</code>
${paragraphs(description)}
${lists.join('\n')}
${requestBody ? body(requestBody.content, components) : ''}
<h4>Answers</h4>${answers(operation)}
${refusals(operation, components)}</div>
<div class="example">${examples(placed)}</div>
</article>`
}

function asField({ name, description, schema, required }: Operation['parameters'][number]) {
  return { name, schema: { ...schema, description }, mark: required ? ('required' as const) : undefined }
}

/** The members of the first schema; others are among the objects. */
function body(content: Readonly<Record<string, Content>>, { schemas }: Document['components']): string {
  const types = Object.keys(content)
  const { schema = {} } = Object.values(content)[0] ?? {}
  const [first = {}, ...others] = (schema['anyOf'] as JsonSchema[] | undefined) ?? [schema]
  const name = referenceOf(first)
  const also = others.length === 0 ? '' : ` (or ${others.map(typeText).join(', ')})`
  const title = `<h4>Body</h4><p class="facts">${types.map(escaped).join(' or ')}: ${typeText(first)}${also}</p>`
  return title + fieldList(fieldsOf(name === null ? first : (schemas[name] ?? {}), 'request'))
}

const isAnswer = ([status]: readonly [string, Answer]) => /^[123]/.test(status)

function answers({ responses }: Operation): string {
  const rows = Object.entries(responses).filter(isAnswer)
  return `<dl class="fields">${rows
    .map(([status, { description, content = {} }]) => {
      const kinds = Object.entries(content).map(([type, { schema }]) => {
        const kind = typeText(schema)
        return type === 'application/json' ? kind : `${escaped(type)}: ${kind}`
      })
      return `<dt>${status}</dt><dd><span class="facts">${kinds.join('; ')}</span>${paragraphs(description)}</dd>`
    })
    .join('')}</dl>`
}

/** Codes by status, with links to the catalogue. */
function refusals({ responses }: Operation, components: Document['components']): string {
  const rows = Object.entries(responses).filter((each) => !isAnswer(each) && each[0] !== 'default')
  const lines = rows.map(([status, answer]) => {
    const { description } = answer.$ref ? (components.responses[referenceOf({ ...answer }) ?? ''] ?? answer) : answer
    return `<dt>${status}</dt><dd>${paragraphs(description)}</dd>`
  })
  return `<details><summary>Errors</summary><dl class="fields">${lines.join('\n')}</dl></details>`
}

function examples({ method, path, operation }: Placed): string {
  const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? []
  const value = Object.values(content?.examples ?? {})[0]?.value
  const url = `"$BASE${path.replace(/^\/v1/, '').replace('{id}', '$ID')}"`
  const lines = [
    `curl -s ${method === 'GET' ? '' : `-X ${method} `}${url}`,
    ...(needsKey(operation) ? ['-H "Authorization: Bearer $KEY"'] : []),
    ...(type === 'application/json' && value !== undefined
      ? [`--json '${shellQuoted(JSON.stringify(value, null, 2))}'`]
      : []),
    ...(type === 'multipart/form-data' ? formParts(content?.schema ?? {}) : []),
  ]
  const answered = Object.entries(operation.responses)
    .filter(isAnswer)
    .flatMap(([, { content }]) =>
      Object.entries(content ?? {}).flatMap(([kind, { examples }]) =>
        kind === 'application/json' ? Object.values(examples ?? {}).slice(0, 1) : [],
      ),
    )
  // A create's answer is the last: the first is that of a dry run.
  const answer = answered.at(-1)?.value
  const shown = answer === undefined ? '' : `<h4>Answer</h4>${pre(JSON.stringify(answer, null, 2))}`
  return `<h4>Request</h4>${pre(lines.join(' \\\n  '))}${shown}`
}

const pre = (text: string) => `<pre tabindex="0"><code>${escaped(text)}</code></pre>`
const shellQuoted = (text: string) => text.replaceAll("'", "'\\''")
const needsKey = ({ parameters }: Operation) => parameters.some(({ name }) => name === 'API-Version')
const formParts = (schema: JsonSchema) =>
  fieldsOf(schema, 'request').map(({ name }) => `-F ${name}=${name === 'file' ? '@photo.jpg' : '…'}`)

function eventArticle(name: string, operation: Operation): string {
  const [content] = Object.values(operation.requestBody?.content ?? {})
  const [example] = Object.values(content?.examples ?? {})
  const shown = example ? `<h4>Body</h4>${pre(JSON.stringify(example.value, null, 2))}` : ''
  return `<article id="${name}" class="operation"><div><h3><code>${name}</code></h3>
<p>${escaped(operation.summary)}.</p>${paragraphs(operation.description)}
<h4>Headers</h4>${fieldList(operation.parameters.map(asField))}</div><div class="example">${shown}</div></article>`
}

function descriptionOf({ description }: JsonSchema): string {
  return typeof description === 'string' ? paragraphs(description) : ''
}
