import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { linesOf } from '../../../web/src/gallery/lines.ts'
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

test('a day begins at midnight in the viewer’s time zone, and no row has works of two days', () => {
  const work = (id: string, createdAt: string) =>
    ({ id, createdAt, prompt: id, aspectRatio: 'ASPECT_1_1', groupId: null, nIndex: null }) as const
  const works = [
    work('c', '2026-11-27T16:00:00.000Z'),
    work('b', '2026-11-27T15:59:59.999Z'),
    work('a', '2026-11-26T20:00:00Z'),
  ]
  const shown = (zone: string) => {
    process.env['TZ'] = zone
    return linesOf(works, 1000, 200).map(({ day, works }) =>
      day === null ? works.map(({ id }) => id).join('') : new Date(day).toISOString(),
    )
  }
  const [first, second] = ['2026-11-27T16:00:00.000Z', '2026-11-26T16:00:00.000Z']
  assert.deepEqual(shown('Asia/Shanghai'), [first, 'c', second, 'ba'])
  assert.deepEqual(shown('UTC'), ['2026-11-27T00:00:00.000Z', 'cb', '2026-11-26T00:00:00.000Z', 'a'])
})
