import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** `npm test` runs every test; `npm test -- FILE…` those files. */
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['test/**/*.test.ts']
// Files mostly wait for processes and encodes: as many as there are cores, where node would leave one idle.
const concurrency = `--test-concurrency=${Math.max(2, availableParallelism())}`
const flags = [
  '--test',
  concurrency,
  '--disable-warning=ExperimentalWarning',
  '--test-global-setup=test/support/global.ts',
]
// Every file is a process, and many start more: compiled once, a quarter of their time.
const env = { NODE_COMPILE_CACHE: resolve('node_modules/.cache/compiled'), ...process.env }
const { status } = spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit', env })
process.exitCode = status ?? 1
