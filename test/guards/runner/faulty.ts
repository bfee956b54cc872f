import { after, before, describe, it, test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'

/** Tests that fail in every way, for test/guards/runner.test.ts. Waiting is the point here: another test must not get the error. */

const events: string[] = []
const note = (event: string) => events.push(event)
before(() => note('before the file'))

test('throws later', async () => {
  setTimeout(() => {
    throw new Error('from a timer')
  }, 1)
  await pause(30)
})

test('rejects later', async () => {
  setTimeout(() => void Promise.reject(new Error('from a promise')), 1)
  await pause(30)
})

test('throws after its end', () => {
  setTimeout(() => {
    throw new Error('too late')
  }, 1)
})

test('passes, with a hook that is added late', async () => {
  await pause(30)
  after(() => note('after the test'))
})

describe('a suite', () => {
  it('passes', async () => {
    await pause(1)
    after(() => note('after the test in the suite'))
  })
  it('fails', () => {
    throw new Error('in a suite')
  })
})

test('tests inside a test', async () => {
  await pause(1)
  await test('passes inside', async () => {
    await pause(1)
    note('inside')
  })
})

test('tests at once', { concurrency: true }, async (t) => {
  const one = t.test('one passes', () => pause(30))
  const two = t.test('two fails', async () => {
    setTimeout(() => {
      throw new Error('of two')
    }, 1)
    await pause(30)
  })
  await Promise.all([one, two])
})

test('is skipped', { skip: true }, () => {})

test('the order of tests and hooks', () => {
  const expected = ['before the file', 'after the test', 'after the test in the suite', 'inside']
  if (events.join() !== expected.join()) throw new Error(events.join())
})

after(() => {
  throw new Error('from a hook')
})
