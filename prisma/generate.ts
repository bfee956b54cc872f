import { spawnSync } from 'node:child_process'
import { createRequire } from 'node:module'
import { delimiter, join } from 'node:path'

// Part of build/install.ts: writes prisma/client and schema/pothos-types.ts. The CLI would first download
// a schema engine, which generating does not use; with a path to one set, it stays offline.

const root = join(import.meta.dirname, '..')
const cli = createRequire(import.meta.url).resolve('prisma/build/index.js')
const bin = join(root, 'node_modules', '.bin')
const { status, error } = spawnSync(process.execPath, [cli, 'generate', '--no-hints'], {
  cwd: root,
  stdio: 'inherit',
  env: {
    ...process.env,
    PATH: `${bin}${delimiter}${process.env['PATH']}`, // the generators run under the `node` found first: ours
    PRISMA_SCHEMA_ENGINE_BINARY: process.execPath,
    PRISMA_HIDE_UPDATE_MESSAGE: '1',
    CHECKPOINT_DISABLE: '1',
  },
})
if (error) throw error
process.exitCode = status ?? 1
