import { createHash } from 'node:crypto'

/** Colours and text of the pages without script, in light and dark. */
const BASE_STYLE = `
:root { color-scheme: light dark; --text: #1b1f24; --soft: #57606a; --line: #d0d7de; --back: #fff; --card: #f6f8fa; --link: #0550ae; }
@media (prefers-color-scheme: dark) {
  :root { --text: #e6edf3; --soft: #9da7b1; --line: #30363d; --back: #0d1117; --card: #161b22; --link: #79c0ff; }
}
* { box-sizing: border-box; }
body { margin: 0; background: var(--back); color: var(--text); font: 1rem/1.5 system-ui, sans-serif; overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; margin: 0 0 .5rem; }
h2 { font-size: 1.2rem; margin: 2.5rem 0 .75rem; }
h3 { font-size: 1rem; margin: 0; }
a { color: var(--link); }
code { font: .95em ui-monospace, monospace; }
`

export interface HtmlPage {
  readonly html: string
  readonly policy: string
}

/** A page without script, whose policy allows its own style only. */
export function htmlPage({ title, style, body }: { title: string; style: string; body: string }): HtmlPage {
  const css = BASE_STYLE + style
  return {
    policy:
      `default-src 'none'; style-src 'sha256-${createHash('sha256').update(css).digest('base64')}'; img-src data:; ` +
      "base-uri 'none'; form-action 'none'; frame-ancestors 'none'",
    html: `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${css}</style>
</head>
<body>
${body}
</body>
</html>
`,
  }
}

export function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;')
}

/** HTML of a line of the documentation: code in backticks, **bold** and [links](…). */
export function inline(text: string): string {
  // Code first, as it may contain the other signs.
  return text
    .split(/(`[^`]+`)/)
    .map((part) =>
      part.startsWith('`')
        ? `<code>${escaped(part.slice(1, -1))}</code>`
        : escaped(part)
            .replace(/\*\*([^*]+)\*\*/g, '<strong>$1</strong>')
            .replace(/\[([^\]]*)\]\(([^)]+)\)/g, '<a href="$2">$1</a>'),
    )
    .join('')
    .replace(/\[(<code>[^<]+<\/code>)\]\(([^)]+)\)/g, '<a href="$2">$1</a>')
}

/** HTML of paragraphs and of lists with `-`. */
export function paragraphs(text: string): string {
  return text
    .split(/\n{2,}/)
    .map((block) => {
      if (!block.startsWith('- ')) return `<p>${inline(block)}</p>`
      const items = block.slice(2).split('\n- ')
      return `<ul>${items.map((item) => `<li>${inline(item)}</li>`).join('')}</ul>`
    })
    .join('\n')
}
