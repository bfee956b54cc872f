import assert from 'node:assert/strict'
import { test } from 'node:test'
import { schema } from '../../schema/index.ts'
import { type EventKind, eventsSince } from '../../src/push/log.ts'
import type { Stage } from '../../src/queue/catalog.ts'
import { beat } from '../../src/stage/beat.ts'
import type { Claim } from '../../src/stage/claim.ts'
import { reportDone, reportFailed, reportRejected } from '../../src/stage/report.ts'
import { reportVoid } from '../../src/stage/void.ts'
import { isErased, readConstants, withConstants } from '../../src/task/change.ts'
import { STATUSES, type Task, taskFromRow } from '../../src/task/task.ts'
import { noticeWaiting } from '../../src/task/waiting.ts'
import { watchTasks } from '../../src/task/watch-tasks.ts'
import { wholeOf } from '../graphql/whole.ts'
import { claimOf, complete } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { pngOf, uploaded } from '../support/material.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100, creditMicro: 1_000_000_000n })
const { resources, bus, verifier } = gateway.rooms
const { pool } = resources
const caller = await verifier.verify(`Bearer ${gateway.key}`)

/** A task after one change: its row, and the snapshot of the earlier version, which had nearly the whole row. */
interface State {
  readonly row: Task
  readonly whole: Record<string, unknown>
}

const states = new Map<string, State[]>()

/** Runs steps one after another and reads the task after each that changed it. */
async function live(id: string, steps: readonly (() => Promise<unknown>)[]): Promise<void> {
  const seen = states.get(id) ?? []
  states.set(id, seen)
  for (const step of [async () => {}, ...steps]) {
    await step()
    const { rows } = await pool.query(
      `select t.*, to_jsonb(t) - '{metadata,prompt,negative_prompt}'::text[] as whole from task t where id = $1`,
      [id],
    )
    const { whole, ...row } = rows[0]
    if (row.seq === seen.length) continue
    assert.equal(row.seq, seen.length + 1)
    seen.push({ row: taskFromRow(row), whole })
  }
}

async function create(body: object): Promise<string> {
  const answer = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', ...body })
  assert.equal(answer.status, 202, answer.text)
  return answer.body.id ?? answer.body.data[0].id
}

/** Steps of a task on one worker. */
function stepsOf(id: string) {
  let claim: Claim | null = null
  const claimed = () => claim ?? assert.fail('nothing is claimed')
  const failure = {
    reason: 'content_policy_output',
    detail: 'It cannot be made.',
    cause: 'test',
    retry: false,
  } as const
  return {
    wait: async () => {
      await pool.query(`update stage_attempt set ready_at = now() - interval '1 minute' where task_id = $1`, [id])
      await noticeWaiting(pool)
    },
    claim: (stage: Stage) => async () => {
      claim = await claimOf(gateway, id, stage)
    },
    beat: () => beat(resources, claimed(), 0.5, 11),
    complete: () => complete(gateway, claimed()),
    done: (output: object) => () => reportDone(resources, claimed(), { key: `tasks/${id}/part`, ...output }),
    repeat: () => reportVoid(resources, claimed(), 'test'),
    fail: () => reportFailed(resources, claimed(), { ...failure, reason: 'generation_error' }),
    reject: () => reportRejected(resources, claimed(), failure),
    cancel: () => gateway.call('POST', `/v1/videos/${id}/cancel`),
    remove: () => gateway.call('DELETE', `/v1/videos/${id}`),
  }
}

const first = await create({ metadata: { b: 1, a: [1.0] }, webhook_url: 'https://example.com/hook' })
const follower = collect(watchTasks(resources, bus, caller, { groupId: null, after: null }))
await follower.until(1)
{
  const { claim, complete, cancel } = stepsOf(first)
  await live(first, [claim('encode'), complete, claim('render'), cancel])
}

const png = await pngOf(1344, 768)
const [start, end] = [await uploaded(gateway, png, 'input_image'), await uploaded(gateway, png, 'end_image')]

/** From two frames, upscaled, with a second try of all stages but the first. */
const succeeded = await create({
  ...{ mode: 'image_to_video', input_image: start, end_image: end, resolution: '2k', use_context_ir: true },
  ...{ metadata: { z: 'é', a: 1e3 }, webhook_url: 'https://example.com/hook', seed: 7 },
})
{
  const { wait, claim, beat, done, complete, repeat } = stepsOf(succeeded)
  const remainder = [claim('upscale'), wait, complete, claim('package')]
  await live(succeeded, [wait, claim('encode'), beat, done({ contextIrApplied: true }), wait, claim('render'), beat])
  await live(succeeded, [done({ accelerated: true }), ...remainder, repeat, claim('render'), complete, ...remainder])
  await live(succeeded, [complete])
}

