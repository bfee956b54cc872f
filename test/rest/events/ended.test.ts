import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventSource } from 'eventsource'
import { SCOPES } from '../../../src/key/caller.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { startSecondGateway } from '../../support/second-gateway.ts'
import { openEvents, statesOf } from './stream.ts'

/** Reasons for which streams end before their task. */

const gateway = await startTestGateway({ scopes: SCOPES })

async function create(): Promise<string> {
  return (await gateway.call('POST', '/v1/videos', { prompt: 'x' })).body.id
}

async function newKey(body: object = {}): Promise<{ id: string; headers: Record<string, string> }> {
  const { body: made } = await gateway.call('POST', '/v1/api-keys', { name: 'x', ...body })
  return { id: made.id, headers: { authorization: `Bearer ${made.key}` } }
}

test('a revoked key ends its streams, and a reconnecting browser is refused for good', async () => {
  const id = await create()
  const { id: keyId, headers } = await newKey()
  const statuses: number[] = []
  const source = new EventSource(`${gateway.url}/v1/videos/${id}/events`, {
    async fetch(url, init) {
      const response = await fetch(url, { ...(init as RequestInit), headers: { ...init?.headers, ...headers } })
      statuses.push(response.status)
      return response
    },
  })
  const over = new Promise<void>((resolve) => {
    source.onerror = () => void (source.readyState === source.CLOSED && resolve())
  })
  await new Promise<void>((resolve) => {
    source.onmessage = () => resolve()
  })
  await gateway.call('DELETE', `/v1/api-keys/${keyId}`)
  await over
  assert.deepEqual(statuses, [200, 401])
})

test('an expired key ends its streams, and others continue', async () => {
  const id = await create()
  const { id: keyId, headers } = await newKey()
  const other = await openEvents(gateway, `/v1/videos/${id}/events`)
  const opened = await openEvents(gateway, `/v1/videos/${id}/events`, headers)
  await gateway.rooms.resources.pool.query('update api_key set expires_at = now() where id = $1', [keyId])
  await opened.rest()
  assert.equal(opened.response.complete, true)
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  assert.match(statesOf(await other.rest()).at(-1) ?? '', / cancelled$/)
})

test('a stopping gateway ends its streams cleanly, and another continues them', async () => {
  const id = await create()
  const second = await startSecondGateway(gateway)
  const opened = await openEvents({ ...gateway, url: second.url }, `/v1/videos/${id}/events?after_seq=0`)
  const first = await opened.next()
  await second.close()
  const seen = [first, ...(await opened.rest())].map((event) => event?.id)
  assert.equal(opened.response.complete, true)
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  const resumed = await openEvents(gateway, `/v1/videos/${id}/events?after_seq=${seen.at(-1)}`)
  const left = await resumed.rest()
  assert.match(statesOf(left).at(-1) ?? '', / cancelled$/)
  assert.deepEqual(
    [...seen, ...left.map((event) => event.id)],
    Array.from({ length: seen.length + left.length }, (_, index) => index + 1),
  )
})

test('a task deleted right after its end ends its streams, and reconnecting gets 404', async () => {
  const id = await create()
  const opened = await openEvents(gateway, `/v1/videos/${id}/events`)
  await opened.next()
  await gateway.call('POST', `/v1/videos/${id}/cancel`)
  await gateway.call('DELETE', `/v1/videos/${id}`)
  const seen = statesOf(await opened.rest())
  assert.equal(seen.length, 1)
  assert.match(seen[0] ?? '', /^[23] cancelled$/)
  const again = await gateway.call('GET', `/v1/videos/${id}/events`, undefined, { 'last-event-id': '2' })
  assert.deepEqual([again.status, again.body.error.code], [404, 'video_not_found'])
})
