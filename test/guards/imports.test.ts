import assert from 'node:assert/strict'
import { dirname, join } from 'node:path/posix'
import { test } from 'node:test'
import { clientFiles, type SourceFile, sourceFiles, testFiles, webFiles } from './sources.ts'

/** The import table of ARCHITECTURE.md: a folder may import its own row and the rows above. */
const ROWS: readonly (readonly [name: string, members: RegExp])[] = [
  ['ground', /^src\/(lib\/|errors\.ts|limits\.ts|(engine-limits|(content|engine|trace)-variables)\.ts|config\.ts)/],
  ['media', /^src\/media\//],
  ['stores', /^src\/(credit|queue|push|key|storage|admission)\//],
  ['material', /^src\/(file|webhook)\//],
  ['task', /^src\/task\//],
  ['stage', /^src\/(stage|fleet)\//],
  ['offers', /^src\/(upscale|prompt|operator)\//],
  ['rooms', /^src\/rooms\.ts/],
]

const rowOf = (path: string) => ROWS.findIndex(([, members]) => members.test(path))

interface Import {
  readonly from: string
  readonly to: string
  readonly typeOnly: boolean
}

const IMPORT = /^(?:import|export)\s+(type\s)?[^'"]*?from\s+'(\.[^']+)'|\bimport\('(\.[^']+)'\)|^import\s+'(\.[^']+)'/gm

function importsOf({ path, text }: SourceFile): Import[] {
  return [...text.matchAll(IMPORT)].map(([, type, target, later, bare]) => ({
    from: path,
    to: join(dirname(path), target ?? later ?? bare ?? ''),
    typeOnly: type !== undefined,
  }))
}

const imports = sourceFiles().flatMap(importsOf)

const show = ({ from, to }: Import) => `${from} imports ${to}`
const isPrisma = (path: string) => path.startsWith('prisma/client/')
const ENTRIES =
  /^(src\/(gateway-main|start|demo\/main|admin\/main)|workers\/(worker-main|engine\/check\/main)|prisma\/(generate|diff|migrate-main)|schema\/print|src\/http\/rest\/openapi\/print-types)\.ts$/

test('rooms import only their own row and the rows above', () => {
  const wrong = imports.filter(({ from, to, typeOnly }) => {
    const row = rowOf(from)
    if (row < 0) return false
    if (isPrisma(to)) return row < rowOf('src/credit/')
    if (to === 'src/resources.ts') return !typeOnly && row < rowOf('src/rooms.ts')
    const target = rowOf(to)
    return target < 0 || target > row
  })
  assert.deepEqual(wrong.map(show), [])
})

test('rooms of one row have no circular imports', () => {
  const folder = (path: string) => dirname(path)
  const edges = new Map<string, Set<string>>()
  for (const { from, to } of imports) {
    if (rowOf(from) < 0 || rowOf(from) !== rowOf(to) || folder(from) === folder(to)) continue
    edges.set(folder(from), (edges.get(folder(from)) ?? new Set()).add(folder(to)))
  }
  assert.deepEqual(circlesOf(edges), [])
})

test('no file imports itself in a circle, not even types', () => {
  const files = [...imports, ...[...webFiles(), ...clientFiles()].flatMap(importsOf)]
  const edges = Map.groupBy(files, ({ from }) => from)
  assert.deepEqual(circlesOf(new Map([...edges].map(([from, to]) => [from, new Set(to.map((each) => each.to))]))), [])
})

/** Nodes that reach themselves. */
function circlesOf(edges: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reaches = (from: string, goal: string, seen = new Set<string>()): boolean =>
    [...(edges.get(from) ?? [])].some(
      (next) => next === goal || (!seen.has(next) && reaches(next, goal, seen.add(next))),
    )
  return [...edges.keys()].filter((each) => reaches(each, each))
}

test('the schema imports rooms, never servers or workers', () => {
  const wrong = imports.filter(({ from, to }) => from.startsWith('schema/') && /^(src\/http|workers)\//.test(to))
  assert.deepEqual(wrong.map(show), [])
})

test('the public schema imports nothing of the operator’s', () => {
  const wrong = imports.filter(
    ({ from, to }) => /^schema\/[^/]+$/.test(from) && from !== 'schema/print.ts' && to.startsWith('schema/operator/'),
  )
  assert.deepEqual(wrong.map(show), [])
})

test('the sources import nothing of the schema but the schema itself', () => {
  const wrong = imports.filter(
    ({ from, to }) => /^(src|workers)\//.test(from) && /^schema\/(?!(operator\/)?index\.ts$)/.test(to),
  )
  assert.deepEqual(wrong.map(show), [])
})

test('REST imports rooms, never the schema or Prisma', () => {
  const wrong = imports.filter(
    ({ from, to }) => from.startsWith('src/http/rest/') && (to.startsWith('schema/') || isPrisma(to)),
  )
  assert.deepEqual(wrong.map(show), [])
})

test('workers import rooms, never REST or GraphQL', () => {
  const wrong = imports.filter(({ from, to }) => from.startsWith('workers/') && /^(schema|src\/http)\//.test(to))
  assert.deepEqual(wrong.map(show), [])
})

test('tests and chaos runs import nothing from the benchmarks', () => {
  const wrong = testFiles()
    .flatMap(importsOf)
    .filter(({ to }) => to.startsWith('bench/'))
  assert.deepEqual(wrong.map(show), [])
})

test('the client imports nothing but itself, and only the demo imports it', () => {
  const isClient = (path: string) => path.startsWith('packages/client/src/')
  const wrong = [
    ...clientFiles()
      .flatMap(importsOf)
      .filter(({ to }) => !isClient(to)),
    ...imports.filter(({ from, to }) => isClient(to) && !from.startsWith('src/demo/')),
  ]
  assert.deepEqual(wrong.map(show), [])
  const PACKAGES: Readonly<Record<string, RegExp>> = { 'node.ts': /^node:/, 'react.ts': /^react$/ }
  for (const { path, text } of clientFiles()) {
    const allowed = PACKAGES[path.split('/').at(-1) ?? ''] ?? /^$/
    const packages = [...text.matchAll(/from '([^.'][^']*)'|import\('/g)].map(([, name = 'import()']) => name)
    assert.deepEqual(
      packages.filter((name) => !allowed.test(name)),
      [],
      path,
    )
  }
})

test('nothing imports an entry point', () => {
  const wrong = imports.filter(({ to }) => ENTRIES.test(to))
  assert.deepEqual(wrong.map(show), [])
})
