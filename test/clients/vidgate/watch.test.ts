import assert from 'node:assert/strict'
import { test } from 'node:test'
import { connect } from '../../../packages/client/src/connection.ts'
import { follow } from '../../../packages/client/src/events.ts'
import { createClient, type VideoState } from '../../../packages/client/src/index.ts'
import { SCOPES } from '../../../src/key/caller.ts'
import { encode, renderAndPackage } from '../../graphql/drive.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { startSecondGateway } from '../../support/second-gateway.ts'
import { until } from '../../support/until.ts'
import { finish, WHOLE } from '../documents.ts'
import { openLine } from '../line.ts'
import { refusalOf } from './refusals.ts'

const gateway = await startTestGateway({ scopes: SCOPES, concurrencyLimit: 100 })
const { url, key } = gateway
const client = createClient({ url, key })
const textOf = ({ seq, video }: VideoState) => `${seq} ${video.status.toUpperCase()}`

test('a connection that breaks loses and doubles no state, and the watch ends with the video', async () => {
  const line = await openLine(gateway)
  const { id } = await client.create({ prompt: 'x' })
  const seen: string[] = []
  let work: Promise<void> | null = null
  for await (const state of createClient({ url: line.gateway.url, key }).states(id)) {
    seen.push(textOf(state))
    work ??= finish(gateway, id, line.cut)
  }
  await work
  assert.deepEqual(seen, WHOLE)
  assert.equal(line.connections(), 2)
})

test('a watch survives a gateway that is away and comes back', async () => {
  const first = await startSecondGateway(gateway)
  const { id } = await client.create({ prompt: 'x' })
  const seen: string[] = []
  let work: Promise<unknown> | null = null
  const restart = async () => {
    await first.close()
    await encode(gateway, id)
    const port = Number(new URL(first.url).port)
    await startSecondGateway({ ...gateway, config: { ...gateway.config, port } })
    await renderAndPackage(gateway, id)
  }
  for await (const state of createClient({ url: first.url, key }).states(id)) {
    seen.push(textOf(state))
    work ??= restart()
  }
  await work
  assert.deepEqual(seen, WHOLE)
})

test('a token that ends is replaced, and the same watch continues', async () => {
  const { id } = await client.create({ prompt: 'x' })
  const made = await client.call<{ id: string; key: string }>({
    method: 'POST',
    path: '/v1/api-keys',
    body: { name: 'x' },
  })
  const tokenOf = async (by: string) => (await createClient({ url, key: by }).readToken({ task_id: id })).token
  const tokens = [await tokenOf(made.key), await tokenOf(key)]
  const asked: (string | null)[] = []
  const page = createClient({
    url,
    token(videoId) {
      asked.push(videoId)
      return tokens[asked.length - 1] ?? assert.fail('a third token')
    },
  })
  const [current, list] = await Promise.all([page.get(id), page.get(id)])
  assert.equal(current.status, list.status)
  const seen: string[] = []
  let work: Promise<unknown> | null = null
  const change = async () => {
    await client.call({ method: 'DELETE', path: `/v1/api-keys/${made.id}` })
    await until(async () => asked.length === 2)
    await finish(gateway, id, () => {})
  }
  for await (const state of page.states(id)) {
    seen.push(textOf(state))
    work ??= change()
  }
  await work
  assert.deepEqual(seen, WHOLE)
  assert.deepEqual(asked, [id, id])
})

test('a token that is refused when it is new ends the watch, and a failing server of tokens is asked again', async () => {
  const { id } = await client.create({ prompt: 'x' })
  let asked = 0
  const wrong = createClient({ url, token: () => `vgr_wrong${asked++}` })
  const refused = await refusalOf(wrong.finished(id))
  assert.deepEqual([refused.code, refused.status, asked], ['invalid_api_key', 401, 2])
  const token = (): string => {
    throw new Error(`away ${asked++}`)
  }
  const failing = createClient({ url, retries: 1, token })
  const failed = await refusalOf(failing.finished(id))
  assert.deepEqual([failed.code, String(failed.cause), asked], ['token_failed', 'Error: away 3', 4])
})

test('a refused watch is not repeated', async () => {
  let calls = 0
  const counting = createClient({
    url,
    key,
    fetch: (...call) => {
      calls += 1
      return fetch(...call)
    },
  })
  assert.equal((await refusalOf(counting.finished('vid_none'))).code, 'video_not_found')
  assert.equal(calls, 1)
})

