import assert from 'node:assert/strict'
import { readFileSync } from 'node:fs'
import { test } from 'node:test'
import { ConfigError, readConfig, VARIABLES } from '../../src/config.ts'
import { pathsMatching, sourceFiles } from './sources.ts'

test('process.env is read in the configuration only', () => {
  // The two others pass the environment on to a process they start.
  const passing = ['prisma/generate.ts', 'src/service.ts']
  const readers = pathsMatching(sourceFiles(), /process\.env\b/).filter((path) => !passing.includes(path))
  assert.deepEqual(readers, ['src/config.ts'])
  for (const path of passing) {
    assert.doesNotMatch(readFileSync(path, 'utf8'), /process\.env[.[]/, `${path} reads a variable`)
  }
})

test('.env.example names every variable and no other', () => {
  const named = [...readFileSync('.env.example', 'utf8').matchAll(/^#? ?([A-Z][A-Z0-9_]+)=/gm)].map(([, name]) => name)
  assert.deepEqual(named.sort(), [...VARIABLES].sort())
})

test('every problem of a configuration is told at once', () => {
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