// The same video at 768p, finished and then upscaled.
const source = await create({})
{
  const { claim, complete } = stepsOf(source)
  await live(source, [claim('encode'), complete, claim('render'), complete, claim('package'), complete])
}
const { body: quote } = await gateway.call('GET', `/v1/videos/${source}/upscale`)
const accepted = await gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: quote.amount_micro })
const upscaled: string = accepted.body.id
{
  const { claim, complete } = stepsOf(upscaled)
  await live(upscaled, [claim('upscale'), complete, claim('package'), complete])
}

const failed = await create({ mode: 'reference_to_video', references: [end, start] })
{
  const { claim, complete, fail } = stepsOf(failed)
  await live(failed, [claim('encode'), complete, claim('render'), fail])
}

/** Its items change when it has rendered on a worker of other accounts. */
const rejected = await create({ service_tier: 'dedicated', n: 2 })
{
  const { claim, complete, reject } = stepsOf(rejected)
  await live(rejected, [claim('encode'), complete, claim('render'), complete, claim('package'), reject])
}

const ended = [first, succeeded, source, upscaled, failed, rejected]

/** The streams of the ended tasks, over both doors, from their first change on. */
async function streams(): Promise<string> {
  const query = `subscription ($id: ID!) { taskUpdated(id: $id, afterSeq: 0) { seq skipped task ${wholeOf(TASK)} } }`
  const texts: string[] = []
  for (const id of ended) {
    const rest = await gateway.call('GET', `/v1/videos/${id}/events?after_seq=0`)
    const headers = { accept: 'text/event-stream', authorization: `Bearer ${gateway.key}` }
    const graphql = await gateway.call('POST', '/graphql', { query, variables: { id } }, headers)
    assert.doesNotMatch(graphql.text, /"errors"/)
    texts.push(rest.text, graphql.text)
  }
  // Links are signed for each answer, and the seconds of a notice count to now.
  return texts.join('\n').replaceAll(/\?[\w=&%.-]+|"(expires_at|expiresAt)":"[^"]+"|"seconds":\d+/g, '')
}

const TASK = schema.getType('Task') as Parameters<typeof wholeOf>[0]

test('every event shows the task as its row was after the change, in every state, live and on resuming', async () => {
  const kinds = new Set<EventKind>()
  const statuses = new Set<string>()
  const constants = await readConstants(pool, ended)
  for (const id of ended) {
    const events = await eventsSince(pool, id, 0)
    const seen = states.get(id) ?? []
    assert.equal(events.length, seen.length)
    for (const [index, event] of events.entries()) {
      const state = seen[index] ?? assert.fail()
      const task = withConstants(event, constants.get(id) ?? assert.fail())
      assert.deepEqual(task, state.row)
      kinds.add(event.kind)
      statuses.add(task.status)
    }
  }
  assert.deepEqual([...statuses].sort(), [...STATUSES].sort())
  assert.deepEqual([...kinds].sort(), [
    ...['advanced', 'cancelled', 'claimed', 'created', 'failed', 'progress'],
    ...['rejected', 'requeued', 'succeeded', 'waiting'],
  ])
  const count = ended.reduce((sum, id) => sum + (states.get(id)?.length ?? 0), 0)
  const changes = await follower.until(count)
  const resumed = collect(watchTasks(resources, bus, caller, { groupId: null, after: changes[0]?.cursor ?? null }))
  for (const { taskId, seq, task } of [...changes, ...(await resumed.until(count - 1))]) {
    const row = states.get(taskId)?.[seq - 1]?.row
    if (row) assert.deepEqual(task, row)
  }
  await resumed.close()
  await follower.close()
})

test('an event of the earlier version, with nearly the whole row, shows the same text', async () => {
  const now = await streams()
  for (const id of ended) {
    for (const [index, { whole }] of (states.get(id) ?? []).entries()) {
      await pool.query('update event set snapshot = $3 where task_id = $1 and seq = $2', [id, index + 1, whole])
    }
  }
  assert.equal(await streams(), now)
})

test('a snapshot of a text to video is an eighth of its row', async () => {
  const id = await create({})
  const { claim } = stepsOf(id)
  await live(id, [claim('encode')])
  const { rows } = await pool.query('select length(snapshot::text) as bytes from event where task_id = $1', [id])
  assert.ok(rows.every(({ bytes }) => bytes * 8 < JSON.stringify(states.get(id)?.[1]?.whole).length))
})

test('the event of a deletion shows the task without the caller’s texts, and the others nothing', async () => {
  const { remove } = stepsOf(failed)
  await live(failed, [remove])
  const events = await eventsSince(pool, failed, 0)
  const last = events.pop() ?? assert.fail()
  assert.ok(events.every(isErased))
  const constants = (await readConstants(pool, [failed])).get(failed) ?? assert.fail()
  const task = withConstants(last, constants)
  assert.deepEqual(task, states.get(failed)?.at(-1)?.row)
  assert.deepEqual([last.kind, task.prompt, task.references, task.webhookUrl], ['deleted', '', [], null])
})
