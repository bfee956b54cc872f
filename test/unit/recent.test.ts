import assert from 'node:assert/strict'
import { test } from 'node:test'
import { Recent } from '../../src/lib/recent.ts'

test('the values of the last objects are kept, and those of old ones are forgotten', () => {
  const recent = new Recent<object, { readonly number: number }>()
  const keys = Array.from({ length: 100 }, (_, number) => ({ number }))
  for (const [number, key] of keys.entries()) {
    recent.set(key, { number })
    const last = keys.slice(Math.max(0, number - 15), number + 1)
    assert.deepEqual(
      last.map((each) => recent.get(each)),
      last,
    )
  }
  assert.deepEqual(
    keys.slice(0, 68).map((each) => recent.get(each)),
    Array(68).fill(undefined),
  )
})
