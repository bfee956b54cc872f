import assert from 'node:assert/strict'
import { test } from 'node:test'
import { complete, entriesOf, workUpTo } from '../rest/cancel/work.ts'
import { bothDoors, tracesOf } from '../support/doors.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded, wavOf } from '../support/material.ts'

/** Limits of a create's fields (spec 2.2, 4.1, 8), and the effect of n. */

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const doors = bothDoors(gateway)
const prompt = 'a lake at sunset'

type Body = Readonly<Record<string, unknown>>

/** The one task that REST and GraphQL each create from a body. */
async function madeByBoth(body: Body): Promise<Record<string, unknown>[]> {
  const made: Record<string, unknown>[] = []
  for (const door of doors) {
    const { accountId, key } = await gateway.newAccount()
    assert.deepEqual(await door(key, body), { codes: [], param: null })
    const { tasks } = await tracesOf(gateway, accountId)
    assert.equal(tasks.length, 1)
    made.push(tasks[0])
  }
  return made
}

test('prompts of 1 and of 7000 characters are accepted, however many bytes they have', async () => {
  for (const text of ['梦', 'x'.repeat(7000), '🌊'.repeat(7000)]) {
    for (const task of await madeByBoth({ prompt: text })) assert.equal(task['prompt'], text)
  }
})

test('durations from 5 to 15 seconds are accepted', async () => {
  for (const [duration, frames, frozen] of [
    [5, 124, 2_520_000],
    [6, 158, 3_020_000],
    [15, 362, 7_520_000],
  ] as const) {
    for (const task of await madeByBoth({ prompt, duration })) {
      assert.deepEqual([task['duration_ms'], task['frames'], task['frozen_micro']], [duration * 1000, frames, frozen])
    }
  }
})

const CANVASES = [
  ['16:9', 1344, 768],
  ['9:16', 768, 1344],
  ['1:1', 768, 768],
  ['4:3', 1024, 768],
  ['3:4', 768, 1024],
  ['21:9', 1536, 672],
] as const

for (const [ratio, width, height] of CANVASES) {
  test(`${ratio} has its own canvas`, async () => {
    for (const task of await madeByBoth({ prompt, aspect_ratio: ratio })) {
      assert.deepEqual([task['aspect_ratio'], task['width'], task['height']], [ratio, width, height])
    }
  })
}

test('the create’s answer has the aspect ratio that auto resolved to', async () => {
  const tall = await uploaded(gateway, await pngOf(300, 500), 'input_image')
  const body = { prompt, mode: 'image_to_video', input_image: tall, aspect_ratio: 'auto' }
  const answer = await gateway.call('POST', '/v1/videos', body)
  assert.equal(answer.body.aspect_ratio, '9:16')
})

test('references keep their order', async () => {
  const ids = [
    await uploaded(gateway, wavOf(2), 'reference'),
    await uploaded(gateway, await pngOf(64, 64), 'reference'),
    await uploaded(gateway, wavOf(1), 'reference'),
  ]
  for (const references of [ids, ids.toReversed()]) {
    const answer = await gateway.call('POST', '/v1/videos', { prompt, mode: 'reference_to_video', references })
    assert.deepEqual(answer.body.references, references)
  }
})

test('each of n tasks without a seed draws and shows its own', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt, n: 4 })
  const seeds: number[] = body.data.map(({ seed }: { seed: number }) => seed)
  assert.equal(new Set(seeds).size, 4)
  for (const seed of seeds) assert.ok(Number.isInteger(seed) && seed >= 0 && seed <= 2_147_483_647)
})

test('n = 1 returns a task, and n = 2 a list of two', async () => {
  const one = await gateway.call('POST', '/v1/videos', { prompt, n: 1 })
  assert.deepEqual([one.status, one.body.object], [202, 'video.task'])
  const two = await gateway.call('POST', '/v1/videos', { prompt, n: 2 })
  assert.deepEqual([two.status, two.body.object, two.body.data.length], [202, 'list', 2])
})

test('each of n tasks is queued, billed and cancelled separately', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt, n: 2 })
  const [first, second] = body.data
  assert.deepEqual([first.status, second.status], ['queued', 'queued'])
  assert.equal((await gateway.call('POST', `/v1/videos/${first.id}/cancel`)).status, 200)
  await complete(gateway, await workUpTo(gateway, second.id, 'package'))
  const { body: finished } = await gateway.call('GET', `/v1/videos/${second.id}`)
  assert.deepEqual([finished.status, finished.usage.amount_micro], ['succeeded', 2_520_000])
  const freeze = ['freeze', 0n, 2_520_000n]
  assert.deepEqual(await entriesOf(gateway, first.id), [freeze, ['release', 0n, -2_520_000n]])
  assert.deepEqual(await entriesOf(gateway, second.id), [freeze, ['settle', -2_520_000n, -2_520_000n]])
})
