import assert from 'node:assert/strict'
import { beforeEach, test } from 'node:test'
import type { Resources } from '../../src/resources.ts'
import { beat } from '../../src/stage/beat.ts'
import { eraseLeftovers, eraseOutputs } from '../../src/task/erase.ts'
import { previewKey, removeOrphans } from '../../src/task/objects.ts'
import { removeTask } from '../../src/task/remove.ts'
import { claimOf, complete, endedTask, objectsOf, store, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'

/** Retention and deletion, by a clock that the tests set. */

const gateway = await startTestGateway()
const { resources, links } = gateway.rooms
const { pool, storage } = resources

const DAY_MS = 24 * 3600 * 1000
const HOUR_MS = 3600 * 1000

// Each test counts its own tasks only.
beforeEach(() => eraseOutputs(resources, new Date(Date.now() + 365 * DAY_MS)))

async function read(id: string) {
  const { body: task } = await gateway.call('GET', `/v1/videos/${id}`)
  const content = await gateway.call('GET', `/v1/videos/${id}/content`)
  return { task, content: content.body?.error?.code ?? content.status }
}

/** The time until which a task's bytes are kept. */
const keptUntil = async (id: string) => new Date((await read(id)).task.output.available_until)
const before = (time: Date) => new Date(time.getTime() - 1)

/** The storage, with one operation that fails or is watched. */
function withStorage(changes: Partial<Resources['storage']>): Pick<Resources, 'pool' | 'storage' | 'log'> {
  return { ...resources, storage: { ...storage, ...changes } }
}

test('finished bytes are kept for 30 days and then deleted, and the task stays succeeded', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const due = await keptUntil(id)
  const { task } = await read(id)
  const days = (due.getTime() - Date.parse(task.completed_at)) / DAY_MS
  assert.ok(Math.abs(days - 30) < 0.01, `${days} days`)
  assert.equal(await eraseOutputs(resources, before(due)), 0)
  assert.equal((await read(id)).content, 200)

  assert.equal(await eraseOutputs(resources, due), 1)
  await eraseLeftovers(resources, due)
  assert.deepEqual(await objectsOf(gateway, id), [])
  const { task: after, content } = await read(id)
  assert.equal(content, 'video_expired')
  const { output, ...rest } = after
  assert.deepEqual(output, { ...task.output, video_uri: null, expires_at: null })
  assert.deepEqual({ ...rest, output: null }, { ...task, output: null })
  assert.equal(after.status, 'succeeded')
  for (const variant of ['video', 'thumbnail'] as const) {
    const answer = await gateway.call('GET', links.sign(id, variant).path)
    assert.deepEqual([answer.status, answer.body.error.code], [410, 'video_expired'])
  }
  const query = `{ task(id: "${id}") { status output { videoUri width } } }`
  const { body } = await gateway.call('POST', '/graphql', { query })
  assert.deepEqual(body.data.task, { status: 'SUCCEEDED', output: { videoUri: null, width: 1344 } })
  assert.equal(await eraseOutputs(resources, due), 0)
})

for (const end of ['succeeded', 'failed', 'cancelled', 'rejected'] as const) {
  test(`${end}: intermediate files are deleted, and the finished file is not`, async () => {
    const id = await endedTask(gateway, end)
    assert.ok((await objectsOf(gateway, id)).some((key) => key.includes('/encode.')))
    await eraseLeftovers(resources, new Date())
    const finished = [`tasks/${id}/package.1.mp4`, `tasks/${id}/package.1.webp`]
    assert.deepEqual(await objectsOf(gateway, id), end === 'succeeded' ? finished : [])
    assert.equal((await read(id)).content, end === 'succeeded' ? 200 : 'video_unavailable')
    assert.equal(await eraseLeftovers(resources, new Date()), 0)
  })
}

test('intermediate files of an unfinished task are kept', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  await complete(gateway, await workUpTo(gateway, body.id, 'render'))
  const objects = await objectsOf(gateway, body.id)
  assert.equal(objects.length, 2)
  await eraseLeftovers(resources, new Date(Date.now() + 365 * DAY_MS))
  assert.deepEqual(await objectsOf(gateway, body.id), objects)
})

test('previews of a worker that was killed are deleted when the task has ended', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  const claim = await workUpTo(gateway, body.id, 'render')
  // The second one was stored, but not reported.
  for (const number of [11, 12]) await store(gateway, previewKey(body.id, number))
  await beat(resources, claim, 0.5, 11)
  await eraseLeftovers(resources, new Date())
  assert.equal((await objectsOf(gateway, body.id)).filter((key) => key.includes('/preview.')).length, 2)
  await gateway.call('POST', `/v1/videos/${body.id}/cancel`)
  await eraseLeftovers(resources, new Date(Date.now() + HOUR_MS))
  assert.deepEqual(await objectsOf(gateway, body.id), [])
})

