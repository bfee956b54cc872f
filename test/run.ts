import { spawnSync } from 'node:child_process'
import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'

/** `npm test` runs every test; `npm test -- FILE…` those files. */
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['test/**/*.test.ts']
// Files wait for processes, leases and timers a fifth of their time: one more than there are cores, where node would leave one idle.
const concurrency = `--test-concurrency=${availableParallelism() + 1}`
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
