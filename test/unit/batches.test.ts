import assert from 'node:assert/strict'
import { type TestContext, test } from 'node:test'
import { setImmediate as turn } from 'node:timers/promises'
import { createBatches } from '../../src/lib/batches.ts'

const LIMITS = { queue: { own: 10, all: 20 }, batch: 4, wait: { share: 1, maxMs: 10 } }

/** Batches that end when the test says so. Timers pass only with `tick`. */
function held(t: TestContext) {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const flushed: string[][] = []
  let end = () => {}
  const batches = createBatches<string>(LIMITS, (batch) => {
    flushed.push([...batch])
    const { promise, resolve } = Promise.withResolvers<void>()
    end = resolve
    return promise
  })
  const add = (...items: string[]) => items.map((item) => batches.add('acc', item))
  /** Lets a batch take a measurable time. */
  const finish = async (ms = 2) => {
    for (const start = performance.now(); performance.now() - start < ms; );
    end()
    await settled()
  }
  const tick = async (ms: number) => {
    t.mock.timers.tick(ms)
    await settled()
  }
  return { flushed, add, finish, tick }
}

async function settled(): Promise<void> {
  for (let turns = 0; turns < 3; turns++) await turn()
}

test('callers that return one by one after a batch form one batch again', async (t) => {
  const { flushed, add, finish } = held(t)
  add('a', 'b', 'c')
  await settled()
  await finish()
  add('d')
  await settled()
  add('e')
  await settled()
  assert.deepEqual(flushed, [['a', 'b', 'c']])
  add('f')
  await settled()
  assert.deepEqual(flushed, [
    ['a', 'b', 'c'],
    ['d', 'e', 'f'],
  ])
})

test('a batch that waits in vain starts after the limit', async (t) => {
  const { flushed, add, finish, tick } = held(t)
  add('a', 'b', 'c')
  await settled()
  add('d')
  await finish(LIMITS.wait.maxMs + 5)
  assert.equal(flushed.length, 1)
  await tick(LIMITS.wait.maxMs)
  assert.deepEqual(flushed.at(-1), ['d'])
})

test('after a single item, after a pause, and with a full batch at hand there is no wait', async (t) => {
  const { flushed, add, finish } = held(t)
  add('a')
  await settled()
  await finish()
  add('b', 'c')
  await settled()
  assert.deepEqual(flushed.at(-1), ['b', 'c'])
  add('d', 'e', 'f', 'g')
  await finish()
  assert.deepEqual(flushed.at(-1), ['d', 'e', 'f', 'g'])
  await finish()
  for (const start = performance.now(); performance.now() - start < LIMITS.wait.maxMs; );
  add('h')
  await settled()
  assert.deepEqual(flushed.at(-1), ['h'])
})

test('an item for which there is no room is refused, and those that wait can be taken', async (t) => {
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const batches = createBatches<number>(LIMITS, async () => {})
  const added = Array.from({ length: 11 }, (_, n) => batches.add('acc', n))
  assert.deepEqual(added.indexOf(false), 10)
  assert.equal(batches.takeAll().length, 10)
  assert.equal(batches.size, 0)
})
