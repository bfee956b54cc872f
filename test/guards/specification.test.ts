import assert from 'node:assert/strict'
import { existsSync, globSync, readFileSync } from 'node:fs'
import { test } from 'node:test'
import { readRules, rulesOf } from './rules.ts'

/** Every section of the specification that states a rule. */
const SECTIONS = '1 2.1 2.2 2.3 2.4 2.5 3 4.0 4.1 4.2 4.3 4.4 4.5 4.6 4.7 4.8 4.9 4.10 4.11 4.12 4.13 5 6 7 8 9'.split(
  ' ',
)

/** Cells of the rows of the specification's tables, from the first column that is a number. */
function specifiedRows(): string[][] {
  const lines = readFileSync('docs/specification.md', 'utf8').split('\n')
  return lines.filter((line) => /^\| [0-9]/.test(line)).map((line) => line.slice(2, -2).split(' | '))
}

/** `file › name`; several are separated by `<br>`. */
function referencesOf(cell: string | undefined): string[] {
  return (cell ?? '').split('<br>').filter(Boolean)
}

/** The end of a literal that begins at `start`; for a template, also the text between its holes. */
function literalAt(text: string, start: number): { readonly fixed: readonly string[]; readonly end: number } {
  const quote = text[start] ?? ''
  const fixed = ['']
  for (let at = start + 1; at < text.length; at++) {
    const char = text[at] ?? ''
    if (char === quote) return { fixed, end: at + 1 }
    if (quote === '`' && text.startsWith('${', at)) {
      at = endOfHole(text, at + 2)
      fixed.push('')
      continue
    }
    const said = char === '\\' ? (text[++at] ?? '') : char
    fixed[fixed.length - 1] += said
  }
  return { fixed, end: text.length }
}

