import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EVENT_STREAMS_PER_KEY } from '../../src/limits.ts'
import { openEvents } from '../rest/events/stream.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { createdId, listen } from './client.ts'
import { encode, renderAndPackage } from './drive.ts'

const gateway = await startTestGateway()
const { bus, eventStreams, resources, verifier } = gateway.rooms
const QUERY = 'subscription ($id: ID!) { taskUpdated(id: $id) { seq } }'

const subscribe = (by: TestGateway, id: string, headers: Record<string, string> = {}) =>
  by.call('POST', '/graphql', { query: QUERY, variables: { id } }, { accept: 'text/event-stream', ...headers })

/** Another account's key, with all slots but one in use. */
async function withOneSlot() {
  const { accountId, key } = await gateway.newAccount()
  const authorization = `Bearer ${key}`
  const call: TestGateway['call'] = (method, path, body, headers) =>
    gateway.call(method, path, body, { authorization, ...headers })
  const by: TestGateway = { ...gateway, accountId, key, call }
  const { keyId } = await verifier.verify(authorization)
  for (let i = 1; i < EVENT_STREAMS_PER_KEY; i++) eventStreams.take(keyId)
  const isFree = async () => {
    const free = eventStreams.take(keyId)
    free?.()
    return free !== null
  }
  return { by, keyId, isFree, id: await createdId(by) }
}

test('streams of a key are limited over both APIs, and one more gets 429', async () => {
  const { by, id, isFree } = await withOneSlot()
  const open = listen(by, QUERY, { id })
  await open.next()
  const refused = await subscribe(by, id)
  assert.equal(refused.status, 429)
  assert.equal(refused.headers.get('retry-after'), '10')
  assert.match(refused.text, /"code":"rate_limit_exceeded"/)
  assert.equal((await openEvents(by, `/v1/videos/${id}/events`)).status, 429)
  await until(async () => bus.size() === 1)
  await open.return()
  await until(isFree)
})

type Slot = Awaited<ReturnType<typeof withOneSlot>>

const ENDS: Readonly<Record<string, (slot: Slot) => Promise<void>>> = {
  async 'its reader disconnects'({ by, id }) {
    const stop = new AbortController()
    const open = listen(by, QUERY, { id }, stop.signal)
    await open.next()
    stop.abort()
    await assert.rejects(open.next())
  },
  async 'its reader does not accept event streams'({ by, id }) {
    assert.equal((await subscribe(by, id, { accept: 'application/json' })).status, 406)
  },
  async 'its task ends'({ by, id }) {
    const open = listen(by, QUERY, { id })
    await open.next()
    await encode(gateway, id)
    await renderAndPackage(gateway, id)
    for (let next = await open.next(); !next.done; ) next = await open.next()
  },
  async 'its key is revoked'({ by, id, keyId }) {
    const open = listen(by, QUERY, { id })
    await open.next()
    await resources.pool.query('update api_key set revoked_at = now() where id = $1', [keyId])
    assert.equal((await open.next()).done, true)
  },
}

for (const [how, end] of Object.entries(ENDS)) {
  test(`a slot is free again when ${how}`, async () => {
    const slot = await withOneSlot()
    await end(slot)
    await until(slot.isFree)
    await until(async () => bus.size() === 0)
  })
}
