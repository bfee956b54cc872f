import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { listen } from '../../graphql/client.ts'
import { type Collected, collect } from '../../push/collect.ts'
import { claimOf, endedTask } from '../../rest/cancel/work.ts'
import { openEvents } from '../../rest/events/stream.ts'
import { openClient } from '../../socket/client.ts'
import { twoAccounts } from './world.ts'

/** Events in one account's streams while another one causes every kind of event. */

const { gateway, b } = await twoAccounts()
const atB = { ...gateway, key: b.key }
const asB = { authorization: `Bearer ${b.key}` }
const client = openClient(atB)
const aborter = new AbortController()
after(() => {
  aborter.abort()
  return client.dispose()
})

const TASKS = 'subscription { tasksUpdated { taskId seq deleted } }'
const CREDITS = 'subscription { creditsUpdated { entry { kind taskId } } }'

// biome-ignore lint/suspicious/noExplicitAny: answers of several shapes
type Answer = { readonly data?: any }

const opened = (query: string): Collected<Answer>[] => [
  collect<Answer>(client.iterate({ query }) as AsyncIterableIterator<Answer>),
  collect<Answer>(listen<unknown, object>(atB, query, {}, aborter.signal) as AsyncGenerator<Answer>),
]

const made = async (key: string, body: object = { prompt: 'x' }) =>
  (await gateway.call('POST', '/v1/videos', body, { authorization: `Bearer ${key}` })).body

/** Every kind of event in an account's streams: creates, moves, ends, a deletion, entries. */
async function doEverything(): Promise<void> {
  const { data } = await made(gateway.key, { prompt: 'x', n: 2 })
  assert.equal((await gateway.call('POST', `/v1/videos/${data[0].id}/cancel`)).status, 200)
  assert.equal((await gateway.call('DELETE', `/v1/videos/${data[0].id}`)).status, 200)
  await endedTask(gateway, 'succeeded')
  assert.equal((await gateway.call('POST', '/v1/prompt/optimize', { prompt: 'x' })).status, 200)
}

test('one account’s actions send no event to another account’s streams', async () => {
  const task = await made(b.key)
  // Otherwise the other account's work would be next.
  await claimOf(gateway, task.id, 'encode')
  const tasks = opened(TASKS)
  const credits = opened(CREDITS)
  const one = opened(`subscription { taskUpdated(id: "${task.id}") { seq task { id } } }`)
  await Promise.all([...tasks, ...credits, ...one].map((stream) => stream.until(1)))
  const events = await openEvents(gateway, `/v1/videos/${task.id}/events`, asB)
  await events.next()

  await doEverything()
  await gateway.call('POST', `/v1/videos/${task.id}/cancel`, undefined, asB)

  for (const stream of tasks) {
    await stream.until(2)
    assert.deepEqual(
      stream.items.map(({ data }) => data.tasksUpdated),
      [
        { taskId: task.id, seq: 2, deleted: false },
        { taskId: task.id, seq: 3, deleted: false },
      ],
    )
  }
  for (const stream of credits) {
    await stream.until(2)
    assert.deepEqual(
      stream.items.map(({ data }) => data.creditsUpdated.entry),
      [null, { kind: 'RELEASE', taskId: task.id }],
    )
  }
  for (const stream of one) {
    await stream.ended
    assert.deepEqual(
      stream.items.map(({ data }) => data.taskUpdated),
      [2, 3].map((seq) => ({ seq, task: { id: task.id } })),
    )
  }
  assert.deepEqual(
    (await events.rest()).map(({ id, data }) => [id, JSON.parse(data).id]),
    [[3, task.id]],
  )
})
