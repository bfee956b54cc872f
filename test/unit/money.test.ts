import assert from 'node:assert/strict'
import { test } from 'node:test'
import { displayAmount } from '../../src/credit/money.ts'
import { DEFAULT_PRICES, timedAmount } from '../../src/credit/price.ts'
import { priceItems, sumItems, upscaleAmount } from '../../src/task/items.ts'
import { earnedBy, nextStage, pipelineOf, progressOf } from '../../src/task/pipeline.ts'

test('an amount is displayed exactly, with two to six decimals', () => {
  const known = [
    [2_520_000n, '¥2.52'],
    [45_617n, '¥0.045617'],
    [0n, '¥0.00'],
    [-2_520_000n, '-¥2.52'],
    [50_000_000_000n, '¥50000.00'],
    [1n, '¥0.000001'],
    [100_000n, '¥0.10'],
    [9_007_199_254_740_993n, '¥9007199254.740993'],
  ] as const
  for (const [micro, shown] of known) assert.equal(displayAmount(micro), shown)
})

test('a price per second is rounded up once', () => {
  assert.equal(timedAmount(5000, 500_000), 2_500_000n)
  assert.equal(timedAmount(5001, 333), 1666n)
  assert.equal(timedAmount(1, 1, 1), 1n)
  assert.equal(timedAmount(6500, 500_000, 1500), 4_875_000n)
})

const plain = { durationMs: 5000, resolution: '768p', serviceTier: 'standard', useContextIr: false } as const

test('amounts match the worked examples of the price rules', () => {
  assert.equal(sumItems(priceItems(DEFAULT_PRICES, plain)), 2_520_000n)
  const pro = priceItems(DEFAULT_PRICES, { ...plain, durationMs: 6500, resolution: '2k', serviceTier: 'pro' })
  assert.equal(sumItems(pro), 6_845_000n)
  // Cancelled in upscaling: encode and render are earned.
  const shape = { resolution: '2k', sourceTaskId: null } as const
  const earned = (['encode', 'render'] as const).flatMap((stage) => earnedBy(pro, stage, false))
  assert.equal(sumItems(pro.filter(({ kind }) => earned.includes(kind))), 4_895_000n)
  assert.equal(nextStage(shape, 'render'), 'upscale')
})

test('material is priced by total seconds, and images beyond five by number', () => {
  const material = { videoMs: 4200 + 6300, audioMs: 9000, images: 7 }
  const items = priceItems(DEFAULT_PRICES, { ...plain, material })
  assert.equal(sumItems(items), 3_175_000n)
  // Rejected after encode.
  const earned = earnedBy(items, 'encode', false)
  assert.equal(sumItems(items.filter(({ kind }) => earned.includes(kind))), 675_000n)
  const free = priceItems(DEFAULT_PRICES, { ...plain, material: { videoMs: 0, audioMs: 0, images: 5 } })
  assert.equal(sumItems(free), 2_520_000n)
})

test('an upscale is quoted by the frames of its source', () => {
  assert.equal(upscaleAmount(DEFAULT_PRICES, 124), 1_550_000n)
  assert.equal(upscaleAmount({ ...DEFAULT_PRICES, upscale: { '2k': 1, '4k': 1 } }, 25), 2n)
})

test('context IR is frozen when requested and earned only when applied', () => {
  const items = priceItems(DEFAULT_PRICES, { ...plain, useContextIr: true })
  assert.equal(sumItems(items), 2_620_000n)
  assert.deepEqual(earnedBy(items, 'encode', false), ['encoder'])
  assert.deepEqual(earnedBy(items, 'encode', true), ['encoder', 'context_ir'])
})

test('progress rises through every pipeline and stays below one', () => {
  const shapes = [
    { resolution: '768p', sourceTaskId: null },
    { resolution: '4k', sourceTaskId: null },
    { resolution: '2k', sourceTaskId: 'vid_x' },
  ] as const
  for (const shape of shapes) {
    const steps = pipelineOf(shape).flatMap((stage) =>
      [0, 0.5, 1].map((fraction) => progressOf(shape, stage, fraction)),
    )
    assert.deepEqual(
      steps,
      steps.toSorted((a, b) => a - b),
    )
    assert.ok(steps.every((step) => step >= 0 && step < 1))
  }
})
