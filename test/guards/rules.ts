import { globSync, readFileSync } from 'node:fs'

/** A rule of `docs/rules`: a heading, its text, and the lines below it. */
export interface Rule {
  /** Its address in citations: `docs/rules/money.md#ledger`. */
  readonly anchor: string
  readonly words: string
  /** Sections of the specification. */
  readonly sections: readonly string[]
  /** Files of the code. */
  readonly code: readonly string[]
  /** `file › name` of tests. */
  readonly held: readonly string[]
}

const FOOT = /^Spec (.+) · Code: (.+)\nHeld by: ([\s\S]+)$/

/** Every rule; a heading without the lines below it has no sections, code and tests. */
export function readRules(): Rule[] {
  const pages = globSync('docs/rules/*.md').filter((path) => !path.endsWith('README.md'))
  return pages.sort().flatMap((path) => rulesOf(path, readFileSync(path, 'utf8')))
}

/** The rules of one page. */
export function rulesOf(path: string, text: string): Rule[] {
  const [, ...parts] = text.split(/^## /m)
  return parts.map((part) => {
    const [heading = '', ...lines] = part.trim().split('\n')
    const foot = lines.filter((line) => line.startsWith('> ')).map((line) => line.slice(2).replace(/<br>$/, ''))
    const [, sections, code, held] = FOOT.exec(foot.join('\n')) ?? []
    return {
      anchor: `${path}#${slugOf(heading)}`,
      words: lines
        .filter((line) => !line.startsWith('> '))
        .join('\n')
        .trim(),
      sections: sections?.split(', ') ?? [],
      code: code?.split(', ') ?? [],
      held: held?.split('\n') ?? [],
    }
  })
}

/** The anchor of a heading, as GitHub makes it. */
export function slugOf(heading: string): string {
  return heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}_\- ]/gu, '')
    .trim()
    .replaceAll(' ', '-')
}

/** Numbers of the rules in docs/specification.md, such as `4.7.1`. */
export function specifiedRules(): string[] {
  const rows = readFileSync('docs/specification.md', 'utf8').matchAll(/^\| ([0-9][^ ]*) \|/gm)
  return [...rows].map(([, number = '']) => number)
}
