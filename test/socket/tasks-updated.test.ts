import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listen, send } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { type Collected, collect } from '../push/collect.ts'
import { startTestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { openClient } from './client.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const second = await startSecondGateway(gateway)
const { bus } = gateway.rooms

interface Update {
  readonly taskId: string
  readonly task: { readonly status: string; readonly progress: number } | null
  readonly deleted: boolean
  readonly seq: number
  readonly skipped: boolean
  readonly cursor: string
}

const QUERY = `subscription ($groupId: ID, $after: String) {
  tasksUpdated(groupId: $groupId, after: $after) { taskId task { status progress } deleted seq skipped cursor }
}`

type Variables = { readonly groupId?: string; readonly after?: string }
interface Answer {
  readonly data?: { readonly tasksUpdated: Update } | null | undefined
}

/** Both transports of a gateway. */
function doorsOf(at: typeof gateway) {
  const client = openClient(at)
  after(() => client.dispose())
  return {
    socket: (variables: Variables) =>
      collect<Answer>(client.iterate<{ tasksUpdated: Update }>({ query: QUERY, variables })),
    events: (variables: Variables) =>
      collect<Answer>(listen<{ tasksUpdated: Update }, Variables>(at, QUERY, variables)),
  }
}

const [here, there] = [doorsOf(gateway), doorsOf(second)]

const createGroup = async (at = gateway): Promise<{ groupId: string; ids: [string, string] }> => {
  const { body } = await at.call('POST', '/v1/videos', { prompt: 'a lake', n: 2 })
  return { groupId: body.group_id, ids: body.data.map(({ id }: { id: string }) => id) }
}
const post = (path: string) => gateway.call('POST', path)
const updatesOf = ({ items }: Collected<Answer>) => items.flatMap(({ data }) => data?.tasksUpdated ?? [])
const toldBy = (stream: Collected<Answer>) =>
  updatesOf(stream).map(({ taskId, seq, task }) => `${taskId} ${seq} ${task?.status ?? 'DELETED'}`)

/** Settles when the gateway has this many open subscriptions. */
function untilOpen(count: number): Promise<void> {
  return until(async () => bus.size() === count)
}

test('a group’s stream runs to its end over both transports, at the working gateway and another', async () => {
  const { groupId, ids } = await createGroup()
  const [a, b] = ids
  const streams = [here.socket, here.events, there.socket, there.events].map((open) => open({ groupId }))
  await Promise.all(streams.map((stream) => stream.until(2)))
  await encode(gateway, a)
  await renderAndPackage(gateway, a)
  await post(`/v1/videos/${b}/cancel`)
  const expected = [
    `${a} 1 QUEUED`,
    `${b} 1 QUEUED`,
    `${a} 2 ENCODING`,
    `${a} 3 ENCODING`,
    `${a} 4 RENDERING`,
    `${a} 5 RENDERING`,
    `${a} 6 PACKAGING`,
    `${a} 7 SUCCEEDED`,
    `${b} 2 CANCELLED`,
  ]
  for (const stream of streams) {
    await stream.ended
    assert.deepEqual(toldBy(stream), expected)
    const updates = updatesOf(stream)
    assert.ok(updates.every(({ skipped, deleted }) => !skipped && !deleted))
    assert.equal(updates[7]?.task?.progress, 1)
  }
  await untilOpen(0)
})

test('a stream resumes at another gateway from its cursor, and sends deletions', async () => {
  const { ids } = await createGroup()
  const [a, b] = ids
  const before = here.socket({})
  await before.until(2)
  await before.close()
  await post(`/v1/videos/${a}/cancel`)
  const after = { after: updatesOf(before)[1]?.cursor ?? '' }
  const streams = [there.socket(after), there.events(after)]
  await second.call('POST', `/v1/videos/${b}/cancel`)
  // Read before the deletion removes it.
  await Promise.all(streams.map((stream) => stream.until(2)))
  await gateway.call('DELETE', `/v1/videos/${b}`)
  const { ids: later } = await createGroup(second)
  for (const stream of streams) {
    await stream.until(5)
    assert.deepEqual(toldBy(stream), [
      `${a} 2 CANCELLED`,
      `${b} 2 CANCELLED`,
      `${b} 3 DELETED`,
      `${later[0]} 1 QUEUED`,
      `${later[1]} 1 QUEUED`,
    ])
    const deletion = updatesOf(stream)[2]
    assert.deepEqual(deletion, { ...deletion, taskId: b, task: null, deleted: true })
    await stream.close()
  }
  for (const id of later) await post(`/v1/videos/${id}/cancel`)
})

test('refusals fail the subscription itself over both transports and leave nothing open', async () => {
  const foreign = await gateway.newAccount()
  const { groupId } = await createGroup()
  const stranger = { ...gateway, key: foreign.key }
  for (const [at, variables, code] of [
    [gateway, { groupId: 'grp_none' }, 'group_not_found'],
    [stranger, { groupId }, 'group_not_found'],
    [gateway, { after: 'made up' }, 'invalid_cursor'],
  ] as const) {
    const { errors } = await send(at, QUERY, variables, { authorization: `Bearer ${at.key}` })
    assert.equal(errors?.[0]?.extensions.code, code)
    const client = openClient(at)
    const { value } = await client.iterate({ query: QUERY, variables }).next()
    assert.equal(value?.errors?.[0]?.extensions?.['code'], code)
    await client.dispose()
  }
  await untilOpen(0)
})

test('a stream that waits for its first change is open, and dropping it leaves nothing open', async () => {
  const { groupId } = await createGroup()
  const before = here.socket({ groupId })
  await before.until(2)
  await before.close()
  const variables = { groupId, after: updatesOf(before)[1]?.cursor ?? '' }
  await untilOpen(0)
  const leave = new AbortController()
  const response = await fetch(`${gateway.url}/graphql`, {
    method: 'POST',
    headers: {
      accept: 'text/event-stream',
      authorization: `Bearer ${gateway.key}`,
      'content-type': 'application/json',
    },
    body: JSON.stringify({ query: QUERY, variables }),
    signal: leave.signal,
  })
  assert.deepEqual([response.status, response.headers.get('content-type')], [200, 'text/event-stream'])
  const client = openClient(gateway)
  const pending = client.iterate({ query: QUERY, variables }).next()
  await untilOpen(2)
  leave.abort()
  client.terminate()
  await Promise.allSettled([pending])
  await untilOpen(0)
})
