import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ConfigError, readConfig, VARIABLES } from '../../src/config.ts'
import { pathsMatching, sourceFiles } from './sources.ts'

test('only the configuration reads process.env', () => {
  // generate.ts is a step of the installation. service.ts passes the environment to the processes it starts, and
  // environment.ts passes parts of it to others.
  const readers = pathsMatching(sourceFiles(), /process\.env\b/)
  assert.deepEqual(readers, ['prisma/generate.ts', 'src/config.ts', 'src/lib/environment.ts', 'src/service.ts'])
  for (const path of ['src/lib/environment.ts', 'src/service.ts']) {
    assert.doesNotMatch(readFileSync(path, 'utf8'), /process\.env[.[]/)
  }
})

test('.env.example names every variable and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  assert.deepEqual(named.sort(), [...VARIABLES].sort())
})

test('all problems of a configuration are reported together', () => {
  const broken = { PORT: 'x', DATABASE_URL: 'mysql://x', LOG_LEVEL: 'loud', WORKER_CAPABILITIES: 'fly' }
  assert.throws(
    () => readConfig(broken),
    (error: unknown) =>
      error instanceof ConfigError && Object.keys(broken).every((name) => error.message.includes(`${name}: `)),
  )
})

test('an empty variable counts as not set', () => {
  assert.equal(readConfig({ PORT: '', DATABASE_URL: '' }).port, 4000)
})
