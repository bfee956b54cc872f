import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as limits from '../../src/limits.ts'
import { createHosts } from '../../src/webhook/hosts.ts'
import { delayAfter } from '../../src/webhook/schedule.ts'
import { judgeTry } from '../../src/webhook/settle.ts'

const AT_ONCE = limits.WEBHOOK_PER_HOST

/** Hosts with tries that the test ends. */
function stage() {
  let freed = 0
  const hosts = createHosts(() => {
    freed += 1
  })
  const begun: { name: string; end(hung: boolean): Promise<void> }[] = []
  const add = (name: string, count = 1) => {
    for (let i = 0; i < count; i++) {
      hosts.add(name, () => {
        const { promise, resolve } = Promise.withResolvers<boolean>()
        const end = async (hung: boolean) => {
          resolve(hung)
          await promise
        }
        begun.push({ name, end })
        return promise
      })
    }
  }
  return { hosts, begun, add, freed: () => freed }
}

test('an unknown host has a limit of tries, and a responsive one a longer queue', async () => {
  const { hosts, begun, add, freed } = stage()
  assert.deepEqual([hosts.held(), hosts.free()], [{}, limits.WEBHOOK_CLAIMS_MAX.all])
  add('a', AT_ONCE)
  assert.deepEqual([hosts.held(), hosts.free()], [{ a: 0 }, limits.WEBHOOK_CLAIMS_MAX.all - AT_ONCE])
  await begun[0]?.end(false)
  assert.equal(freed(), 1)
  assert.deepEqual(hosts.held(), { a: limits.WEBHOOK_CLAIMS_MAX.host - AT_ONCE + 1 })
  add('a', 10)
  assert.equal(begun.length, AT_ONCE + 1)
  await begun[1]?.end(false)
  assert.equal(begun.length, AT_ONCE + 2)
})

test('a responsive host stays known after its last try, and all room is free again', async () => {
  const { hosts, begun, add } = stage()
  add('a', 2)
  await begun[0]?.end(false)
  await begun[1]?.end(false)
  const room = { a: limits.WEBHOOK_CLAIMS_MAX.host }
  assert.deepEqual([hosts.held(), hosts.free()], [room, limits.WEBHOOK_CLAIMS_MAX.all])
})

test('a host that hung gets one try at a time until it answers', async () => {
  const { hosts, begun, add } = stage()
  add('a', AT_ONCE + 5)
  for (const { end } of begun.slice(0, AT_ONCE)) await end(true)
  assert.equal(begun.length, AT_ONCE + 1)
  assert.deepEqual(hosts.held(), { a: 0 })
  await begun[AT_ONCE]?.end(true)
  assert.equal(begun.length, AT_ONCE + 2)
  await begun[AT_ONCE + 1]?.end(false)
  assert.equal(begun.length, AT_ONCE + 5)
})

test('only the latest hosts are remembered', async () => {
  const { hosts, begun, add } = stage()
  for (let i = 0; i <= limits.WEBHOOK_KNOWN_HOSTS; i++) {
    add(`host-${i}`)
    await begun.at(-1)?.end(true)
  }
  const names = Object.keys(hosts.held())
  assert.deepEqual([names.length, names[0]], [limits.WEBHOOK_KNOWN_HOSTS, 'host-1'])
})

test('a try that waited too long for its lease is dropped', async (t) => {
  let now = 0
  t.mock.method(performance, 'now', () => now)
  const { hosts, begun, add } = stage()
  add('a', AT_ONCE + 3)
  now = limits.WEBHOOK_LEASE_MS - limits.WEBHOOK_TIMEOUT_MS
  await begun[0]?.end(true)
  assert.equal(begun.length, AT_ONCE)
  for (const { end } of begun.slice(1)) await end(true)
  assert.equal(begun.length, AT_ONCE)
  assert.deepEqual([hosts.held(), hosts.free()], [{ a: 1 }, limits.WEBHOOK_CLAIMS_MAX.all])
})

test('closing drops queued tries and waits for running ones', async () => {
  const { hosts, begun, add } = stage()
  add('a', AT_ONCE + 3)
  const closed = hosts.close()
  for (const { end } of begun.slice(0, AT_ONCE)) await end(false)
  await closed
  assert.equal(begun.length, AT_ONCE)
})

test('the delays follow the schedule, a tenth more or less', () => {
  const after = (random: number) => Array.from({ length: 10 }, (_, tries) => delayAfter(tries + 1, random))
  const hour = 3_600_000
  const hours = [2, 5, 10, 14, 20, 24].map((each) => each * hour)
  assert.deepEqual(after(0.5), [5000, 300_000, 1_800_000, ...hours, null])
  assert.deepEqual(after(0).slice(0, 2), [4500, 270_000])
  assert.deepEqual(after(1).slice(0, 2), [5500, 330_000])
})

test('a receiver’s Retry-After only delays tries, and adds none', () => {
  const retryOf = (tries: number, status: number, askedMs: number | null) =>
    judgeTry(
      { id: 'whd_1', lease: new Date(), tries },
      { status, error: 'busy', hung: false, askedMs, refused: false, text: '' },
      new Date(),
    ).retryMs
  assert.equal(retryOf(0, 503, 60_000), 60_000)
  assert.ok((retryOf(1, 429, 60_000) ?? 0) >= 270_000, 'the schedule’s own delay is longer')
  assert.ok((retryOf(0, 503, 0) ?? 0) >= 4500, 'the schedule’s own delay is longer')
  assert.equal(retryOf(9, 503, 60_000), null)
})