test('a source is kept while it is upscaled, and deleted afterwards', async () => {
  const source = await endedTask(gateway, 'succeeded')
  const due = await keptUntil(source)
  const later = new Date(due.getTime() + DAY_MS)
  const upscale = () => gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
  const { body: first } = await upscale()
  assert.equal(await eraseOutputs(resources, later), 0)
  await gateway.call('POST', `/v1/videos/${first.id}/cancel`)

  const { body: second } = await upscale()
  const claim = await claimOf(gateway, second.id, 'upscale')
  assert.equal(await eraseOutputs(resources, later), 0)
  assert.equal((await read(source)).content, 200)
  await complete(gateway, claim)
  await complete(gateway, await claimOf(gateway, second.id, 'package'))
  assert.equal(await eraseOutputs(resources, due), 1)
  assert.equal((await read(source)).content, 'video_expired')
  assert.equal((await read(second.id)).content, 200)
})

test('an upscale of a source that is being deleted is refused and not charged', async () => {
  const source = await endedTask(gateway, 'succeeded')
  const due = await keptUntil(source)
  const counts = await gateway.counts()
  let answer: ReturnType<typeof gateway.call> | undefined
  const needs = withStorage({
    async remove(key) {
      answer ??= gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
      await until(isLocked)
      await storage.remove(key)
    },
  })
  assert.equal(await eraseOutputs(needs, due), 1)
  const { status, body } = (await answer) ?? assert.fail()
  assert.deepEqual([status, body.error.code], [410, 'source_unavailable'])
  assert.deepEqual(await gateway.counts(), counts)
})

async function isLocked(): Promise<boolean> {
  const { rowCount } = await pool.query(
    "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
  )
  return rowCount !== 0
}

test('an interrupted deletion is completed by the next one', async () => {
  for (const breaksAt of [1, 2]) {
    const id = await endedTask(gateway, 'succeeded')
    const due = await keptUntil(id)
    let removals = 0
    const broken = withStorage({
      async remove(key) {
        if (++removals === breaksAt) throw new Error('the storage is away')
        await storage.remove(key)
      },
    })
    assert.equal(await eraseOutputs(broken, due), 0)
    const { rows } = await pool.query('select output_erased_at from task where id = $1', [id])
    assert.equal(rows[0].output_erased_at, null)
    // One that cannot be deleted delays no other.
    const other = await endedTask(gateway, 'succeeded')
    removals = breaksAt - 1
    assert.equal(await eraseOutputs(broken, await keptUntil(other)), 1)
    assert.equal(await eraseOutputs(resources, await keptUntil(other)), 1)
    for (const each of [id, other]) assert.equal((await read(each)).content, 'video_expired')
    await eraseLeftovers(resources, new Date())
    for (const each of [id, other]) assert.deepEqual(await objectsOf(gateway, each), [])
  }
})

test('bytes deleted before a crash are recorded by the next deletion', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const due = await keptUntil(id)
  for (const key of await objectsOf(gateway, id)) await storage.remove(key)
  assert.equal((await read(id)).content, 'video_expired')
  assert.equal(await eraseOutputs(resources, due), 1)
  assert.equal(await eraseOutputs(resources, due), 0)
  assert.equal((await read(id)).task.output.video_uri, null)
})

test('leftover bytes of a deleted task are deleted by the chore', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const caller = await gateway.rooms.verifier.verify(`Bearer ${gateway.key}`)
  const needs = { ...resources, ...withStorage({ remove: () => Promise.reject(new Error('the storage is away')) }) }
  await removeTask(needs, caller, { id, idempotencyKey: null })
  assert.ok((await objectsOf(gateway, id)).length > 0)
  const soon = new Date(Date.now() + 1000)
  assert.equal(await eraseOutputs(resources, soon), 1)
  await eraseLeftovers(resources, soon)
  assert.deepEqual(await objectsOf(gateway, id), [])
})

test('unreported objects of killed workers are deleted after an hour, and others are kept', async () => {
  const ended = await endedTask(gateway, 'succeeded')
  const cancelled = await endedTask(gateway, 'cancelled')
  const { body: unfinished } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake' })
  await complete(gateway, await workUpTo(gateway, unfinished.id, 'encode'))
  const orphans = [ended, cancelled, 'vid_of_no_row'].map((id) => `tasks/${id}/render.9.mp4`)
  for (const key of [...orphans, `tasks/${unfinished.id}/render.1.mp4`]) await store(gateway, key)
  const all = async () =>
    (await Promise.all([ended, cancelled, unfinished.id, 'vid_of_no_row'].map((id) => objectsOf(gateway, id)))).flat()
  const stored = await all()

  assert.equal(await removeOrphans(resources, new Date()), 0)
  await removeOrphans(resources, new Date(Date.now() + 2 * HOUR_MS))
  assert.deepEqual(
    await all(),
    stored.filter((key) => !orphans.includes(key)),
  )
  assert.equal((await read(ended)).content, 200)
})
