import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { rowsOf } from '../../../web/src/gallery/rows.ts'

test('a row has the height at which it fills the width', () => {
  assert.deepEqual(rowsOf([1.75, 1.75, 1.75, 1.75], 720, 20, 200), [
    { from: 0, to: 2, height: 200 },
    { from: 2, to: 4, height: 200 },
  ])
})

test('an incomplete last row has the target height', () => {
  assert.deepEqual(rowsOf([1], 1000, 12, 200), [{ from: 0, to: 1, height: 200 }])
})

test('a picture wider than the width is scaled down', () => {
  assert.deepEqual(rowsOf([2], 300, 12, 200), [{ from: 0, to: 1, height: 150 }])
})

test('every picture is in one row, in order, and no row exceeds the width', () => {
  const ratio = fc.constantFrom(1536 / 672, 1344 / 768, 1024 / 768, 1, 768 / 1024, 768 / 1344)
  fc.assert(
    fc.property(fc.array(ratio, { maxLength: 40 }), fc.integer({ min: 200, max: 2000 }), (ratios, width) => {
      const rows = rowsOf(ratios, width, 12, 220)
      assert.deepEqual(
        rows.flatMap(({ from, to }) => ratios.slice(from, to)),
        ratios,
      )
      for (const { from, to, height } of rows) {
        const sum = ratios.slice(from, to).reduce((total, each) => total + each, 0)
        assert.ok(to > from && sum * height + 12 * (to - from - 1) <= width + 1e-6)
      }
    }),
  )
})
