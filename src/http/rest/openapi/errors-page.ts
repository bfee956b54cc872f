import { ERROR_CODES, type ErrorCode, errorType, statusOf } from '../../../errors.ts'
import { declaredRoutes, inBraces } from '../route.ts'
import { FAIL_REASONS } from '../routes/videos/schema.ts'
import { ADVICE, type Again } from './advice.ts'
import { htmlPage, inline } from './html.ts'
import { refusalsOf } from './refusals.ts'

const AGAIN: Readonly<Record<Again, string>> = {
  no: 'No: the same request would be refused again.',
  later: 'Later, once the cause has changed.',
  wait: 'Yes, after the seconds of <code>Retry-After</code>.',
}

const STYLE = `
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; }
article { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); padding: .75rem 1rem; margin: 0 0 .75rem; }
article:target { outline: 2px solid var(--link); }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
article p { margin: .35rem 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem; margin: .35rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .35rem; } }
`

function entry(id: string, ...content: readonly string[]): string {
  const anchor = `<h3><a href="#${id}"><code>${id.replace(/^fail_reason\./, '')}</code></a></h3>`
  return `<article id="${id}">\n${[anchor, ...content].join('\n')}\n</article>`
}

const operations = declaredRoutes().flatMap(({ method, path, operation }) => {
  const codes = operation && [...refusalsOf(operation).values()].flat()
  return codes ? [{ name: `${method} ${inBraces(path)}`, codes: new Set(codes) }] : []
})

/** Operations that declare a code, unless most of them do. */
function sourcesOf(code: ErrorCode): string {
  const names = operations.filter(({ codes }) => codes.has(code)).map(({ name }) => `<code>${name}</code>`)
  if (names.length === 0 || names.length > operations.length / 2) return ''
  return `<dt>Returned by</dt><dd>${names.join(', ')}</dd>`
}

function ofCode(code: ErrorCode): string {
  const { happened, todo, again } = ADVICE[code]
  const facts = `<dt>What to do</dt><dd>${inline(todo)}</dd><dt>Try again</dt><dd>${AGAIN[again]}</dd>`
  return entry(code, `<p>${inline(happened)}</p>`, `<dl>${facts}${sourcesOf(code)}</dl>`)
}

function ofStatus(status: number): string {
  const codes = ERROR_CODES.filter((code) => statusOf(code) === status)
  const heading = `<h2 id="${status}">${status} <code>${errorType(status)}</code></h2>`
  return [heading, ...codes.map(ofCode)].join('\n')
}

const statuses = [...new Set(ERROR_CODES.map(statusOf))]
const reasons = Object.entries(FAIL_REASONS).map(([reason, text]) =>
  // Some reasons are also error codes.
  entry(`fail_reason.${reason}`, `<p>${inline(text)}</p>`),
)

/** The catalogue of errors as a page without script (docs/rules/doors.md#errors). */
export const errorsPage = htmlPage({
  title: 'vidgate: error catalogue',
  style: STYLE,
  body: `<header>
<h1>Error catalogue</h1>
<p>Every refusal is <code>{"error": {"type", "code", "message", "param", "request_id"}}</code>. Decide by <code>code</code>,
show <code>message</code>, quote <code>request_id</code> when you report a problem. GraphQL uses the same codes.
<a href="../docs">All operations</a></p>
<nav aria-label="Statuses"><p>${statuses.map((status) => `<a href="#${status}">${status}</a>`).join(' · ')} · <a href="#fail_reason">fail_reason</a></p></nav>
</header>
<main>
${statuses.map(ofStatus).join('\n')}
<h2 id="fail_reason">Why a task failed: <code>fail_reason</code></h2>
<p>These are not errors of a request. A task that ended as <code>failed</code> or <code>rejected</code> has one, with
<code>fail_detail</code> for people.</p>
${reasons.join('\n')}
</main>`,
})
