import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { Stage } from '../../../src/queue/catalog.ts'
import { beat } from '../../../src/stage/beat.ts'
import type { Claim } from '../../../src/stage/claim.ts'
import { brokenRules } from '../../chaos/money/rules.ts'
import { claimStage } from '../../support/claim.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { rowsOf } from '../../support/rows.ts'
import { claimOf, complete, endedTask, entriesOf, workUpTo } from './work.ts'

const gateway = await startTestGateway()
const { resources } = gateway.rooms
const { pool } = resources

interface Standing {
  readonly at: string
  readonly body?: Readonly<Record<string, unknown>>
  /** Brings a queued task to this state; returns the running claim. */
  readonly bring: (id: string) => Promise<Claim | null>
  readonly status: string
  readonly frozen: bigint
  readonly earned: bigint
  readonly billedSeconds: number
  readonly items: readonly string[]
}

const upTo = (stage: Stage) => (id: string) => workUpTo(gateway, id, stage)
const after = (stage: Stage) => async (id: string) => {
  await complete(gateway, await workUpTo(gateway, id, stage))
  return null
}
const queued = async () => null

const PLAIN = { frozen: 2_520_000n, earned: 0n, billedSeconds: 0, items: [] }
const ENCODED = { ...PLAIN, earned: 20_000n, items: ['encoder'] }
const PRO = { body: { duration: 6.5, resolution: '2k', service_tier: 'pro' }, frozen: 6_845_000n }
const GENERATED = { ...PRO, earned: 4_895_000n, billedSeconds: 6.5, items: ['encoder', 'generation'] }

const STANDINGS: readonly Standing[] = [
  { at: 'queued', bring: queued, status: 'queued', ...PLAIN },
  { at: 'encoding', bring: upTo('encode'), status: 'encoding', ...PLAIN },
  { at: 'encoded', bring: after('encode'), status: 'encoding', ...ENCODED },
  { at: 'rendering', bring: upTo('render'), status: 'rendering', ...ENCODED },
  { at: 'rendered, to be upscaled', bring: after('render'), status: 'rendering', ...GENERATED },
  { at: 'upscaling', bring: upTo('upscale'), status: 'upscaling', ...GENERATED },
]

async function standing(): Promise<{ frozen: bigint; active: number }> {
  const { rows } = await pool.query(
    'select frozen_micro as frozen, active_tasks as active from account where id = $1',
    [gateway.accountId],
  )
  return rows[0]
}

/** Cancels a task and checks everything that must be true afterwards. */
async function assertCancelled(id: string, claim: Claim | null, wanted: Omit<Standing, 'bring' | 'at'>): Promise<void> {
  const { body: before } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.equal(before.status, wanted.status)
  assert.deepEqual(before.cost, { frozen_micro: Number(wanted.frozen), earned_micro: Number(wanted.earned) })
  const { frozen, active } = await standing()

  const answer = await gateway.call('POST', `/v1/videos/${id}/cancel`)
  assert.equal(answer.status, 200, answer.text)
  assert.equal(answer.headers.get('idempotent-replayed'), null)
  const { body: task } = answer
  assert.deepEqual([task.id, task.object, task.status, task.prompt], [id, 'video.task', 'cancelled', before.prompt])
  assert.deepEqual([task.cost, task.output, task.waiting, task.queue, task.fail_reason], [null, null, null, null, null])
  assert.equal(task.started_at, before.started_at)
  assert.equal(task.progress, before.progress)
  assert.ok(task.completed_at >= task.created_at)
  const { items, ...usage } = task.usage
  assert.deepEqual(usage, {
    billed_seconds: wanted.billedSeconds,
    billed_tier: wanted.items.includes('generation') ? before.service_tier : null,
    amount_micro: Number(wanted.earned),
    amount: usage.amount,
    currency: 'CNY',
  })
  assert.deepEqual(
    items.map(({ kind }: { kind: string }) => kind),
    wanted.items,
  )
  assert.deepEqual((await gateway.call('GET', `/v1/videos/${id}`)).body, task)

  const end = wanted.earned > 0n ? ['settle', -wanted.earned, -wanted.frozen] : ['release', 0n, -wanted.frozen]
  assert.deepEqual(await entriesOf(gateway, id), [['freeze', 0n, wanted.frozen], end])
  assert.deepEqual(await standing(), { frozen: frozen - wanted.frozen, active: active - 1 })
  assert.deepEqual(await brokenRules(pool), [])
  await assertOver(id, claim)
}

/** A worker that runs or claims it has no effect. */
async function assertOver(id: string, claim: Claim | null): Promise<void> {
  const { rows: live } = await pool.query(
    "select 1 from stage_attempt where task_id = $1 and state in ('ready', 'running')",
    [id],
  )
  assert.deepEqual(live, [])
  if (claim) {
    const before = await rowsOf(gateway)
    assert.equal(await beat(resources, claim, 0.9), false)
    assert.equal(await complete(gateway, claim), false)
    assert.deepEqual(await rowsOf(gateway), before)
    return
  }
  const { rows: jobs } = await pool.query("select name from pgboss.job where data->>'taskId' = $1", [id])
  assert.equal(jobs.length, 1, 'a cancel does not remove the job')
  assert.equal(await claimStage(resources, jobs[0].name, 'wrk_test'), null)
  const { rowCount } = await pool.query("select 1 from pgboss.job where data->>'taskId' = $1", [id])
  assert.equal(rowCount, 0, 'the claim consumes it')
}

for (const { at, body, bring, ...wanted } of STANDINGS) {
  test(`${at}: a cancel settles ${wanted.earned}`, async () => {
    const created = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', ...body })
    const claim = await bring(created.body.id)
    await assertCancelled(created.body.id, claim, wanted)
  })
}

for (const claimed of [false, true]) {
  test(`an upscale that is ${claimed ? 'upscaling' : 'queued'} is released, and its source can be upscaled again`, async () => {
    const source = await endedTask(gateway, 'succeeded')
    const upscale = () => gateway.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
    const { body: task } = await upscale()
    const claim = claimed ? await claimOf(gateway, task.id, 'upscale') : null
    const wanted = { ...PLAIN, frozen: 1_550_000n, status: claimed ? 'upscaling' : 'queued' }
    await assertCancelled(task.id, claim, wanted)
    const again = await upscale()
    assert.equal(again.status, 202)
    assert.notEqual(again.body.id, task.id)
  })
}

test('a cancel is repeated under its Idempotency-Key, and gets 409 under another', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'a lake', metadata: { a: 1 } })
  const cancel = (key: string) =>
    gateway.call('POST', `/v1/videos/${body.id}/cancel`, undefined, { 'idempotency-key': key })
  const first = await cancel('once')
  const before = await rowsOf(gateway)
  const again = await cancel('once')
  assert.deepEqual([first.status, again.status], [200, 200])
  assert.equal(again.headers.get('idempotent-replayed'), 'true')
  assert.deepEqual(again.body, first.body)
  const other = await cancel('twice')
  assert.deepEqual([other.status, other.body.error.code], [409, 'task_not_cancellable'])
  assert.deepEqual(await rowsOf(gateway), before)
  assert.equal((await gateway.call('DELETE', `/v1/videos/${body.id}`)).status, 200)
  const gone = await cancel('once')
  assert.deepEqual([gone.status, gone.body.error.code], [410, 'video_deleted'])
})
