import { existsSync, globSync, readdirSync } from 'node:fs'
import { mkdir, rm } from 'node:fs/promises'
import { join, resolve } from 'node:path'
import { parseArgs } from 'node:util'
import { writeLicences } from './licences.ts'
import { writeModules } from './modules.ts'
import { writePackages } from './packages.ts'

// `npm run build [-- --target linux-arm64]`: the generated client, the console, and `dist`, which runs without this folder
// (docs/operating.md#install).

const DIST = resolve('dist')
/** Not of the build: `dist` may be in use for trying it. */
const KEPT = ['node_modules', '.data']

const { values } = parseArgs({ options: { target: { type: 'string', default: installedTarget() } } })

await import('./install.ts')
if (process.exitCode) process.exit()
await mkdir(DIST, { recursive: true })
const old = readdirSync(DIST).filter((name) => !KEPT.includes(name))
await Promise.all(old.map((name) => rm(join(DIST, name), { recursive: true })))
await writePackages(DIST, values.target)
await writeLicences(DIST, await writeModules(DIST))
console.log(`dist is built for ${values.target}. In dist: npm ci --omit=dev`)

/** Of this machine, as npm chose it. */
function installedTarget(): string {
  const [manifest = ''] = globSync('node_modules/@img/sharp-!(libvips)*/package.json').filter((path) =>
    existsSync(path),
  )
  return /sharp-([^/\\]+)/.exec(manifest)?.[1] ?? ''
}
