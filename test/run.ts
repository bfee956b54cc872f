import { spawnSync } from 'node:child_process'

/** `npm test` runs every test; `npm test -- FILE…` those files. */
const named = process.argv.slice(2)
const files = named.length > 0 ? named : ['test/**/*.test.ts']
const flags = ['--test', '--disable-warning=ExperimentalWarning', '--test-global-setup=test/support/global.ts']
const { status } = spawnSync(process.execPath, [...flags, ...files], { stdio: 'inherit' })
process.exitCode = status ?? 1
