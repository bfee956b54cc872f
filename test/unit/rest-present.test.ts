import assert from 'node:assert/strict'
import { test } from 'node:test'
import { presentTask } from '../../src/http/rest/routes/videos/present.ts'
import { createLinks } from '../../src/storage/link.ts'
import type { Task } from '../../src/task/task.ts'

const linking = { links: createLinks('secret'), publicUrl: 'https://videos.example.org' }

const task: Task = {
  id: 'vid_1',
  accountId: 'acc_1',
  keyId: 'key_1',
  groupId: null,
  nIndex: null,
  sourceTaskId: null,
  apiVersion: '2026-11-01',
  status: 'rendering',
  seq: 3,
  progress: 0.25,
  mode: 'text_to_video',
  prompt: 'a "lake"\n',
  negativePrompt: null,
  inputImage: null,
  endImage: null,
  references: [],
  resolution: '768p',
  durationMs: 6500,
  aspectRatio: '21:9',
  width: 1536,
  height: 672,
  frames: 158,
  seed: 1,
  audio: true,
  serviceTier: 'pro',
  acceleration: 'auto',
  useContextIr: true,
  webhookUrl: null,
  metadata: '{"b":1,"a":2,"b":12345678901234567890}',
  priceVersion: 1,
  items: [
    { kind: 'encoder', stage: 'encode', quantity: 1, unitPriceMicro: 20_000, amountMicro: 20_000 },
    { kind: 'context_ir', stage: 'encode', quantity: 1, unitPriceMicro: 100_000, amountMicro: 100_000 },
    { kind: 'generation', stage: 'render', quantity: 6.5, unitPriceMicro: 750_000, amountMicro: 4_875_000 },
  ],
  earned: ['encoder'],
  frozenMicro: 4_995_000n,
  billedMs: null,
  amountMicro: null,
  accelerated: null,
  contextIrApplied: false,
  waitingSince: null,
  waitingReason: null,
  output: null,
  outputErasedAt: null,
  preview: null,
  priority: 0,
  outputUntil: null,
  failReason: null,
  failDetail: null,
  etaSeconds: null,
  createdAt: new Date('2026-11-27T21:57:00.123Z'),
  startedAt: new Date('2026-11-27T21:57:01.000Z'),
  completedAt: null,
  deletedAt: null,
  traceparent: null,
}

const shown = (changes: Partial<Task>) => JSON.parse(presentTask({ ...task, ...changes }, linking))

test('an unfinished task shows its frozen amount and what a cancel would settle now', () => {
  const { cost, usage, output, progress, started_at, context_ir_applied } = shown({})
  assert.deepEqual(cost, { frozen_micro: 4_995_000, earned_micro: 20_000 })
  assert.deepEqual([usage, output, progress], [null, null, 0.25])
  assert.equal(started_at, '2026-11-27T21:57:01.000Z')
  assert.equal(context_ir_applied, false)
})

test('metadata is inserted without parsing', () => {
  assert.ok(presentTask(task, linking).endsWith(`,"metadata":${task.metadata}}`))
})

test('a waiting task shows since when, whole seconds until now, and the reason', () => {
  const since = new Date(Date.now() - 12_400)
  const { waiting } = shown({ waitingSince: since, waitingReason: 'encoder' })
  assert.deepEqual(waiting, { since: since.toISOString(), seconds: 12, reason: 'encoder' })
})

test('a cancelled task shows only earned amounts', () => {
  const { usage, cost } = shown({ status: 'cancelled', amountMicro: 20_000n, billedMs: 0 })
  assert.equal(cost, null)
  assert.deepEqual(usage, {
    billed_seconds: 0,
    billed_tier: null,
    amount_micro: 20_000,
    amount: '¥0.02',
    currency: 'CNY',
    items: [{ kind: 'encoder', quantity: 1, unit_price_micro: 20_000, amount_micro: 20_000 }],
  })
})

test('a failed task shows zeros', () => {
  const { usage, fail_reason } = shown({ status: 'failed', amountMicro: 0n, billedMs: 0, failReason: 'queue_timeout' })
  assert.deepEqual(usage, {
    billed_seconds: 0,
    billed_tier: null,
    amount_micro: 0,
    amount: '¥0.00',
    currency: 'CNY',
    items: [],
  })
  assert.equal(fail_reason, 'queue_timeout')
})

test('a link never outlives the bytes', () => {
  const output = {
    key: 'k',
    thumbnailKey: 't',
    bytes: 1,
    sha256: 'x',
    width: 1536,
    height: 672,
    frames: 158,
    hasAudio: false,
    watermarked: true,
  }
  const outputUntil = new Date(Date.now() + 60_000)
  const finished = shown({ status: 'succeeded', progress: 1, output, outputUntil }).output
  assert.match(finished.video_uri, /^https:\/\/videos\.example\.org\/v1\/videos\/vid_1\/content\?expires=/)
  assert.equal(finished.expires_at, outputUntil.toISOString())
  assert.equal(finished.duration, 6.583)
  assert.equal(shown({ status: 'packaging', output, outputUntil }).output, null)
})

test('no internal field is shown: no key, no account, no detail of the generation', () => {
  for (const status of ['queued', 'rendering', 'succeeded', 'failed'] as const) {
    const text = presentTask({ ...task, prompt: '', metadata: null, status }, linking)
    assert.doesNotMatch(text, /stage|worker|node|\bjob|attempt|pool|hedge|lease|engine|boss|acc_1|key_1|price_version/i)
  }
})