function endOfHole(text: string, start: number): number {
  let depth = 1
  for (let at = start; at < text.length; at++) {
    const char = text[at] ?? ''
    if (/['"`]/.test(char)) at = literalAt(text, at).end - 1
    else if (char === '{') depth++
    else if (char === '}' && --depth === 0) return at
  }
  return text.length
}

interface TestFile {
  readonly text: string
  /** Each test's name, split at its holes. */
  readonly names: readonly (readonly string[])[]
  /** The file's templates, nested ones too: the text for a hole is often built by another template. */
  readonly templates: readonly (readonly string[])[]
  /** Texts that were searched in the file. */
  readonly written: Map<string, boolean>
}

const CALL = /^\s*(?:await )?(?:t\.)?test\(\s*/gm

function readTestFile(path: string): TestFile {
  const text = readFileSync(path, 'utf8')
  const names = [...text.matchAll(CALL)].map((call) => {
    const start = call.index + call[0].length
    return /['"`]/.test(text[start] ?? '') ? literalAt(text, start).fixed : ['', '']
  })
  const templates = [...text.matchAll(/`/g)]
    .map(({ index }) => literalAt(text, index).fixed)
    .filter((fixed) => fixed.length > 1 && fixed.some((part) => part !== ''))
  return { text, names, templates, written: new Map() }
}

const files = new Map(globSync('test/**/*.test.ts').map((path) => [path, readTestFile(path)]))

/**
 * Reads names from the source, because running every file to list them takes minutes. A name with holes is a test of a
 * table. It matches only if the text for each hole is in the same file, as a string or built by another template; so a
 * renamed case is missed like a renamed test. `…` matches any hole.
 */
function fits(said: string, [first = '', ...rest]: readonly string[], file: TestFile): boolean {
  const [next] = rest
  if (next === undefined) return said === first
  if (!said.startsWith(first)) return false
  for (let end = first.length + 1; end <= said.length; end++) {
    if (!said.startsWith(next, end) || !isWritten(said.slice(first.length, end), file)) continue
    if (fits(said.slice(end), rest, file)) return true
  }
  return false
}

function isWritten(part: string, file: TestFile): boolean {
  const known = file.written.get(part) ?? isFound(part, file)
  file.written.set(part, known)
  return known
}

function isFound(part: string, file: TestFile): boolean {
  const bare = part.replace(/^"(.*)"$/, '$1')
  if (part === '…' || ["'", '"', '`'].some((quote) => file.text.includes(quote + bare + quote))) return true
  // Numbers, and names of members, have no quotes.
  if (/^\w+$/.test(part) && new RegExp(`\\b${part}\\b${/^\d/.test(part) ? '' : ':'}`).test(file.text)) return true
  return file.templates.some((fixed) => fits(part, fixed, file))
}

function exists(reference: string): boolean {
  const [path = '', name = ''] = reference.split(' › ')
  const file = files.get(path)
  return file?.names.some((fixed) => fits(name, fixed, file)) ?? false
}

const specified = specifiedRows()
const rules = readRules()

test('every rule of the specification has a unique number, a text and a test', () => {
  const wrong = specified.filter(([, rule, held]) => !rule || referencesOf(held).length === 0)
  assert.deepEqual(wrong, [])
  const numbers = specified.map(([number]) => number)
  assert.deepEqual(
    numbers.filter((number, index) => numbers.indexOf(number) !== index),
    [],
  )
})

test('the table has every section of the specification', () => {
  const cited = new Set(specified.map(([number = '']) => number.replace(/\.?[^.]+$/, '')))
  assert.deepEqual(
    SECTIONS.filter((section) => !cited.has(section)),
    [],
  )
})

test('every rule of docs/rules has a text, a section of the specification, code and a test', () => {
  assert.ok(rules.length > 0)
  const wrong = rules.filter(
    ({ words, sections, code, held }) =>
      !words ||
      sections.length === 0 ||
      !sections.every((section) => SECTIONS.includes(section)) ||
      code.length === 0 ||
      !code.every((path) => existsSync(path)) ||
      held.length === 0,
  )
  assert.deepEqual(
    wrong.map(({ anchor }) => anchor),
    [],
  )
})

test('the guard finds a rule without text, code or test', () => {
  const foot = '> Spec 1, 4.10 · Code: src/errors.ts<br>\n> Held by: test/a.test.ts › one<br>\n> test/b.test.ts › two'
  const [whole, bare] = rulesOf('README.md', `# Page\n\n## A rule, whole\n\nWords.\n\n${foot}\n\n## Bare\n\nWords.\n`)
  assert.deepEqual(whole, {
    anchor: 'README.md#a-rule-whole',
    words: 'Words.',
    sections: ['1', '4.10'],
    code: ['src/errors.ts'],
    held: ['test/a.test.ts › one', 'test/b.test.ts › two'],
  })
  assert.deepEqual(bare, { anchor: 'README.md#bare', words: 'Words.', sections: [], code: [], held: [] })
})

test('every cited test exists', () => {
  const named = [...specified.flatMap(([, , held]) => referencesOf(held)), ...rules.flatMap(({ held }) => held)]
  assert.ok(named.length > 0)
  assert.deepEqual(
    named.filter((reference) => !exists(reference)),
    [],
  )
})

test('the guard finds a citation of a missing test or a missing case', () => {
  const cases = 'test/flow/material-rules.test.ts › '
  assert.equal(exists(`${cases}ten images: too_many_references references[9], in REST and GraphQL`), true)
  assert.equal(exists(`${cases}ten photos: too_many_references references[9], in REST and GraphQL`), false)
  assert.equal(exists(`${cases}auto: a wide image is 21:9: accepted, in REST and GraphQL`), true)
  assert.equal(exists(`${cases}another account’s file is refused like a missing file`), true)
  assert.equal(exists(`${cases}another account’s file is accepted like a missing file`), false)
  assert.equal(exists('test/flow/no-such.test.ts › another account’s file is refused like a missing file'), false)
})
