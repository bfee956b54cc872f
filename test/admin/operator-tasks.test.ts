import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endedTask, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { until } from '../support/until.ts'
import { startQuickWorker } from '../support/worker.ts'
import { operatorOf, WITH_DOOR } from './operator.ts'

const gateway = await startTestGateway({ concurrencyLimit: 100 }, WITH_DOOR)
const { pool } = gateway.rooms.resources
const ask = operatorOf(gateway)

const LIST = `query ($group: TaskGroup!, $account: ID, $stage: String, $worker: ID) {
  tasks(group: $group, account: $account, stage: $stage, worker: $worker) {
    id accountId serviceTier status createdAt completedAt failReason attempts { stage state workerId }
  } }`
const CANCEL = `mutation ($input: TaskCancelInput!) {
  done: taskCancel(input: $input) { task { id status } userErrors { code message path } } }`

const listed = async (variables: object) => (await ask(LIST, { ...variables })).tasks
const idsOf = async (variables: object) => (await listed(variables)).map(({ id }: { id: string }) => id)
const cancel = async (id: string) => (await ask(CANCEL, { input: { id } })).done

/** A task whose first stage has been ready for some seconds. */
async function waiting(seconds: number, call = gateway.call): Promise<string> {
  const { body } = await call('POST', '/v1/videos', { prompt: 'x' })
  await pool.query(`update stage_attempt set ready_at = now() - $2 * interval '1 second' where task_id = $1`, [
    body.id,
    seconds,
  ])
  return body.id
}

async function otherAccount() {
  const { accountId, key } = await gateway.newAccount()
  const authorization = `Bearer ${key}`
  const call: typeof gateway.call = (method, path, body, headers) =>
    gateway.call(method, path, body, { ...headers, authorization })
  return { accountId, call }
}

test('tasks that wait for over a minute are listed, the longest wait first, and by account and stage', async () => {
  const other = await otherAccount()
  const short = await waiting(50)
  const [first, second] = [await waiting(300), await waiting(90)]
  const others = await waiting(200, other.call)
  assert.deepEqual(await idsOf({ group: 'WAITING' }), [first, others, second])
  assert.deepEqual(await idsOf({ group: 'WAITING', account: other.accountId }), [others])
  assert.deepEqual(await idsOf({ group: 'WAITING', stage: 'encode' }), [first, others, second])
  assert.deepEqual(await idsOf({ group: 'WAITING', stage: 'render' }), [])
  assert.deepEqual(await idsOf({ group: 'WAITING', account: 'acc_\\u0000' }), [])
  const [task] = await listed({ group: 'WAITING', account: other.accountId })
  assert.deepEqual(
    [task.accountId, task.serviceTier, task.status, task.completedAt, task.attempts],
    [other.accountId, 'standard', 'queued', null, [{ stage: 'encode', state: 'ready', workerId: null }]],
  )
  for (const id of [short, first, second, others]) await cancel(id)
})

test('a running task is listed by its worker, with its attempts', async () => {
  const ended = Promise.withResolvers<void>()
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const worker = await startQuickWorker(gateway, { renderUntil: () => ended.promise })
  const isRunning = async () => (await idsOf({ group: 'RUNNING', stage: 'render' })).includes(body.id)
  await until(isRunning)
  const [{ attempts }] = await listed({ group: 'RUNNING', stage: 'render' })
  const { workerId } = attempts.at(-1)
  assert.deepEqual(await idsOf({ group: 'RUNNING', worker: workerId }), [body.id])
  assert.deepEqual(await idsOf({ group: 'RUNNING', worker: 'wrk_none' }), [])
  ended.resolve()
  await until(async () => (await idsOf({ group: 'ENDED', worker: workerId })).includes(body.id))
  assert.deepEqual(await idsOf({ group: 'RUNNING' }), [])
  await worker.end()
})

test('failed tasks are listed with their reason, apart from others that ended', async () => {
  const [failed, cancelled] = [await endedTask(gateway, 'failed'), await endedTask(gateway, 'cancelled')]
  const found = await listed({ group: 'FAILED' })
  assert.deepEqual(
    found.map(({ id, status }: { id: string; status: string }) => [id, status]),
    [[failed, 'failed']],
  )
  assert.ok(found[0].failReason)
  assert.deepEqual((await idsOf({ group: 'ENDED', account: gateway.accountId })).slice(0, 2), [cancelled, failed])
})

test('the operator cancels a task of any account, which is billed as its owner’s cancel is', async () => {
  const other = await otherAccount()
  const { body } = await other.call('POST', '/v1/videos', { prompt: 'x' })
  assert.deepEqual(await cancel(body.id), { task: { id: body.id, status: 'cancelled' }, userErrors: [] })
  const { body: credits } = await other.call('GET', '/v1/credits')
  assert.deepEqual([credits.balance_micro, credits.frozen_micro], [100_000_000, 0])

  const before = await rowsOf(gateway)
  const again = await cancel(body.id)
  assert.deepEqual([again.task, again.userErrors[0].code], [null, 'task_not_cancellable'])
  const missing = await cancel('vid_none')
  assert.deepEqual(
    [missing.task, missing.userErrors[0].code, missing.userErrors[0].path],
    [null, 'video_not_found', ['input', 'id']],
  )
  assert.deepEqual(await rowsOf(gateway), before)
})

