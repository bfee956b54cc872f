import assert from 'node:assert/strict'
import { execFile } from 'node:child_process'
import { cp, mkdir, mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { after, test } from 'node:test'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import '../../../src/http/rest/routes.ts'
import { clientTypes } from '../../../src/http/rest/openapi/types.ts'
import { bundled } from '../../support/client-package.ts'

/** `@vidgate/client` as it would be published. */

const run = promisify(execFile)
const BYTES_MAX = 5 * 1024

const base = await mkdtemp(join(tmpdir(), 'vidgate-pack-'))
after(() => rm(base, { recursive: true, force: true }))
const home = join(base, 'packages/client')
const app = join(base, 'app')
const installed = join(app, 'node_modules/@vidgate/client')
const { exports, version } = JSON.parse(await readFile('packages/client/package.json', 'utf8'))

/** Packs a copy of the folder, and unpacks the file as an install does. @returns the packed paths */
async function pack(): Promise<string[]> {
  await cp('packages/client', home, { recursive: true, filter: (path) => !path.endsWith('/dist') })
  await cp('tsconfig.json', join(base, 'tsconfig.json'))
  await symlink(resolve('node_modules'), join(base, 'node_modules'))
  await mkdir(join(home, 'dist'))
  await writeFile(join(home, 'dist/old.js'), '')
  const { stdout } = await run('npm', ['pack', '--json', '--offline'], { cwd: home })
  const [{ filename, files }] = JSON.parse(stdout.slice(stdout.indexOf('[')))
  await mkdir(installed, { recursive: true })
  await run('tar', ['xzf', join(home, filename), '-C', installed, '--strip-components', '1'])
  return files.map(({ path }: { path: string }) => path)
}

const packed = await pack()

test('the package has the compiled files and their types, licence and README, and nothing else', async () => {
  const names = [
    'connection',
    'errors',
    'events',
    'generated/api',
    'index',
    'node',
    'react',
    'stores',
    'upload',
    'watch',
  ]
  const compiled = [...names, 'webhooks'].flatMap((name) => [`dist/${name}.d.ts`, `dist/${name}.js`])
  assert.deepEqual(packed.sort(), [...compiled, 'LICENSE', 'README.md', 'package.json'].sort())
  for (const each of Object.values<string | { types: string; default: string }>(exports)) {
    for (const path of typeof each === 'string' ? [each] : Object.values(each)) {
      assert.ok(packed.includes(path.slice(2)), path)
    }
  }
  assert.equal(await readFile(join(installed, 'LICENSE'), 'utf8'), await readFile('LICENSE', 'utf8'))
})

test('every entry can be imported, and its version is that of vidgate', async () => {
  const program = `
    import { createClient, hasEnded, VidgateError } from '@vidgate/client'
    import { download, openFile } from '@vidgate/client/node'
    import { useVideo, useVideos, VidgateProvider } from '@vidgate/client/react'
    import { verifyWebhook } from '@vidgate/client/webhooks'
    const all = [createClient, hasEnded, VidgateError, download, openFile, useVideo, useVideos, VidgateProvider, verifyWebhook]
    console.log(all.every((each) => typeof each === 'function'))`
  await writeFile(join(app, 'all.mjs'), program)
  assert.equal((await run(process.execPath, ['all.mjs'], { cwd: app })).stdout, 'true\n')
  assert.equal(version, JSON.parse(await readFile('package.json', 'utf8')).version)
})

for (const [module, moduleResolution] of [
  ['node16', 'node16'],
  ['esnext', 'bundler'],
] as const) {
  test(`types resolve with ${moduleResolution}, and describe the answers`, async () => {
    const program = `
      import { createClient, type VideoTask, VidgateError } from '@vidgate/client'
      import { download } from '@vidgate/client/node'
      import { useVideo } from '@vidgate/client/react'
      import { verifyWebhook } from '@vidgate/client/webhooks'
      const client = createClient({ url: 'x', key: 'y' })
      export const one: Promise<VideoTask> = client.create({ prompt: 'x' })
      export const more: Promise<number> = client.create({ prompt: 'x', n: 2 }).then(({ created }) => created)
      // @ts-expect-error a mode that does not exist
      void client.create({ prompt: 'x', mode: 'wrong' })
      // @ts-expect-error the list of several is no video
      void client.create({ prompt: 'x', n: 4 }).then(({ status }) => status)
      export const code = (error: VidgateError) => error.code === 'insufficient_balance'
      // @ts-expect-error a code that does not exist
      export const wrong = (error: VidgateError) => error.code === 'wrong'
      export { download, useVideo, verifyWebhook }`
    await writeFile(join(app, 'types.mts'), program)
    const flags = [
      '--module',
      module,
      '--moduleResolution',
      moduleResolution,
      '--lib',
      'es2022,dom',
      '--target',
      'es2022',
    ]
    const strict = [
      '--strict',
      '--exactOptionalPropertyTypes',
      '--noEmit',
      '--skipDefaultLibCheck',
      '--types',
      'node',
      '--typeRoots',
    ]
    const call = ['--ignoreConfig', ...flags, ...strict, resolve('node_modules/@types'), 'types.mts']
    const { stdout } = await run(resolve('node_modules/.bin/tsc'), call, { cwd: app }).catch((error) => error)
    assert.equal(stdout, '')
  })
}

test(`the main entry is at most ${BYTES_MAX} bytes, minified and compressed`, async (t) => {
  const bytes = gzipSync(await bundled(installed, 'dist/index.js', true)).length
  t.diagnostic(`${bytes} bytes`)
  assert.ok(bytes <= BYTES_MAX, `${bytes} bytes`)
})

test('its types are those of the OpenAPI document (npm run codegen)', async () => {
  const path = 'packages/client/src/generated/api.ts'
  const biome = execFile('node_modules/.bin/biome', ['format', `--stdin-file-path=${path}`])
  biome.stdin?.end(clientTypes())
  const formatted = (await biome.stdout?.toArray())?.join('')
  assert.equal(formatted, await readFile(path, 'utf8'))
})
