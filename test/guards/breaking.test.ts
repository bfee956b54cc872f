import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { buildSchema, findBreakingChanges, findDangerousChanges } from 'graphql'
import { schema } from '../../schema/index.ts'
import { printedSchema, RELEASED_FILE } from '../../schema/print.ts'

const released = buildSchema(await readFile(RELEASED_FILE, 'utf8'))
const textOf = ({ type, description }: { type: string; description: string }) => `${type}: ${description}`

test('the schema breaks no client of the released schema', (t) => {
  for (const change of findDangerousChanges(released, schema)) t.diagnostic(`dangerous: ${textOf(change)}`)
  assert.deepEqual(findBreakingChanges(released, schema).map(textOf), [])
})

/** One of each kind, to check that it would be found. */
const BREAKS: readonly (readonly [from: string, to: string, change: string])[] = [
  ['  startedAt: DateTime\n', '', 'FIELD_REMOVED: Task.startedAt was removed.'],
  ['  seed: Int!\n', '  seed: Int\n', 'FIELD_CHANGED_KIND: Task.seed changed type from Int! to Int.'],
  [
    '  taskId: ID!\n  ): UpscaleQuote',
    '  taskId: ID!\n    of: ID!\n  ): UpscaleQuote',
    'REQUIRED_ARG_ADDED: A required arg of on Query.upscaleQuote was added.',
  ],
  ['  UPSCALING\n', '', 'VALUE_REMOVED_FROM_ENUM: UPSCALING was removed from enum type TaskStatus.'],
  [
    'type File implements Node',
    'type File',
    'IMPLEMENTED_INTERFACE_REMOVED: File no longer implements interface Node.',
  ],
]

test('the guard finds a breaking change of each kind', () => {
  const bare = printedSchema()
    .replace(/ *"""[\s\S]*?"""\n/g, '')
    .replace(/\n\n+/g, '\n')
  const before = buildSchema(bare)
  for (const [from, to, change] of BREAKS) {
    const after = bare.replace(from, to)
    assert.notEqual(after, bare, from)
    assert.deepEqual(findBreakingChanges(before, buildSchema(after)).map(textOf), [change])
  }
})
