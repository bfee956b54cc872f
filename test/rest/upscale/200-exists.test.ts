import assert from 'node:assert/strict'
import { test } from 'node:test'
import { reportFailed, reportRejected } from '../../../src/stage/report.ts'
import { brokenRules } from '../../chaos/money/rules.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, workUpTo } from '../cancel/work.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources

const FAILURE = { detail: 'It could not be made.', cause: 'test', retry: false } as const

const upscale = (id: string, amount = 1_550_000) =>
  gateway.call('POST', `/v1/videos/${id}/upscale`, { amount_micro: amount })

async function upscaled(): Promise<{ source: string; id: string }> {
  const source = await endedTask(gateway, 'succeeded')
  const { status, body } = await upscale(source)
  assert.equal(status, 202)
  return { source, id: body.id }
}

/** With any amount: nothing is charged, so nothing can change. */
async function assertExists(source: string, id: string): Promise<void> {
  const before = await rowsOf(gateway)
  const answer = await upscale(source, 1)
  assert.deepEqual([answer.status, answer.body.already_exists], [200, true])
  // A link is signed again in every answer, and a queue position may move.
  const { already_exists, output, queue, ...task } = answer.body
  const { output: own, queue: place, ...kept } = (await gateway.call('GET', `/v1/videos/${id}`)).body
  assert.deepEqual(task, kept)
  assert.equal(output?.width, own?.width)
  assert.deepEqual(await rowsOf(gateway), before)
}

async function assertAnew(source: string, id: string): Promise<void> {
  const answer = await upscale(source)
  assert.equal(answer.status, 202, answer.text)
  assert.notEqual(answer.body.id, id)
  await assertExists(source, answer.body.id)
  assert.deepEqual(await brokenRules(pool), [])
}

test('an upscale of a source with a running one returns that one, in each of its states', async () => {
  const { source, id } = await upscaled()
  await assertExists(source, id)
  const claim = await claimOf(gateway, id, 'upscale')
  await assertExists(source, id)
  await complete(gateway, claim)
  await assertExists(source, id)
  await complete(gateway, await claimOf(gateway, id, 'package'))
  await assertExists(source, id)
})

test('an upscale of a source with a finished one returns that one, even after the source’s retention', async () => {
  const { source, id } = await upscaled()
  await complete(gateway, await workUpTo(gateway, id, 'package'))
  await pool.query("update task set output_until = now() - interval '1 day' where id = $1", [source])
  await assertExists(source, id)
})

const GONE: Readonly<Record<string, (id: string) => Promise<unknown>>> = {
  failed: async (id) =>
    reportFailed(resources, await claimOf(gateway, id, 'upscale'), { ...FAILURE, reason: 'generation_error' }),
  rejected: async (id) =>
    reportRejected(resources, await claimOf(gateway, id, 'upscale'), { ...FAILURE, reason: 'content_policy_output' }),
  cancelled: (id) => gateway.call('POST', `/v1/videos/${id}/cancel`),
  deleted: async (id) => {
    await complete(gateway, await workUpTo(gateway, id, 'package'))
    assert.equal((await gateway.call('DELETE', `/v1/videos/${id}`)).status, 200)
  },
  'past its retention': async (id) => {
    await complete(gateway, await workUpTo(gateway, id, 'package'))
    await pool.query('update task set output_until = now() where id = $1', [id])
  },
}

for (const [end, bring] of Object.entries(GONE)) {
  test(`an earlier upscale that is ${end} is ignored, and a new one is created`, async () => {
    const { source, id } = await upscaled()
    await bring(id)
    await assertAnew(source, id)
  })
}
