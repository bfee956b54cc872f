import assert from 'node:assert/strict'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { fits, objectsIn, parseShown } from './answers.ts'
import { blocksOf } from './blocks.ts'

const folder = mkdtempSync(join(tmpdir(), 'vidgate-blocks-'))
after(() => rmSync(folder, { recursive: true }))
const path = join(folder, 'README.md')

function blocks(text: string, parts?: string[]): unknown[] {
  writeFileSync(path, text)
  return blocksOf(path, parts).map(({ kind, text }) => [kind, text])
}

test('every block is found, and a block without a runner or an end is refused', () => {
  assert.deepEqual(blocks('# A\n```sh\na\n\nb\n```\n- x\n  ```json\n  {}\n  ```\n'), [
    ['sh', 'a\n\nb'],
    ['json', '{}'],
  ])
  assert.throws(() => blocks('```python\n1\n```\n'), /there is no runner for blocks of kind "python"/)
  assert.throws(() => blocks('```\n1\n```\n'), /there is no runner for blocks of kind ""/)
  assert.throws(() => blocks('```sh\n1\n'), /does not end/)
})

test('only the named parts are read, and a missing part is an error', () => {
  const text = '## A\n```sh\na\n```\n## B\n```python\nb\n```\n'
  assert.deepEqual(blocks(text, ['A']), [['sh', 'a']])
  assert.throws(() => blocks(text, ['A', 'C']), /has no part "C"/)
})

test('shown output is compared with the answer by value, and … matches anything', () => {
  const answer = { id: 'vid_1', n: 2, list: [1, { a: null }], at: '2026-11-27T21:57:00.123Z' }
  const shows = (text: string) => fits(parseShown(text), answer)
  assert.ok(shows('{"id": "vid_…", "n": 2, "list": [1, {"a": null}], "at": "2020-01-01T00:00:00.000Z"}'))
  assert.ok(shows('{"list": [1, …], "id": "vid_1", …}'))
  for (const wrong of [
    '{"n": 2}',
    '{"n": 3, …}',
    '{"x": 1, …}',
    '{"list": [1], …}',
    '{"id": "file_…", …}',
    '{"n": "…", …}',
  ]) {
    assert.ok(!shows(wrong), wrong)
  }
})

test('JSON is found anywhere in an output', () => {
  assert.deepEqual(objectsIn('{"a":"}{"}{"b":{}}\nid: 1\ndata: {"c":1}\n{ no }'), [{ a: '}{' }, { b: {} }, { c: 1 }])
})
