import assert from 'node:assert/strict'
import { test } from 'node:test'
import { EventSource } from 'eventsource'
import OpenAI from 'openai'
import { encode, renderAndPackage } from '../../graphql/drive.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { awayFromTurn } from '../../support/minute.ts'
import { until } from '../../support/until.ts'
import { openEvents, statesOf } from './stream.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const { bus } = gateway.rooms

async function create(body: object = {}): Promise<string> {
  return (await gateway.call('POST', '/v1/videos', { prompt: 'watched', ...body })).body.id
}

async function ended(): Promise<string> {
  const id = await create()
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  return id
}

/** Settles when no subscription is open. */
function untilLeft(): Promise<void> {
  return until(async () => bus.size() === 0)
}

const WHOLE = ['1 queued', '2 encoding', '3 encoding', '4 rendering', '5 rendering', '6 packaging', '7 succeeded']

test('a stream sends the current state, then every change once and in order, then ends', async () => {
  const id = await create()
  const opened = await openEvents(gateway, `/v1/videos/${id}/events`)
  assert.equal(opened.status, 200)
  const { 'content-type': type, 'cache-control': cache, 'x-accel-buffering': buffering } = opened.headers
  assert.deepEqual([type, cache, buffering], ['text/event-stream', 'no-store', 'no'])
  assert.match(String(opened.headers['x-request-id']), /^req_/)
  const first = await opened.next()
  assert.ok(first)
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  assert.deepEqual(statesOf([first, ...(await opened.rest())]), WHOLE)
  assert.ok(opened.text().startsWith('retry: 1000\n\nid: 1\ndata: {'))
  assert.equal(opened.response.complete, true)
  await untilLeft()
})

test('a stream without a new change starts at once and continues with the next change', async () => {
  const id = await create()
  const opened = await openEvents(gateway, `/v1/videos/${id}/events?after_seq=1`)
  assert.equal(opened.status, 200)
  assert.equal(bus.size(), 1)
  await encode(gateway, id)
  const event = await opened.next()
  assert.deepEqual(statesOf(event ? [event] : []), ['2 encoding'])
  opened.leave()
  await untilLeft()
})

test('each event is the task as GET returns it, metadata byte for byte', async () => {
  const metadata = '{"b":1,"2":9007199254740993,"b":2.50, "名":"\\u2028"}'
  const created = await gateway.call('POST', '/v1/videos', `{"prompt":"x","metadata":${metadata}}`)
  const opened = await openEvents(gateway, `/v1/videos/${created.body.id}/events`)
  const { text } = await gateway.call('GET', `/v1/videos/${created.body.id}`)
  const event = await opened.next()
  assert.equal(event?.data, text)
  assert.ok(text.endsWith(`"metadata":${metadata}}`))
  opened.leave()
  await untilLeft()
})

test('metadata with line breaks is streamed unchanged', async () => {
  const metadata = '{\n  "a": 1,\n  "b": [\n  ]\n}'
  const { body } = await gateway.call('POST', '/v1/videos', `{"prompt":"x","metadata":${metadata}}`)
  const source = new EventSource(`${gateway.url}/v1/videos/${body.id}/events`, { fetch: withKey })
  const { promise, resolve } = Promise.withResolvers<string>()
  source.onmessage = ({ data }) => resolve(data)
  assert.ok((await promise).endsWith(`"metadata":${metadata}}`))
  source.close()
  await untilLeft()
})

const withKey = (url: string | URL, init?: RequestInit) =>
  fetch(url, { ...init, headers: { ...init?.headers, authorization: `Bearer ${gateway.key}` } })

test('a stock EventSource gets every state once, reconnects after the end, and stops at 204', async () => {
  const id = await create()
  const asked: (string | null)[] = []
  const source = new EventSource(`${gateway.url}/v1/videos/${id}/events`, {
    fetch(url, init) {
      asked.push(new Headers(init?.headers as HeadersInit).get('last-event-id'))
      return withKey(url, init as RequestInit)
    },
  })
  const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
  const { promise: over, resolve: end } = Promise.withResolvers<number | undefined>()
  const seen: string[] = []
  source.onmessage = ({ data, lastEventId }) => {
    seen.push(`${lastEventId} ${JSON.parse(data).status}`)
    begin()
  }
  source.onerror = ({ code }) => {
    if (source.readyState === source.CLOSED) end(code)
  }
  await begun
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  assert.equal(await over, 204)
  assert.deepEqual(seen, WHOLE)
  assert.deepEqual(asked, [null, '7'])
  await untilLeft()
})

test('the stock OpenAI client reads the events as a stream of JSON', async () => {
  const id = await ended()
  const client = new OpenAI({ apiKey: gateway.key, baseURL: `${gateway.url}/v1` })
  const stream = await client.get(`/videos/${id}/events?after_seq=0`, { stream: true })
  const seen: unknown[] = []
  for await (const task of stream as AsyncIterable<{ status: string }>) seen.push(task.status)
  assert.deepEqual(
    seen,
    WHOLE.map((each) => each.slice(2)),
  )
})

test('a stream resumes after a seq in the header or the query, and the header wins', async () => {
  const id = await ended()
  const path = `/v1/videos/${id}/events`
  const authorization = `Bearer ${gateway.key}`
  for (const [query, header, from] of [
    ['?after_seq=0', null, 0],
    ['?after_seq=5', null, 5],
    ['', '4', 4],
    ['?after_seq=2', '6', 6],
  ] as const) {
    const opened = await openEvents(gateway, path + query, {
      authorization,
      ...(header === null ? {} : { 'last-event-id': header }),
    })
    assert.deepEqual(statesOf(await opened.rest()), WHOLE.slice(from), query)
  }
  const latest = await openEvents(gateway, path)
  assert.deepEqual(statesOf(await latest.rest()), WHOLE.slice(6))
})

test('a client with the last or a later state gets 204', async () => {
  const id = await ended()
  for (const seq of ['7', '8', '4000000000']) {
    const headers = { authorization: `Bearer ${gateway.key}`, 'last-event-id': seq }
    const opened = await openEvents(gateway, `/v1/videos/${id}/events`, headers)
    assert.deepEqual([opened.status, opened.headers['cache-control'], await opened.rest()], [204, 'no-store', []])
  }
})

test('HEAD returns only the headers and leaves nothing open', async () => {
  const id = await create()
  const answer = await gateway.call('HEAD', `/v1/videos/${id}/events`)
  assert.deepEqual([answer.status, answer.headers.get('content-type')], [200, 'text/event-stream'])
  assert.equal(answer.text, '')
  assert.equal((await gateway.call('HEAD', '/v1/videos/vid_none/events')).status, 404)
  await untilLeft()
})

test('a disconnected client leaves nothing open', async () => {
  const id = await create()
  const opened = await openEvents(gateway, `/v1/videos/${id}/events`)
  await opened.next()
  assert.equal(bus.size(), 1)
  opened.leave()
  await untilLeft()
})

test('a stream costs one call', async () => {
  await awayFromTurn(gateway)
  const { key } = await gateway.newAccount({ callsPerMinute: 5 })
  const headers = { authorization: `Bearer ${key}` }
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' }, headers)
  const opened = await openEvents(gateway, `/v1/videos/${body.id}/events`, headers)
  assert.match(String(opened.headers['ratelimit']), /^"calls";r=4;t=\d+$/)
  opened.leave()
  await untilLeft()
})
