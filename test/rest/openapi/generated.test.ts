import assert from 'node:assert/strict'
import { test } from 'node:test'
import { crc32 } from 'node:zlib'
import fc from 'fast-check'
import { pngOf } from '../../support/material.ts'
import { rounds } from '../../support/rounds.ts'
import type { Call } from './calling.ts'
import type { Documented } from './documented.ts'
import { callsFor } from './generate.ts'
import { openScene } from './scene.ts'

/** Requests generated from the document: every answer is documented. */

const SEED = 20_261_128
const EACH = rounds(40, 200)
const AT_ONCE = 12

const { call, make } = await openScene()

const several = (count: number, one: () => Promise<string>) => Promise.all(Array.from({ length: count }, one))
const known = {
  vid: [...(await several(40, make.finished)), ...(await several(40, make.queued))],
  file: await several(40, make.file),
  key: await several(4, make.key),
  whd: await several(4, make.delivery),
}
const file = await pngOf(64, 64)

/** A test event is sent at once: a generated address becomes one of this machine. */
function onThisMachine(options: Call): Call {
  const { body } = options
  const isAddress = typeof body === 'object' && body !== null && 'url' in body && /^http/.test(String(body.url))
  return isAddress ? { ...options, body: { ...body, url: 'http://127.0.0.1:9/' } } : options
}

/** This many calls of each operation, in turn, so that they share tasks and files. */
function generated(): { readonly operation: Documented; readonly options: Call }[] {
  const all = call.operations.flatMap((operation) => {
    // By its id, so that a new route does not change the calls of the others.
    const seed = SEED ^ crc32(operation.id)
    const calls = fc.sample(callsFor(call.contract, known, operation, file), { numRuns: EACH, seed })
    return calls.map((options, turn) => ({ operation, options: onThisMachine(options), turn }))
  })
  return all.sort((a, b) => a.turn - b.turn)
}

test(`${EACH} generated requests of each operation get documented answers and no server error`, async () => {
  const left = generated()
  assert.ok(left.length > 25 * EACH)
  call.seen.clear()
  const work = async () => {
    for (let next = left.pop(); next; next = left.pop()) {
      const { operation, options } = next
      const { id, statuses } = operation
      const { status, body } = await call(id, options)
      assert.ok(status < 500 || statuses.includes(status), `${id} ${status}: ${JSON.stringify([options, body])}`)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, work))
  for (const { id } of call.operations) {
    const statuses = [...(call.seen.get(id) ?? [])]
    assert.ok(statuses.some((status) => status < 300) && statuses.some((status) => status >= 400), `${id}: ${statuses}`)
  }
})
