import assert from 'node:assert/strict'
import { test } from 'node:test'
import { runInLanes } from '../runner/lanes.ts'
import type { FileResult } from '../runner/protocol.ts'

/** A lane changes how node:test finds the running test (test/runner/context.ts). */

test('each error is counted to the test that caused it', async () => {
  const results: FileResult[] = []
  const warnings: string[] = []
  await runInLanes(['test/guards/runner/faulty.ts'], 1, process.env, {
    result: (result) => void results.push(result),
    warning: (text) => void warnings.push(text),
    spent() {},
  })
  assert.equal(results.length, 1)
  const { passed, skipped, failures } = results[0] as FileResult
  assert.deepEqual(
    failures.map(({ name, error }) => [name, /from a \w+|in a suite|of two/.exec(error)?.[0]]),
    [
      ['throws later', 'from a timer'],
      ['rejects later', 'from a promise'],
      ['a suite > fails', 'in a suite'],
      ['tests at once > two fails', 'of two'],
      ['the file', 'from a hook'],
    ],
  )
  assert.deepEqual(skipped, ['is skipped'])
  assert.equal(passed, 7)
  assert.equal(warnings.length, 1)
  assert.match(warnings[0] ?? '', /"throws after its end" at test\/guards\/runner\/faulty\.ts.*Error: too late/)
})
