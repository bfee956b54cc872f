import assert from 'node:assert/strict'
import { test } from 'node:test'
import { type KeepOptions, type Kept, keepRunning, type Run } from '../../src/lib/keep-running.ts'
import { readLog } from '../support/read-log.ts'

const LIMITS = { firstMs: 1, mostMs: 4, failures: 4, steadyMs: 60_000 }

/** A program to keep running that ends when the test ends it. */
function subject(options: Partial<KeepOptions> = {}) {
  const { log, lines } = readLog()
  const runs: { end(how: string): void; isStopped: boolean }[] = []
  /** Errors of the next starts; after them it starts. */
  const errors: Error[] = []
  let started = Promise.withResolvers<void>()
  const start = async (): Promise<Run> => {
    const error = errors.shift()
    if (error) throw error
    const ended = Promise.withResolvers<string>()
    const run = { end: ended.resolve, isStopped: false }
    runs.push(run)
    started.resolve()
    const stop = async () => {
      run.isStopped = true
      ended.resolve('stopped')
    }
    return { ended: ended.promise, stop }
  }
  const keep = (): Kept =>
    keepRunning('The gateway', start, { log, needs: null, isFinal: () => true, limits: LIMITS, ...options })
  const next = async () => {
    await started.promise
    started = Promise.withResolvers()
    return runs.at(-1)
  }
  const said = () => lines.map(({ msg, how, failures, waitMs }) => (how ? [msg, how, failures, waitMs] : [msg]))
  return { keep, errors, runs, next, said, started: () => started.promise }
}

test('a program that ends, even before it is ready, is restarted, and each restart is logged', async () => {
  const { keep, errors, next, said } = subject()
  const kept = keep()
  const first = await next()
  await kept.running()
  errors.push(new Error('died while it started'))
  first?.end('SIGKILL')
  await next()
  await kept.running()
  await kept.close()
  assert.deepEqual(said(), [
    ['The gateway runs'],
    ['The gateway ended; starting it again', 'SIGKILL', 1, 1],
    ['The gateway ended; starting it again', 'died while it started', 2, 2],
    ['The gateway runs again'],
  ])
})

test('a program that fails too often in a row is given up', async () => {
  const { keep, errors, next, said } = subject()
  const kept = keep()
  const first = await next()
  errors.push(new Error('one'), new Error('two'), new Error('three'), new Error('never'))
  first?.end('SIGKILL')
  const given = 'The gateway failed 4 times in a row, the last time: three'
  await assert.rejects(kept.failed, { message: given })
  await assert.rejects(kept.running(), { message: given })
  assert.deepEqual(
    said().map((line) => line[3]),
    [undefined, 1, 2, 4],
  )
  assert.equal(errors.length, 1)
  await kept.close()
})

test('a failure after a steady run counts as the first', async () => {
  const { keep, next, said } = subject({ limits: { ...LIMITS, steadyMs: 0 } })
  const kept = keep()
  for (let i = 0; i < 6; i++) (await next())?.end('SIGKILL')
  await next()
  await kept.close()
  assert.deepEqual([...new Set(said().map((line) => line[2]))], [undefined, 1])
})

test('a final error at the first start ends the program at once, and a signal does not', async () => {
  const { keep, errors, next } = subject({ isFinal: (error) => String(error).includes('PORT') })
  errors.push(new Error('SIGKILL'))
  const kept = keep()
  await next()
  await kept.close()
  errors.push(new Error('PORT is taken'), new Error('never'))
  await assert.rejects(keep().running(), { message: 'PORT is taken' })
  assert.equal(errors.length, 1)
})

test('a program starts only while its dependency runs, and fails with it', async () => {
  const needs = { up: Promise.withResolvers<void>(), failed: Promise.withResolvers<never>() }
  const other = {
    running: () => Promise.race([needs.up.promise, needs.failed.promise]),
    failed: needs.failed.promise,
    close: async () => {},
  }
  const { keep, next, runs } = subject({ needs: other })
  const kept = keep()
  await new Promise(setImmediate)
  assert.equal(runs.length, 0)
  needs.up.resolve()
  const first = await next()
  needs.up = Promise.withResolvers()
  first?.end('SIGKILL')
  needs.failed.reject(new Error('Postgres failed'))
  await assert.rejects(kept.failed, { message: 'Postgres failed' })
  assert.equal(runs.length, 1)
})

test('closing stops the program, whether it runs, starts or waits', async () => {
  const running = subject()
  const kept = running.keep()
  await running.next()
  await kept.running()
  await kept.close()
  assert.equal(running.runs[0]?.isStopped, true)

  const starting = subject()
  await starting.keep().close()
  assert.equal(starting.runs[0]?.isStopped, true)

  const waiting = subject({ limits: { ...LIMITS, firstMs: 3_600_000, mostMs: 3_600_000 } })
  const other = waiting.keep()
  const first = await waiting.next()
  await other.running()
  first?.end('SIGKILL')
  await new Promise(setImmediate)
  await other.close()
  assert.equal(waiting.runs.length, 1)
})