const RESTART = `mutation ($input: AttemptRestartInput!) {
  done: attemptRestart(input: $input) {
    task { id status attempts { stage number state outcome } } userErrors { code message path } } }`
const restart = async (input: object) => (await ask(RESTART, { input })).done

test('a running attempt is restarted: another worker takes the next one, and the task is billed once', async () => {
  const stuck = Promise.withResolvers<void>()
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  const slow = await startQuickWorker(gateway, { renderUntil: () => stuck.promise })
  await until(async () => (await idsOf({ group: 'RUNNING', stage: 'render' })).includes(body.id))
  const other = await startQuickWorker(gateway)
  const { task, userErrors } = await restart({ id: body.id, stage: 'render', number: 1 })
  assert.deepEqual(userErrors, [])
  const [, first, second] = task.attempts
  assert.deepEqual(first, {
    stage: 'render',
    number: 1,
    state: 'handed_back',
    outcome: 'restarted by the operator',
  })
  assert.deepEqual([second.stage, second.number], ['render', 2])
  await until(async () => (await idsOf({ group: 'ENDED' })).includes(body.id))
  const { rows } = await pool.query(
    `select number, state, worker_id from stage_attempt where task_id = $1 and stage = 'render' order by number`,
    [body.id],
  )
  assert.deepEqual(rows[1], { number: 2, state: 'done', worker_id: other.id })
  const { body: shown } = await gateway.call('GET', `/v1/videos/${body.id}`)
  assert.deepEqual([shown.status, shown.usage.amount_micro], ['succeeded', 2_520_000])
  stuck.resolve()
  await slow.end()
  await other.end()
})

test('a restart repeated, of a waiting attempt or of an ended or unknown task is refused and writes nothing', async () => {
  const ended = await endedTask(gateway, 'succeeded')
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  await workUpTo(gateway, body.id, 'render')
  const again = { id: body.id, stage: 'render', number: 1 }
  await restart(again)
  const before = await rowsOf(gateway)
  for (const [input, code, path] of [
    [again, 'invalid_parameter', ['input', 'number']],
    [{ ...again, number: 2 }, 'invalid_parameter', ['input', 'number']],
    [{ ...again, id: ended }, 'invalid_parameter', ['input', 'number']],
    [{ ...again, id: 'vid_none' }, 'video_not_found', ['input', 'id']],
    [{ ...again, id: 'vid_\u0000' }, 'video_not_found', ['input', 'id']],
  ] as const) {
    const { task, userErrors } = await restart(input)
    assert.deepEqual([task, userErrors[0]?.code, userErrors[0]?.path], [null, code, path])
  }
  assert.deepEqual(await rowsOf(gateway), before)
  const { rows } = await pool.query(
    `select state from stage_attempt where task_id = $1 and stage = 'render' order by number`,
    [body.id],
  )
  assert.deepEqual(rows, [{ state: 'handed_back' }, { state: 'ready' }])
  await cancel(body.id)
})

test('a restart leaves a second try running and starts no third', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x', service_tier: 'pro' })
  await workUpTo(gateway, body.id, 'render')
  await pool.query(
    `insert into stage_attempt (task_id, account_id, stage, number, state, hedge, worker_id, claimed_at, beat_at)
     select task_id, account_id, stage, 2, state, true, 'wrk_second', now(), now() + interval '1 hour'
     from stage_attempt where task_id = $1 and stage = 'render'`,
    [body.id],
  )
  const { task } = await restart({ id: body.id, stage: 'render', number: 1 })
  assert.deepEqual(
    task.attempts
      .filter(({ stage }: { stage: string }) => stage === 'render')
      .map(({ state }: { state: string }) => state),
    ['handed_back', 'running'],
  )
  await cancel(body.id)
})

test('of five equal restarts at once, one ends the attempt', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  await workUpTo(gateway, body.id, 'render')
  const input = { id: body.id, stage: 'render', number: 1 }
  const answers = await Promise.all(Array.from({ length: 5 }, () => restart(input)))
  assert.equal(answers.filter(({ task }) => task !== null).length, 1)
  const { rows } = await pool.query(
    `select count(*)::int as n from stage_attempt where task_id = $1 and stage = 'render'`,
    [body.id],
  )
  assert.equal(rows[0].n, 2)
  await cancel(body.id)
})

test('an unknown stage is refused', async () => {
  const headers = { authorization: `Bearer ${WITH_DOOR.environment.OPERATOR_KEY}` }
  const variables = { group: 'ENDED', stage: 'paint' }
  const { body } = await gateway.call('POST', '/admin/graphql', { query: LIST, variables }, headers)
  assert.equal(body.errors[0].extensions.code, 'invalid_parameter')
})
