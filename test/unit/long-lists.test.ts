import assert from 'node:assert/strict'
import { test } from 'node:test'
import { parseExact } from '../../src/lib/json.ts'
import { LIST_PARSED_MAX } from '../../src/limits.ts'

const listOf = (items: number, item: string) => `[${Array(items).fill(item).join()}]`
const KEPT = LIST_PARSED_MAX + 1

/** A parsed value whose lists are replaced by their lengths. */
function lengths(value: unknown): unknown {
  if (Array.isArray(value)) return value.length
  if (typeof value !== 'object' || value === null) return value
  return Object.fromEntries(Object.entries(value).map(([name, each]) => [name, lengths(each)]))
}

test('only the start of a list that is too long is parsed, and everything around it', () => {
  for (const item of ['0', '{}', '[]', '""', '"],[\\"{"', '{"a":[1,2],"b":{"c":"]"}}']) {
    const text = `{"a":[1,2],"long":${listOf(4 * LIST_PARSED_MAX, item)},"b":{"c":"[,]"},"long again":${listOf(KEPT + 1, item)}}`
    assert.deepEqual(lengths(parseExact(text)), { a: 2, long: KEPT, b: { c: '[,]' }, 'long again': KEPT }, item)
    assert.deepEqual((parseExact(text) as { long: unknown[] }).long[LIST_PARSED_MAX], JSON.parse(item))
  }
})

test('a list at the limit, and an object of any size, are complete', () => {
  const names = Array.from({ length: 2 * LIST_PARSED_MAX }, (_, index) => `"${index}":[0]`).join()
  const text = `{"list":${listOf(KEPT, '0')},"object":{${names}}}`
  assert.deepEqual(parseExact(text), JSON.parse(text))
})

test('a long list in the dropped part of another list is dropped with it', () => {
  const inside = listOf(KEPT + 5, '1')
  const text = `{"first":[${inside},${listOf(2 * LIST_PARSED_MAX, '2').slice(1, -1)},${inside}],"last":${inside}}`
  const parsed = parseExact(text) as { first: unknown[]; last: unknown[] }
  assert.deepEqual([parsed.first.length, parsed.last.length], [KEPT, KEPT])
  assert.deepEqual((parsed.first[0] as unknown[]).length, KEPT)
  assert.equal(parsed.first.at(-1), 2)
})

test('invalid JSON is refused, however long it is', () => {
  for (const end of ['', ']', '}', '"', ',0]', ',0}]']) {
    assert.throws(() => parseExact(`{"a":[${'0,'.repeat(4 * LIST_PARSED_MAX)}0${end}`), SyntaxError, end)
  }
  const valid = `{"a":"${'x'.repeat(2 * LIST_PARSED_MAX)}"}`
  for (const end of [']', '}', ',', '],[]', '}{}']) assert.throws(() => parseExact(valid + end), SyntaxError, end)
})
