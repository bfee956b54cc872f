import assert from 'node:assert/strict'
import { test } from 'node:test'
import { setTimeout as pause } from 'node:timers/promises'
import { SCOPES } from '../../src/key/caller.ts'
import { listen } from '../graphql/client.ts'
import { openClient } from '../socket/client.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { atMost } from '../support/rounds.ts'
import { startSecondGateway } from '../support/second-gateway.ts'

/** The end of a key at the gateway that revoked it, and at another process. */

const gateway = await startTestGateway({ scopes: SCOPES })
const second = await startSecondGateway(gateway)
const { body: task } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
const query = `subscription { taskUpdated(id: "${task.id}") { seq } }`

/**
 * Cache entries expire after a second, and open connections are checked every two; both with room for a busy machine.
 */
const CALLS_MS = atMost(2000)
const OPEN_MS = atMost(4500)
const ASK_EVERY_MS = 100

/** Milliseconds until a call is refused for good. */
async function untilRefused(at: TestGateway, key: string, code: string, start: number): Promise<number> {
  for (;;) {
    const response = await fetch(`${at.url}/v1/account`, { headers: { authorization: `Bearer ${key}` } })
    const body = await response.json()
    if (response.status === 401) {
      assert.equal(body.error.code, code)
      assert.equal(response.headers.get('www-authenticate'), 'Bearer')
      return performance.now() - start
    }
    assert.equal(response.status, 200)
    assert.ok(performance.now() - start <= CALLS_MS, `still accepted after ${CALLS_MS} ms`)
    await pause(ASK_EVERY_MS)
  }
}

interface Watched {
  /** The end of the stream, and its time. */
  readonly end: Promise<{ readonly error: unknown; readonly time: number }>
}

/** Reads to the end; the task may change meanwhile. */
async function begin(updates: AsyncIterator<unknown>): Promise<Watched> {
  assert.equal((await updates.next()).done, false)
  const drain = async () => {
    while (!(await updates.next()).done);
  }
  const end = drain().then(
    () => null,
    (error: unknown) => error,
  )
  return { end: end.then((error) => ({ error, time: performance.now() })) }
}

/** A stock client with a running subscription. One that reconnects would continue to wait. */
async function watchBySocket(at: TestGateway, key: string, code: string): Promise<Watched> {
  let connecting = 0
  const client = openClient(at, {
    retryAttempts: 5,
    connectionParams: { Authorization: `Bearer ${key}` },
    on: { connecting: () => void connecting++ },
  })
  const { end } = await begin(client.iterate({ query }))
  const checked = end.then(({ error, time }) => {
    const { code: closeCode, reason } = error as CloseEvent
    assert.deepEqual([closeCode, reason, connecting], [4401, code, 1])
    return { error: null, time }
  })
  return { end: checked }
}

function watchByEvents(at: TestGateway, key: string): Promise<Watched> {
  return begin(listen({ ...at, key }, query, {}))
}

/** Opens every kind of connection with a key, at both gateways, then ends the key. */
async function endsEverywhere(key: string, code: string, end: () => Promise<number>): Promise<void> {
  const open: (Watched & { readonly what: string })[] = []
  for (const [place, at] of [
    ['here', gateway],
    ['elsewhere', second],
  ] as const) {
    open.push({ what: `socket ${place}`, ...(await watchBySocket(at, key, code)) })
    open.push({ what: `events ${place}`, ...(await watchByEvents(at, key)) })
  }
  const start = await end()
  const refused = await Promise.all([gateway, second].map((at) => untilRefused(at, key, code, start)))
  for (const ms of refused) assert.ok(ms <= CALLS_MS, `calls: ${Math.round(ms)} ms`)
  for (const { what, end } of open) {
    const { error, time } = await end
    assert.equal(error, null, what)
    assert.ok(time - start <= OPEN_MS, `${what}: ${Math.round(time - start)} ms`)
  }
}

async function newKey(body: object = {}): Promise<{ id: string; key: string; expires_at: string | null }> {
  const answer = await gateway.call('POST', '/v1/api-keys', { name: 'x', ...body })
  assert.equal(answer.status, 201)
  return answer.body
}

test('a revoked key ends its calls within a second, then its sockets with 4401 and its streams', async () => {
  const { id, key } = await newKey()
  await endsEverywhere(key, 'api_key_revoked', async () => {
    assert.equal((await gateway.call('DELETE', `/v1/api-keys/${id}`)).status, 200)
    return performance.now()
  })
})

test('a key that revokes itself ends its calls, sockets and streams', async () => {
  const { id, key } = await newKey({ scopes: ['videos:read', 'keys:admin'] })
  await endsEverywhere(key, 'api_key_revoked', async () => {
    const headers = { authorization: `Bearer ${key}` }
    assert.equal((await gateway.call('DELETE', `/v1/api-keys/${id}`, undefined, headers)).status, 200)
    return performance.now()
  })
})

test('an expired key ends its calls, sockets and streams at its exact time', async () => {
  const { id, key } = await newKey({ expires_at: new Date(Date.now() + 3_600_000).toISOString() })
  await endsEverywhere(key, 'api_key_expired', async () => {
    // After all have read it again.
    const sql = `update api_key set expires_at = now() + interval '1500 milliseconds' where id = $1 returning expires_at`
    const { rows } = await gateway.rooms.resources.pool.query(sql, [id])
    return performance.now() + rows[0].expires_at.getTime() - Date.now()
  })
  const { body } = await gateway.call('GET', '/v1/api-keys?limit=1')
  assert.equal(body.data[0].status, 'expired')
})

test('tasks of a revoked key continue', async () => {
  const { id, key } = await newKey()
  const created = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, { authorization: `Bearer ${key}` })
  await gateway.call('DELETE', `/v1/api-keys/${id}`)
  const { body } = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  assert.deepEqual([body.status, body.cost.frozen_micro], ['queued', 2_520_000])
})
