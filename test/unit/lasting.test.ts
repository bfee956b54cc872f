import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createLasting } from '../../src/lib/lasting.ts'
import { startLoop } from '../../src/lib/loop.ts'
import { watchDatabase } from '../../src/lib/outage.ts'
import { readLog } from '../support/read-log.ts'

const WORDS = { begins: 'it fails', lasts: 'it still fails', ends: 'it works again' }

test('a lasting state is logged at its start, once a minute, and at its end', () => {
  const { log, lines } = readLog()
  let now = 0
  const state = createLasting(log, WORDS, () => now)
  state.ends()
  // Twice a second, for two minutes and a half.
  for (; now < 150_000; now += 500) state.holds({ err: new Error('full') })
  state.ends()
  state.ends()
  state.holds({})
  assert.deepEqual(
    lines.map(({ msg, times, seconds }) => [msg, times, seconds]),
    [
      ['it fails', undefined, undefined],
      ['it still fails', 121, 60],
      ['it still fails', 241, 120],
      ['it works again', 300, 150],
      ['it fails', undefined, undefined],
    ],
  )
})

test('a loop that fails repeatedly logs it once, and its recovery', async () => {
  const { log, lines } = readLog()
  const works = Promise.withResolvers<void>()
  let times = 0
  const loop = startLoop('chore', 0, log, async () => {
    times += 1
    if (times <= 20) throw new Error('full')
    works.resolve()
  })
  await works.promise
  await loop.close()
  assert.deepEqual(
    lines.map((line) => [line['loop'], line['msg'], line['times']]),
    [
      ['chore', 'a step failed; trying again', undefined],
      ['chore', 'the step works again', 20],
    ],
  )
})

const terminated = () => Object.assign(new Error('terminating connection'), { code: '57P01' })

test('a single broken connection is logged in one line, and other errors as usual', async () => {
  const { log, lines } = readLog()
  const asked = Promise.withResolvers<void>()
  const stop = watchDatabase(log, () => asked.promise)
  log.child({ task: 'vid_1' }).warn({ err: terminated() }, 'a stage failed')
  log.warn({ err: new Error('query', { cause: terminated() }) }, 'a request failed')
  log.warn({ err: new Error('Client has encountered a connection error and is not queryable') }, 'a step failed')
  log.warn({ err: Object.assign(new Error('connect'), { code: 'ECONNREFUSED' }) }, 'a bucket is away')
  asked.resolve()
  await new Promise(setImmediate)
  stop()
  assert.deepEqual(
    lines.map(({ msg }) => msg),
    ['a bucket is away', 'a connection to the database broke'],
  )
})
