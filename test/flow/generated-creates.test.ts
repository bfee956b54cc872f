import assert from 'node:assert/strict'
import { test } from 'node:test'
import fc from 'fast-check'
import { startTestGateway } from '../support/gateway.ts'
import { corpus, uploaded, wavOf } from '../support/material.ts'
import { rounds } from '../support/rounds.ts'

/** Generated requests: no 500, and nothing is written that was not accepted. */

const RUNS = rounds(8, 40)
const BATCH = 50

const gateway = await startTestGateway({ creditMicro: 10_000_000_000_000n, concurrencyLimit: 1_000_000 })
const photo = await corpus('photo-exif6.jpg')
const files = {
  start: await uploaded(gateway, photo, 'input_image'),
  end: await uploaded(gateway, photo, 'end_image'),
  image: await uploaded(gateway, photo, 'reference'),
  video: await uploaded(gateway, await corpus('moov-at-end.mp4'), 'reference'),
  audio: await uploaded(gateway, wavOf(4), 'reference'),
}

const text = fc.oneof(
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.string({ unit: 'grapheme', maxLength: 40 }),
  fc.constantFrom(
    '\ud800',
    'a\0b',
    '\udfff@图片1',
    '＠图片1',
    '@图片1',
    '@视频1 @音频1',
    '<Picture 1>',
    '🌊'.repeat(7000),
  ),
)
const number = fc.oneof(fc.integer(), fc.double(), fc.integer({ min: 0, max: 16 }), fc.constantFrom(-0, 1e308, 5, 15))
const junk = fc.oneof(text, number, fc.boolean(), fc.constant(null), fc.jsonValue({ maxDepth: 3 }))
const id = fc.oneof(fc.constantFrom(...Object.values(files)), text, fc.constant('file_0'))

/** Mostly valid values, sometimes anything. */
const field = <T>(sound: fc.Arbitrary<T>) =>
  fc.option(fc.oneof({ weight: 8, arbitrary: sound }, { weight: 1, arbitrary: junk }), { nil: undefined })

const body = fc.record(
  {
    prompt: fc.oneof(
      { weight: 9, arbitrary: fc.constantFrom('a lake', '@图片1 海', 'x @视频1 @音频1') },
      { weight: 2, arbitrary: text },
      { weight: 1, arbitrary: junk },
    ),
    mode: field(fc.constantFrom('text_to_video', 'image_to_video', 'reference_to_video')),
    input_image: field(id),
    end_image: field(id),
    references: field(fc.array(id, { maxLength: 17 })),
    reference: field(id),
    duration: field(fc.oneof(fc.integer({ min: 5, max: 15 }), number)),
    resolution: field(fc.constantFrom('768p', '2k')),
    aspect_ratio: field(fc.constantFrom('auto', '16:9', '9:16', '21:9')),
    acceleration: field(fc.constantFrom('auto', 'off')),
    service_tier: field(fc.constantFrom('draft', 'standard', 'pro', 'dedicated')),
    use_context_ir: field(fc.boolean()),
    audio: field(fc.boolean()),
    seed: field(fc.integer({ min: 0, max: 2_147_483_647 })),
    n: field(fc.constantFrom(1, 2, 4)),
    webhook_url: field(fc.oneof(fc.webUrl(), text)),
    metadata: field(fc.dictionary(text, fc.jsonValue({ maxDepth: 2 }))),
    negative_prompt: fc.option(junk, { nil: undefined, freq: 10 }),
  },
  { requiredKeys: [] },
)

const sound = fc.record({
  prompt: fc.string({ unit: 'grapheme', minLength: 1, maxLength: 40 }),
  duration: fc.integer({ min: 5000, max: 15_000 }).map((ms) => ms / 1000),
  n: fc.constantFrom(1, 2, 4),
  metadata: fc.option(fc.dictionary(fc.string({ unit: 'grapheme', maxLength: 8 }), fc.jsonValue({ maxDepth: 2 }))),
})

/** Many valid fields, so that a good part is accepted; some invalid texts. */
const sent = fc.oneof(
  { weight: 6, arbitrary: body.map((each) => JSON.stringify(each)) },
  { weight: 3, arbitrary: sound.map((each) => JSON.stringify(each)) },
  {
    weight: 1,
    arbitrary: fc.tuple(body, fc.nat(), fc.string({ unit: 'binary', maxLength: 3 })).map(([each, at, bytes]) => {
      const whole = JSON.stringify(each)
      const cut = at % (whole.length + 1)
      return whole.slice(0, cut) + bytes + whole.slice(cut + 1)
    }),
  },
  { weight: 1, arbitrary: fc.nat({ max: 5000 }).map((depth) => `{"prompt":${'['.repeat(depth)}${']'.repeat(depth)}}`) },
)

const request = fc.record({
  body: sent,
  key: fc.option(
    fc.oneof(fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 3 }), fc.string({ maxLength: 300 })),
    { nil: undefined, freq: 4 },
  ),
  dryRun: fc.boolean(),
})

test(`${RUNS * BATCH} generated creates get no 500, and only accepted ones have rows`, async () => {
  const tasks = new Set<string>()
  const statuses = new Map<number, number>()
  const { task: before = 0 } = await gateway.counts()
  const send = async ({ body: bytes, key, dryRun }: { body: string; key: string | undefined; dryRun: boolean }) => {
    const headers = key === undefined ? {} : { 'idempotency-key': headerText(key) }
    const answer = await gateway.call('POST', dryRun ? '/v1/videos?dry_run=true' : '/v1/videos', bytes, headers)
    statuses.set(answer.status, (statuses.get(answer.status) ?? 0) + 1)
    assert.ok(
      [200, 202, 400, 413, 422].includes(answer.status),
      `${answer.status} ${answer.text} for ${bytes.slice(0, 500)}`,
    )
    if (answer.status === 202) for (const task of answer.body.data ?? [answer.body]) tasks.add(task.id)
    else if (answer.status !== 200) {
      assert.match(answer.body.error.code, /^[a-z_]+$/)
      assert.ok(answer.text.isWellFormed() && !answer.text.includes('\0'))
    }
    if (answer.status === 200) assert.equal(answer.body.valid, answer.body.errors.length === 0)
  }
  await fc.assert(
    fc.asyncProperty(fc.array(request, { minLength: BATCH, maxLength: BATCH }), async (batch) => {
      await Promise.all(batch.map(send))
      const { task, stage_attempt: attempts } = await gateway.counts()
      assert.equal(task, before + tasks.size)
      assert.equal(attempts, before + tasks.size)
    }),
    { numRuns: RUNS, endOnFailure: true },
  )
  assert.ok((statuses.get(202) ?? 0) > 0.05 * RUNS * BATCH, `too few were accepted: ${JSON.stringify([...statuses])}`)
  assert.ok((statuses.get(400) ?? 0) > 0.2 * RUNS * BATCH, `too few were refused: ${JSON.stringify([...statuses])}`)
})

/** Characters that fetch allows in a header. */
function headerText(key: string): string {
  return key.replace(/[^\x20-\x7e\x80-\xff]/g, '?').trim() || '?'
}
