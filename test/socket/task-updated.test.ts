import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { ask, createdId, listen, send } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { TaskDocument, TaskUpdatedDocument, type TaskUpdatedSubscription } from '../graphql/generated/graphql.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { openClient } from './client.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 })
const client = openClient(gateway)
after(() => client.dispose())

type Update = TaskUpdatedSubscription['taskUpdated']

const create = () => createdId(gateway, { prompt: 'watched' })

const bySocket = (id: string, afterSeq?: number) =>
  client.iterate<TaskUpdatedSubscription>({
    query: TaskUpdatedDocument.toString(),
    variables: { id, ...(afterSeq === undefined ? {} : { afterSeq }) },
  })

type Updates = AsyncIterable<{ data?: TaskUpdatedSubscription | null | undefined }>

async function collect(source: Updates, onFirst = () => {}): Promise<Update[]> {
  const updates: Update[] = []
  for await (const { data } of source) {
    if (data && updates.push(data.taskUpdated) === 1) onFirst()
  }
  return updates
}

/** Collects from now on; settles when the first state is there. */
async function begin(source: Updates): Promise<{ all: Promise<Update[]> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const all = collect(source, resolve)
  await Promise.race([promise, all])
  return { all }
}

const statuses = (updates: readonly Update[]) => updates.map(({ seq, task }) => `${seq} ${task.status}`)

const WHOLE = ['1 QUEUED', '2 ENCODING', '3 ENCODING', '4 RENDERING', '5 RENDERING', '6 PACKAGING', '7 SUCCEEDED']

/** Settles when the gateway has this many open subscriptions. */
function untilOpen(count: number): Promise<void> {
  return until(async () => gateway.rooms.bus.size() === count)
}

test('a subscription sends the state, then every change in order, then complete, over both transports', async () => {
  const id = await create()
  const socket = await begin(bySocket(id))
  const events = await begin(listen(gateway, TaskUpdatedDocument, { id }))
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  const [first, second] = await Promise.all([socket.all, events.all])
  assert.deepEqual(statuses(first), WHOLE)
  assert.deepEqual(statuses(second), WHOLE)
  assert.ok(first.every(({ skipped }) => !skipped))
  const last = first.at(-1)?.task
  assert.equal(last?.progress, 1)
  assert.equal(last?.cost, null)
  assert.deepEqual(last?.usage, {
    billedSeconds: 5,
    amountMicro: '2520000',
    amount: '¥2.52',
    currency: 'CNY',
    items: [
      { kind: 'ENCODER', quantity: 1, unitPriceMicro: '20000', amountMicro: '20000' },
      { kind: 'GENERATION', quantity: 5, unitPriceMicro: '500000', amountMicro: '2500000' },
    ],
  })
  assert.ok(last?.output?.videoUri?.startsWith(`${gateway.url}/v1/videos/${id}/content?`))
  assert.equal(last?.output?.duration, 5.167)
  const { task } = await ask(gateway, TaskDocument, { id })
  assert.equal(task?.output?.width, 1344)
  await untilOpen(0)
})

test('a subscription resumes after a seq, also of a finished task', async () => {
  const id = await create()
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  assert.deepEqual(statuses(await collect(bySocket(id, 5))), WHOLE.slice(5))
  assert.deepEqual(statuses(await collect(listen(gateway, TaskUpdatedDocument, { id, afterSeq: 6 }))), WHOLE.slice(6))
  assert.deepEqual(statuses(await collect(bySocket(id))), WHOLE.slice(6))
  assert.deepEqual(await collect(bySocket(id, 7)), [])
  await untilOpen(0)
})

test('missing and foreign tasks get the same error and leave nothing open', async () => {
  const id = await create()
  const stranger = await gateway.newAccount()
  const answers = await Promise.all([
    send(gateway, TaskUpdatedDocument, { id: 'vid_none' }),
    send(gateway, TaskUpdatedDocument, { id }, { authorization: `Bearer ${stranger.key}` }),
  ]).then((replies) => replies.map(({ errors }) => errors?.[0]?.extensions.code))
  assert.deepEqual(answers, ['video_not_found', 'video_not_found'])
  const { value } = await bySocket('vid_none').next()
  assert.equal(value?.errors?.[0]?.extensions?.['code'], 'video_not_found')
  assert.equal(value?.errors?.[0]?.message, 'There is no video "vid_none".')
  await untilOpen(0)
})

test('a closed socket, a completed operation and a dropped stream leave nothing open', async () => {
  const id = await create()
  const other = openClient(gateway)
  const first = other.iterate({ query: TaskUpdatedDocument.toString(), variables: { id } })
  const second = bySocket(id)
  const leave = new AbortController()
  const third = listen(gateway, TaskUpdatedDocument, { id }, leave.signal)
  await Promise.all([first.next(), second.next(), third.next()])
  assert.equal(gateway.rooms.bus.size(), 3)
  const pending = first.next().catch(() => {})
  other.terminate()
  await second.return?.()
  leave.abort()
  await third.next().catch(() => {})
  await pending
  await untilOpen(0)
})

test('a subscription with deleted events in its gap sends the latest state, marked as such', async () => {
  const id = await create()
  const { pool } = gateway.rooms.resources
  await pool.query('delete from event where task_id = $1', [id])
  await pool.query('update task set seq = 5 where id = $1', [id])
  const stream = bySocket(id, 1)
  const { value } = await stream.next()
  assert.equal(value?.data?.taskUpdated.seq, 5)
  assert.equal(value?.data?.taskUpdated.skipped, true)
  await stream.return?.()
  await untilOpen(0)
})

test('identical subscriptions get the same states in order', async () => {
  const id = await create()
  const streams = await Promise.all(Array.from({ length: 20 }, () => begin(bySocket(id))))
  await encode(gateway, id)
  await renderAndPackage(gateway, id)
  for (const { all } of streams) assert.deepEqual(statuses(await all), WHOLE)
  await untilOpen(0)
})
