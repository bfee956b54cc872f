import assert from 'node:assert/strict'
import { test } from 'node:test'
import { bothDoors, tracesOf } from '../support/doors.ts'
import { startTestGateway } from '../support/gateway.ts'

/** One list of creates runs through REST and GraphQL and must leave the same rows, entries, jobs and codes. */

const gateway = await startTestGateway()
const doors = bothDoors(gateway)

interface Scenario {
  readonly name: string
  readonly body: Readonly<Record<string, unknown>>
  readonly creditMicro?: bigint
  readonly concurrencyLimit?: number
  /** Codes that a caller sees: refusals, or the reason of a partial create. */
  readonly codes: readonly string[]
  readonly tasks: number
}

const PRICE = 2_520_000n
const prompt = 'a lake at sunset'

const SCENARIOS: readonly Scenario[] = [
  { name: 'the smallest request', body: { prompt }, codes: [], tasks: 1 },
  {
    name: 'the largest request',
    body: {
      prompt: '海边的日出 🌊',
      mode: 'text_to_video',
      duration: 6.5,
      resolution: '768p',
      aspect_ratio: '9:16',
      acceleration: 'off',
      service_tier: 'pro',
      use_context_ir: true,
      audio: false,
      seed: 7,
      n: 2,
      webhook_url: 'https://example.com/hook',
      metadata: { order: 17, nested: { list: [1, 'two', null] } },
    },
    codes: [],
    tasks: 2,
  },
  { name: 'auto without material is 16:9', body: { prompt, aspect_ratio: 'auto' }, codes: [], tasks: 1 },
  { name: 'null equals absent', body: { prompt, seed: null, metadata: null, n: null }, codes: [], tasks: 1 },
  { name: 'an empty prompt', body: { prompt: '' }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a blank prompt', body: { prompt: ' \u200b ' }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a prompt of 7001 characters', body: { prompt: '水'.repeat(7001) }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a NUL character', body: { prompt: 'a\0b' }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a duration too long', body: { prompt, duration: 15.001 }, codes: ['invalid_parameter'], tasks: 0 },
  {
    name: 'a duration with too many decimals',
    body: { prompt, duration: 5.0001 },
    codes: ['invalid_parameter'],
    tasks: 0,
  },
  { name: 'n of 3', body: { prompt, n: 3 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'a negative seed', body: { prompt, seed: -1 }, codes: ['invalid_parameter'], tasks: 0 },
  { name: 'seeds beyond the range', body: { prompt, seed: 2147483647, n: 2 }, codes: ['invalid_parameter'], tasks: 0 },
  {
    name: 'a webhook address over http',
    body: { prompt, webhook_url: 'http://x.test/' },
    codes: ['invalid_parameter'],
    tasks: 0,
  },
  {
    name: 'material of another mode',
    body: { prompt, input_image: 'file_x' },
    codes: ['conflicting_parameters'],
    tasks: 0,
  },
  { name: 'a marker without material', body: { prompt: '看@图片1' }, codes: ['reference_not_supplied'], tasks: 0 },
  { name: 'metadata that is not an object', body: { prompt, metadata: [1] }, codes: ['invalid_parameter'], tasks: 0 },
  {
    name: 'metadata over 16 KB',
    body: { prompt, metadata: { text: 'x'.repeat(16_400) } },
    codes: ['invalid_parameter'],
    tasks: 0,
  },
  { name: 'not enough credit', body: { prompt }, creditMicro: PRICE - 1n, codes: ['insufficient_balance'], tasks: 0 },
  {
    name: 'credit for two of four',
    body: { prompt, n: 4 },
    creditMicro: 6_300_000n,
    codes: ['insufficient_balance'],
    tasks: 2,
  },
  {
    name: 'room for three of four',
    body: { prompt, n: 4 },
    concurrencyLimit: 3,
    codes: ['concurrency_limit_exceeded'],
    tasks: 3,
  },
  {
    name: 'the cap is checked before the balance',
    body: { prompt },
    concurrencyLimit: 0,
    creditMicro: 0n,
    codes: ['concurrency_limit_exceeded'],
    tasks: 0,
  },
]

for (const { name, body, codes, tasks, ...account } of SCENARIOS) {
  test(`${name}: REST and GraphQL agree`, async () => {
    const left: unknown[] = []
    const params: (string | null)[] = []
    for (const door of doors) {
      const { accountId, key } = await gateway.newAccount(account)
      const outcome = await door(key, body)
      assert.deepEqual(outcome.codes, codes)
      params.push(outcome.param)
      const trace = await tracesOf(gateway, accountId)
      assert.equal(trace.tasks?.length ?? 0, tasks)
      assert.equal(trace.jobs?.length ?? 0, tasks)
      left.push(trace)
    }
    assert.deepEqual(left[0], left[1])
    assert.equal(params[0], params[1])
  })
}
