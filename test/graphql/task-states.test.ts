import assert from 'node:assert/strict'
import { test } from 'node:test'
import { endedTask, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway } from '../support/gateway.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const STATES = 'query ($id: ID!) { taskStates(id: $id) { status at } }'

interface State {
  readonly status: string
  readonly at: string
}

async function statesOf(id: string, key = gateway.key): Promise<State[] | null> {
  const body = { query: STATES, variables: { id } }
  const answer = await gateway.call('POST', '/graphql', body, { authorization: `Bearer ${key}` })
  assert.equal(answer.body.errors, undefined, answer.text)
  return answer.body.data.taskStates
}

const namesOf = async (id: string) => (await statesOf(id))?.map(({ status }) => status)

async function timesOf(id: string) {
  const { rows } = await pool.query('select created_at, started_at, completed_at from task where id = $1', [id])
  const [task] = rows
  return { created: task.created_at.toISOString(), started: task.started_at?.toISOString(), ended: task.completed_at }
}

test('a task shows each state once, in order, with the time at which it began', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const states = (await statesOf(id)) ?? []
  assert.deepEqual(
    states.map(({ status }) => status),
    ['QUEUED', 'ENCODING', 'RENDERING', 'PACKAGING', 'SUCCEEDED'],
  )
  const { created, started, ended } = await timesOf(id)
  assert.deepEqual([states[0]?.at, states[1]?.at, states[4]?.at], [created, started, ended.toISOString()])
  const times = states.map(({ at }) => at)
  assert.deepEqual(times, times.toSorted())
})

test('an unfinished task ends with its current state, and progress adds none', async () => {
  const { body } = await gateway.call('POST', '/v1/videos', { prompt: 'x' })
  assert.deepEqual(await namesOf(body.id), ['QUEUED'])
  await workUpTo(gateway, body.id, 'render')
  await pool.query(
    `insert into event (account_id, task_id, seq, kind, at, snapshot)
     select account_id, task_id, seq + 1, 'progress', now(), snapshot from event where task_id = $1 order by seq desc limit 1`,
    [body.id],
  )
  assert.deepEqual(await namesOf(body.id), ['QUEUED', 'ENCODING', 'RENDERING'])
})

test('after its changes have expired, a task shows its first and its final state', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const whole = await statesOf(id)
  await pool.query('delete from event where task_id = $1 and seq < 4', [id])
  assert.equal((await namesOf(id))?.[0], 'QUEUED')
  await pool.query('delete from event where task_id = $1', [id])
  assert.deepEqual(await statesOf(id), [whole?.at(0), whole?.at(-1)])
})

test('the states of a task of another account, of a deleted and of an unknown one are null', async () => {
  const { key } = await gateway.newAccount()
  const id = await endedTask(gateway, 'failed')
  assert.deepEqual(await namesOf(id).then((names) => names?.at(-1)), 'FAILED')
  assert.equal(await statesOf(id, key), null)
  await gateway.call('DELETE', `/v1/videos/${id}`)
  assert.equal(await statesOf(id), null)
  assert.equal(await statesOf('vid_\u0000'), null)
})

test('a key that may not read tasks gets insufficient_scope', async () => {
  const { key } = await gateway.newAccount({ scopes: ['credits:read'] })
  const body = { query: STATES, variables: { id: 'vid_x' } }
  const { body: answer } = await gateway.call('POST', '/graphql', body, { authorization: `Bearer ${key}` })
  assert.equal(answer.errors[0].extensions.code, 'insufficient_scope')
})
