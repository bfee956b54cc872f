import assert from 'node:assert/strict'
import { test } from 'node:test'
import { SOCKET_KEEPALIVE_MS } from '../../src/limits.ts'
import { raise } from '../chaos/support/watched.ts'
import { createdId } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { TaskUpdatedDocument, type TaskUpdatedSubscription } from '../graphql/generated/graphql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { closeOf, initialise, messageOf, openClient } from './client.ts'

const gateway = await startTestGateway()
const { bus, resources } = gateway.rooms

/** Each message is 320 KB, and the network buffers about 4 MB. */
const WIDE = Array.from({ length: 20 }, (_, i) => `m${i}: metadata`).join(' ')
const EVENTS = 40
const READERS = 5

test('a reader that stops is disconnected at the second ping, and others miss nothing', async (t) => {
  t.mock.timers.enable({ apis: ['setInterval'] })
  const metadata = { note: 'x'.repeat(16_000) }
  const id = await createdId(gateway, { prompt: 'watched', metadata })
  const stalled = await initialise(gateway)
  const query = `subscription ($id: ID!) { taskUpdated(id: $id) { seq task { ${WIDE} } } }`
  stalled.send(JSON.stringify({ id: '1', type: 'subscribe', payload: { query, variables: { id } } }))
  await messageOf(stalled)
  stalled.pause()

  const readers = Array.from({ length: READERS }, () => readSeqs(id))
  await Promise.all(readers.map(({ first }) => first))
  await encode(gateway, id)
  for (let i = 0; i < EVENTS; i++) await raise(resources, [id])
  await renderAndPackage(gateway, id)
  const last = 7 + EVENTS
  const all = Array.from({ length: last }, (_, i) => i + 1)
  for (const { seqs } of readers) assert.deepEqual(await seqs, all)

  assert.equal(bus.size(), 1)
  t.mock.timers.tick(SOCKET_KEEPALIVE_MS)
  assert.equal(bus.size(), 1)
  t.mock.timers.tick(SOCKET_KEEPALIVE_MS)
  await until(async () => bus.size() === 0)
  let taken = 1
  stalled.on('message', () => {
    taken += 1
  })
  const closed = closeOf(stalled)
  stalled.resume()
  assert.equal((await closed).code, 1006)
  assert.ok(taken < last, `${taken} of ${last} were read`)
})

/** `first` resolves at the first message, which holds the state at that time; later ones are events. */
function readSeqs(id: string): { first: Promise<void>; seqs: Promise<number[]> } {
  const first = Promise.withResolvers<void>()
  const read = async () => {
    const seqs: number[] = []
    const query = TaskUpdatedDocument.toString()
    for await (const { data } of openClient(gateway).iterate<TaskUpdatedSubscription>({ query, variables: { id } })) {
      if (data) seqs.push(data.taskUpdated.seq)
      first.resolve()
    }
    return seqs
  }
  return { first: first.promise, seqs: read() }
}
