import assert from 'node:assert/strict'
import { test } from 'node:test'
import { clientFiles, sourceFiles } from './sources.ts'

const files = [...sourceFiles(), ...clientFiles()].map(({ path, text }) => ({
  path,
  lines: text.split('\n').length - 1,
  text,
}))
const FILE_MAX = 250
const FUNCTION_MAX = 70

test(`no file is longer than ${FILE_MAX} lines`, () => {
  assert.deepEqual(
    files.filter(({ lines }) => lines > FILE_MAX).map(({ path, lines }) => `${path}: ${lines}`),
    [],
  )
})

test('half of the files are shorter than 90 lines', () => {
  const sorted = files.map(({ lines }) => lines).sort((a, b) => a - b)
  assert.ok((sorted[Math.floor(sorted.length / 2)] ?? 0) < 90)
})

test(`no function is longer than ${FUNCTION_MAX} lines`, () => {
  const long: string[] = []
  for (const { path, text } of files) {
    const lines = text.split('\n')
    for (const [start, line] of lines.entries()) {
      // In Biome's format a top-level function ends at the first line with only its closing brace.
      if (!/^(export )?(async )?function\*? \w+|^(export )?const \w+ = (async )?\(.*=> \{$/.test(line)) continue
      const end = lines.indexOf('}', start)
      if (end - start + 1 > FUNCTION_MAX) long.push(`${path}:${start + 1}: ${end - start + 1}`)
    }
  }
  assert.deepEqual(long, [])
})

test('no file has default exports, and none only re-exports', () => {
  const wrong = files.filter(
    ({ text, lines }) => /^export default/m.test(text) || (lines > 1 && /^(export .* from .*\n)+$/.test(text)),
  )
  assert.deepEqual(
    wrong.map(({ path }) => path),
    [],
  )
})