test('an aborted watch rejects with the reason, and a consumer that leaves closes its connection', async () => {
  const { id } = await client.create({ prompt: 'x' })
  const open = () => gateway.rooms.eventStreams
  const before = JSON.stringify(open())
  const stop = new AbortController()
  const reason = new Error('enough')
  const watching = (async () => {
    for await (const video of client.watch(id, { signal: stop.signal })) {
      assert.equal(video.id, id)
      stop.abort(reason)
    }
  })()
  await assert.rejects(watching, reason)
  await assert.rejects(client.watch(id, { signal: stop.signal }).next(), reason)
  for await (const video of client.watch(id)) if (video.id === id) break
  assert.equal(JSON.stringify(open()), before)
  assert.equal((await client.cancel(id)).status, 'cancelled')
})

test('a watch continues after a known change, and has nothing after the last', async () => {
  const { id } = await client.create({ prompt: 'x' })
  await finish(gateway, id, () => {})
  const after = async (seq: number) => (await Array.fromAsync(client.states(id, { after: seq }))).map(textOf)
  assert.deepEqual(await after(4), WHOLE.slice(4))
  assert.deepEqual(await after(7), [])
  assert.equal((await client.finished(id, { after: 7 })).status, 'succeeded')
})

test('changes of all videos come over one connection, each once, also when it breaks', async () => {
  const account = await gateway.newAccount({ concurrencyLimit: 100 })
  const line = await openLine(gateway)
  const own = createClient({ url, key: account.key })
  const { data: videos, group_id } = await own.create({ prompt: 'x', n: 2 })
  const [first, second] = videos.map(({ id }) => id)
  assert.ok(first && second)
  const seen = new Map<string, string[]>()
  const stop = new AbortController()
  let opened = 0
  const onOpen = () => void opened++
  const over = createClient({ url: line.gateway.url, key: account.key })
  let work: Promise<unknown> | null = null
  const change = async () => {
    await encode(gateway, first)
    line.cut()
    await renderAndPackage(gateway, first)
    await own.cancel(second)
  }
  for await (const { id, seq, status } of over.changes({ onOpen, signal: stop.signal })) {
    seen.set(id, [...(seen.get(id) ?? []), `${seq} ${status?.toUpperCase() ?? 'DELETED'}`])
    if (seen.size === 2) work ??= change()
    if (id === second && status === 'cancelled') await own.delete(second)
    if (id === second && status === null) break
  }
  await work
  const upTo = (id: string) => seen.get(id) ?? []
  assert.deepEqual(upTo(first), WHOLE)
  assert.deepEqual(upTo(second).slice(-2), ['2 CANCELLED', '3 DELETED'])
  assert.deepEqual([opened, line.connections()], [2, 2])
  const whole = await Array.fromAsync(own.changes({ groupId: group_id }))
  assert.ok(whole.every(({ id }) => id === first))
  assert.equal((await refusalOf(own.changes({ groupId: 'grp_none' }).next())).code, 'group_not_found')
})

/** A chunk for each byte. */
function byByte(bytes: Uint8Array): ReadableStream<Uint8Array> {
  return new ReadableStream({
    start(control) {
      for (const byte of bytes) control.enqueue(Uint8Array.of(byte))
      control.close()
    },
  })
}

test('a stream without a sign of life is opened again, and lines are read across chunks', async () => {
  let opened = 0
  const bytes = new TextEncoder().encode(
    ': hello\r\nid: 1\r\ndata: {"a":\rdata:"…"}\n\nevent: complete\ndata\n\nid: 2\ndata: x\n\n',
  )
  const connection = connect({
    url,
    fetch: async (_, init) => {
      opened += 1
      if (opened > 1) return new Response(byByte(bytes))
      // A network that lost the connection without a word.
      return new Response(
        new ReadableStream({
          start: (control) => init?.signal?.addEventListener('abort', () => control.error(new Error('aborted'))),
        }),
      )
    },
  })
  const events = []
  for await (const event of follow(connection, {}, { call: () => ({ path: '/' }), silenceMs: 100 })) {
    events.push(event)
    if (event.id === '2') break
  }
  assert.deepEqual(events, [
    { id: '1', type: 'message', data: '{"a":\n"…"}' },
    { id: '1', type: 'complete', data: '' },
    { id: '2', type: 'message', data: 'x' },
  ])
  assert.equal(opened, 2)
})
