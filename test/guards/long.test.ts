import assert from 'node:assert/strict'
import { globSync } from 'node:fs'
import { test } from 'node:test'
import { BOUNDS, CHECKS, LOOPS } from '../chaos/long/files.ts'
import { pathsMatching, testFiles } from './sources.ts'

/** `npm run chaos long` runs in full what the suite shortens or times loosely. */

const files = testFiles().filter(({ path }) => path.endsWith('.test.ts'))
const importing = (what: string) => pathsMatching(files, new RegExp(`^import \\{[^}]*\\b${what}\\b.*rounds\\.ts'`, 'm'))

test('the long run has every file with fewer rounds in the suite', () => {
  assert.deepEqual(importing('(?:rounds|IS_LONG)').toSorted(), LOOPS.toSorted())
})

test('the long run has every file with looser times in the suite', () => {
  assert.deepEqual(importing('atMost').toSorted(), BOUNDS.toSorted())
})

test('the long run has every check', () => {
  assert.deepEqual(globSync('test/chaos/long/*.check.ts').toSorted(), CHECKS.toSorted())
})
