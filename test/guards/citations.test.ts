import assert from 'node:assert/strict'
import { globSync, readFileSync } from 'node:fs'
import { basename, dirname, join, normalize } from 'node:path'
import { test } from 'node:test'
import { readRules, slugOf, specifiedRules } from './rules.ts'

interface TextFile {
  readonly path: string
  readonly text: string
}

const TEXTS =
  '{src,schema,prisma,workers,test,web,bench,docs,deploy,build,packages}/**/*.{ts,tsx,js,mjs,css,html,sql,prisma,graphql,md,py,sh}'
/** Generated, installed, or built. */
const FOREIGN = /(^|\/)(node_modules|generated|dist[^/]*)\/|^prisma\/client\/|^schema\/pothos-types\.ts$/
/** An applied migration never changes, its comments included: its checksum is in every database. */
const FROZEN = 'prisma/migrations/'

const files = [...globSync('*.{md,ts}'), '.env.example', ...globSync(TEXTS)]
  .filter((path) => !FOREIGN.test(path))
  .map((path): TextFile => ({ path, text: readFileSync(path, 'utf8') }))
const pages = new Map(files.filter(({ path }) => path.endsWith('.md')).map(({ path, text }) => [path, anchorsOf(text)]))
const pageNames = new Set([...pages.keys()].map((path) => basename(path)))

function anchorsOf(page: string): Set<string> {
  const headings = page.replace(/^```[\s\S]*?^```/gm, '').matchAll(/^#+ (.+)$/gm)
  return new Set([...headings].map(([, heading = '']) => slugOf(heading)))
}

const ANCHOR = /(?<![\w/.-])(docs\/[\w/-]+\.md)#([\w-]+)/g
const LINK = /\]\(([^)#:\s]*)#([\w-]+)\)/g

/** Headings that a file cites, by path and anchor: in any text by the whole path, in a page also by a link. */
function citationsOf({ path, text }: TextFile): [page: string, anchor: string][] {
  const cited = [...text.matchAll(ANCHOR)].map(([, page = '', anchor = '']): [string, string] => [page, anchor])
  if (!path.endsWith('.md')) return cited
  const links = [...text.matchAll(LINK)].map(([, to = '', anchor = '']): [string, string] => [
    to === '' ? path : normalize(join(dirname(path), to)),
    anchor,
  ])
  return [...cited, ...links]
}

function missingAnchors(file: TextFile): string[] {
  return citationsOf(file)
    .filter(([page, anchor]) => !pages.get(page)?.has(anchor))
    .map(([page, anchor]) => `${file.path}: ${page}#${anchor}`)
}

const PAGE = /(?<![\w/.-])(?:\.{1,2}\/)*[\w-][\w/.-]*\.md(?!\w)/g

/** Missing pages that a file names: by path from the top or from its folder, or by name only. */
function missingPages({ path, text }: TextFile): string[] {
  const here = text.replace(/\bhttps?:\/\/\S+/g, '')
  const named = [...new Set(here.match(PAGE))]
  const isThere = (page: string) =>
    pages.has(normalize(page)) || pages.has(normalize(join(dirname(path), page))) || pageNames.has(page)
  return named.filter((page) => !isThere(page)).map((page) => `${path}: ${page}`)
}

const OUTSIDE = /\b(contract|quality) \d|\bengine room\b|\.\.\/shared\b|\/work\//gi

function outsideOf({ path, text }: TextFile): string[] {
  return path.startsWith(FROZEN) ? [] : (text.match(OUTSIDE) ?? []).map((words) => `${path}: ${words}`)
}

const SECTION = /\bspec (\d+(?:\.\d+)*(?:, \d+(?:\.\d+)*)*)(?: rules? (\d+))?/gi

/** Sections and rules of the specification that a file cites and `docs/specification.md` does not have. */
function missingSections({ path, text }: TextFile): string[] {
  const cited = [...text.matchAll(SECTION)].flatMap(([, sections = '', rule]) =>
    sections.split(', ').map((section) => (rule ? `${section}.${rule}` : section)),
  )
  const isThere = (section: string) =>
    specified.some((number) => number === section || number.startsWith(`${section}.`))
  return cited.filter((section) => !isThere(section)).map((section) => `${path}: spec ${section}`)
}

const specified = specifiedRules()

test('every cited heading exists', () => {
  assert.deepEqual(files.flatMap(missingAnchors), [])
})

test('every rule is cited by code, a test or a page', () => {
  const citing = files.filter(({ path }) => !path.startsWith('docs/rules/'))
  const cited = new Set(citing.flatMap(citationsOf).map(([page, anchor]) => `${page}#${anchor}`))
  const rules = readRules().map(({ anchor }) => anchor)
  assert.deepEqual(
    rules.filter((anchor) => !cited.has(anchor)),
    [],
  )
})

test('headings within a page of rules are unique', () => {
  const rules = readRules().map(({ anchor }) => anchor)
  assert.equal(new Set(rules).size, rules.length)
})

test('every cited page is in the repository', () => {
  assert.deepEqual(files.flatMap(missingPages), [])
})

test('nothing outside the repository is cited', () => {
  assert.deepEqual(files.flatMap(outsideOf), [])
})

test('every cited section and rule of the specification is in docs/specification.md', () => {
  assert.deepEqual(files.flatMap(missingSections), [])
})

test('the guard finds a missing heading, page, document and section', () => {
  const sees = (check: (file: TextFile) => string[], text: string, path = 'docs/guides/rest.md') =>
    check({ path, text }).length
  const ledger = `docs/rules/money${'.md'}#ledger`
  assert.equal(sees(missingAnchors, ledger), 0)
  assert.equal(sees(missingAnchors, `${ledger}s`), 1)
  assert.equal(sees(missingAnchors, `[ledger](../rules/money${'.md'}#ledger)`), 0)
  assert.equal(sees(missingAnchors, `[ledger](../money${'.md'}#ledger)`), 1)
  assert.equal(sees(missingPages, `see webhooks${'.md'} and ../specification${'.md'}`), 0)
  assert.equal(sees(missingPages, `see design${'.md'}`), 1)
  assert.equal(sees(missingPages, `see https://example.com/design${'.md'}`), 0)
  assert.equal(sees(outsideOf, `as contract${' 4'} says`), 1)
  assert.equal(sees(outsideOf, 'the contract of the port'), 0)
  assert.equal(sees(missingSections, '(spec 4.7 rule 3), (spec 2.1, 4.3)'), 0)
  assert.equal(sees(missingSections, `(spec ${'4.7 rule 9'}), (spec ${'2.6'}, ${'4.99'})`), 3)
})
