import { createHash } from 'node:crypto'
import { ERROR_CODES, type ErrorCode, errorType, statusOf } from '../../../errors.ts'
import { declaredRoutes, inBraces } from '../route.ts'
import { FAIL_REASONS } from '../routes/videos/schema.ts'
import { ADVICE, type Again } from './advice.ts'
import { refusalsOf } from './refusals.ts'

const AGAIN: Readonly<Record<Again, string>> = {
  no: 'No: the same request would be refused again.',
  later: 'Later, once the cause has changed.',
  wait: 'Yes, after the seconds of <code>Retry-After</code>.',
}

const STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #fff; --card: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9da7b1; --line: #30363d; --back: #0d1117; --card: #161b22; --link: #79c0ff; }
}
* { box-sizing: border-box; }
body { margin: 0 auto; max-width: 60rem; padding: 1.5rem 1rem 4rem; background: var(--back); color: var(--text);
  font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
a { color: var(--link); }
code { font: .95em ui-monospace, monospace; }
article { border: 1px solid var(--line); border-radius: .5rem; background: var(--card); padding: .75rem 1rem; margin: 0 0 .75rem; }
article:target { outline: 2px solid var(--link); }
h3 { font-size: 1rem; margin: 0; }
h3 a { text-decoration: none; }
h3 a:hover { text-decoration: underline; }
article p { margin: .35rem 0 0; }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .15rem .75rem; margin: .35rem 0 0; }
dt { color: var(--soft); }
dd { margin: 0; }
@media (max-width: 32rem) { dl { grid-template-columns: 1fr; gap: 0; } dd { margin: 0 0 .35rem; } }
`

/** HTML of a trusted text with code in backticks. */
function marked(text: string): string {
  const safe = text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
  return safe.replace(/`([^`]+)`/g, '<code>$1</code>')
}

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
  const facts = `<dt>What to do</dt><dd>${marked(todo)}</dd><dt>Try again</dt><dd>${AGAIN[again]}</dd>`
  return entry(code, `<p>${marked(happened)}</p>`, `<dl>${facts}${sourcesOf(code)}</dl>`)
}

function ofStatus(status: number): string {
  const codes = ERROR_CODES.filter((code) => statusOf(code) === status)
  const heading = `<h2 id="${status}">${status} <code>${errorType(status)}</code></h2>`
  return [heading, ...codes.map(ofCode)].join('\n')
}

const statuses = [...new Set(ERROR_CODES.map(statusOf))]
const reasons = Object.entries(FAIL_REASONS).map(([reason, text]) =>
  // Some reasons are also error codes.
  entry(`fail_reason.${reason}`, `<p>${marked(text)}</p>`),
)

/** The catalogue of errors as a page without script (docs/rules/doors.md#errors). */
export const errorsPage = {
  policy:
    `default-src 'none'; style-src 'sha256-${createHash('sha256').update(STYLE).digest('base64')}'; img-src data:; ` +
    "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
  html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>vidgate: error catalogue</title>
<link rel="icon" href="data:,">
<style>${STYLE}</style>
</head>
<body>
<header>
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
</main>
</body>
</html>
`,
} as const
