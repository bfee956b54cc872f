import assert from 'node:assert/strict'
import { test } from 'node:test'
import { brokenRules } from '../chaos/money/rules.ts'
import { claimOf, complete, endedTask, objectsOf, workUpTo } from '../rest/cancel/work.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { rowsOf } from '../support/rows.ts'
import { send } from './client.ts'

const gateway = await startTestGateway()
const { pool } = gateway.rooms.resources

const CANCEL = `mutation ($input: TaskCancelInput!) { taskCancel(input: $input) {
  task { id status completedAt cost { frozenMicro } usage { billedSeconds amountMicro amount items { kind amountMicro } } }
  userErrors { __typename code message path ... on TaskNotCancellableError { status } }
} }`
const DELETE = `mutation ($input: TaskDeleteInput!) { taskDelete(input: $input) {
  deletedTaskId
  userErrors { __typename code message path }
} }`

interface Input {
  readonly id: string
  readonly idempotencyKey?: string
}

interface UserError {
  readonly __typename: string
  readonly code: string
  readonly path: readonly string[] | null
  readonly status?: string
}

interface Cancelled {
  readonly taskCancel: {
    readonly task: {
      readonly id: string
      readonly status: string
      readonly cost: unknown
      readonly usage: unknown
    } | null
    readonly userErrors: readonly UserError[]
  }
}

interface Deleted {
  readonly taskDelete: { readonly deletedTaskId: string | null; readonly userErrors: readonly UserError[] }
}

async function cancel(input: Input, by: TestGateway = gateway): Promise<Cancelled['taskCancel']> {
  const { data, errors } = await send<Cancelled, { input: Input }>(by, CANCEL, { input })
  assert.equal(errors, undefined)
  return data?.taskCancel ?? assert.fail()
}

async function remove(input: Input, by: TestGateway = gateway): Promise<Deleted['taskDelete']> {
  const { data, errors } = await send<Deleted, { input: Input }>(by, DELETE, { input })
  assert.equal(errors, undefined)
  return data?.taskDelete ?? assert.fail()
}

/** The gateway as another account uses it. */
async function asAnother(): Promise<TestGateway> {
  const { accountId, key } = await gateway.newAccount()
  const call: TestGateway['call'] = (method, path, body, headers = {}) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}`, ...headers })
  return { ...gateway, accountId, key, call }
}

async function create(by: TestGateway, body: Readonly<Record<string, unknown>> = {}): Promise<string> {
  return (await by.call('POST', '/v1/videos', { prompt: 'a lake', ...body })).body.id
}

test('a cancelled task is returned whole, with the billed amount', async () => {
  const id = await create(gateway, { duration: 6.5, resolution: '2k', service_tier: 'pro' })
  await workUpTo(gateway, id, 'upscale')
  const { task, userErrors } = await cancel({ id })
  assert.deepEqual(userErrors, [])
  assert.deepEqual([task?.id, task?.status, task?.cost], [id, 'CANCELLED', null])
  assert.deepEqual(task?.usage, {
    billedSeconds: 6.5,
    amountMicro: '4895000',
    amount: '¥4.895',
    items: [
      { kind: 'ENCODER', amountMicro: '20000' },
      { kind: 'GENERATION', amountMicro: '4875000' },
    ],
  })
})

test('a task that cannot be cancelled or deleted is a typed user error, and nothing is written', async () => {
  const packaging = await create(gateway)
  await complete(gateway, await workUpTo(gateway, packaging, 'render'))
  const ended = await endedTask(gateway, 'failed')
  const foreign = await create(await asAnother())
  const before = await rowsOf(gateway)
  const conflict = 'TaskNotCancellableError'
  for (const [id, code, __typename, status] of [
    [packaging, 'task_not_cancellable', conflict, 'PACKAGING'],
    [ended, 'task_not_cancellable', conflict, 'FAILED'],
    [foreign, 'video_not_found', 'InvalidInputError'],
    ['vid_00000000000000000000000000', 'video_not_found', 'InvalidInputError'],
    ['a\0b', 'video_not_found', 'InvalidInputError'],
    ['\ud800', 'video_not_found', 'InvalidInputError'],
  ] as const) {
    const { task, userErrors } = await cancel({ id, idempotencyKey: 'k' })
    assert.equal(task, null)
    const [error] = userErrors
    assert.deepEqual([error?.code, error?.__typename, error?.status], [code, __typename, status])
  }
  for (const [id, code, __typename] of [
    [packaging, 'task_not_deletable', 'ConflictError'],
    [foreign, 'video_not_found', 'InvalidInputError'],
    ['a\0b', 'video_not_found', 'InvalidInputError'],
  ] as const) {
    const { deletedTaskId, userErrors } = await remove({ id, idempotencyKey: 'k' })
    assert.deepEqual([deletedTaskId, userErrors[0]?.code, userErrors[0]?.__typename], [null, code, __typename])
  }
  const bad = await cancel({ id: packaging, idempotencyKey: '' })
  assert.deepEqual(bad.userErrors[0]?.path, ['input', 'idempotencyKey'])
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a deleted task is missing from every query, and its id is returned', async () => {
  const id = await endedTask(gateway, 'succeeded')
  const { deletedTaskId, userErrors } = await remove({ id, idempotencyKey: 'd' })
  assert.deepEqual([deletedTaskId, userErrors], [id, []])
  const { data } = await send<{ task: null; node: null }, undefined>(
    gateway,
    `{ task(id: "${id}") { id } node(id: "${id}") { id } }`,
  )
  assert.deepEqual(data, { task: null, node: null })
  assert.deepEqual(await objectsOf(gateway, id), [])
  const before = await rowsOf(gateway)
  assert.equal((await remove({ id, idempotencyKey: 'd' })).deletedTaskId, id)
  assert.equal((await remove({ id })).userErrors[0]?.code, 'video_not_found')
  assert.deepEqual(await rowsOf(gateway), before)
})

test('a key used in one API repeats in the other', async () => {
  const id = await create(gateway)
  const headers = { 'idempotency-key': 'shared' }
  const { body } = await gateway.call('POST', `/v1/videos/${id}/cancel`, undefined, headers)
  assert.equal(body.status, 'cancelled')
  const { task, userErrors } = await cancel({ id, idempotencyKey: 'shared' })
  assert.deepEqual([task?.status, userErrors], ['CANCELLED', []])
  assert.equal((await cancel({ id, idempotencyKey: 'other' })).userErrors[0]?.code, 'task_not_cancellable')
})

/** All rows that an account's calls left, without random values. */
async function tracesOf({ accountId }: TestGateway): Promise<unknown> {
  const { rows } = await pool.query(
    `select a.balance_micro, a.frozen_micro, a.active_tasks,
       (select json_agg(to_jsonb(t) - '{id,account_id,key_id,seed,priority,output,output_until,output_erased_at,created_at,started_at,completed_at,deleted_at,seq,waiting_since,waiting_reason}'::text[]
         || jsonb_build_object('ended', t.completed_at is not null, 'deleted', t.deleted_at is not null) order by t.id)
       from task t where t.account_id = a.id) as tasks,
       (select json_agg(json_build_array(kind, amount_micro, frozen_delta_micro, balance_after_micro, description) order by number)
       from ledger_entry e where e.account_id = a.id) as entries,
       (select json_agg(e.kind order by e.task_id, e.seq) from event e where e.account_id = a.id and e.kind <> 'waiting') as events,
       (select json_agg(json_build_array(s.stage, s.number, s.state) order by s.task_id, s.stage, s.number)
       from stage_attempt s join task t on t.id = s.task_id where t.account_id = a.id) as attempts,
       (select json_agg(json_build_array(split_part(k.operation, ':', 1), k.key, encode(k.body_hash, 'hex'), k.status) order by k.operation)
       from idempotency_key k where k.account_id = a.id) as keys
     from account a where a.id = $1`,
    [accountId],
  )
  return rows[0]
}

const DOORS: readonly ((by: TestGateway, act: 'cancel' | 'delete', id: string) => Promise<string | null>)[] = [
  async (by, act, id) => {
    const [method, path] = act === 'cancel' ? ['POST', `/v1/videos/${id}/cancel`] : ['DELETE', `/v1/videos/${id}`]
    const answer = await by.call(method, path, undefined, { 'idempotency-key': 'k' })
    return answer.body.error?.code ?? null
  },
  async (by, act, id) => {
    const input = { id, idempotencyKey: 'k' }
    const { userErrors } = act === 'cancel' ? await cancel(input, by) : await remove(input, by)
    return userErrors[0]?.code ?? null
  },
]

const SCENARIOS: Readonly<Record<string, readonly [bring: (by: TestGateway) => Promise<string>, codes: unknown[]]>> = {
  queued: [(by) => create(by), [null, null]],
  rendering: [
    async (by) => {
      const id = await create(by)
      await workUpTo(by, id, 'render')
      return id
    },
    [null, null],
  ],
  packaging: [
    async (by) => {
      const id = await create(by)
      await workUpTo(by, id, 'package')
      return id
    },
    ['task_not_cancellable', 'task_not_deletable'],
  ],
  succeeded: [(by) => endedTask(by, 'succeeded'), ['task_not_cancellable', null]],
}

for (const [name, [bring, codes]] of Object.entries(SCENARIOS)) {
  test(`${name}: cancel and delete leave the same rows over either API`, async () => {
    const left: unknown[] = []
    for (const door of DOORS) {
      const by = await asAnother()
      const id = await bring(by)
      assert.deepEqual([await door(by, 'cancel', id), await door(by, 'delete', id)], codes)
      left.push(await tracesOf(by))
    }
    assert.deepEqual(left[0], left[1])
    assert.deepEqual(await brokenRules(pool), [])
  })
}

test('the source of a running upscale cannot be deleted over either API', async () => {
  for (const door of DOORS) {
    const by = await asAnother()
    const source = await endedTask(by, 'succeeded')
    const { body } = await by.call('POST', `/v1/videos/${source}/upscale`, { amount_micro: 1_550_000 })
    await claimOf(by, body.id, 'upscale')
    assert.equal(await door(by, 'delete', source), 'task_not_deletable')
    assert.equal(await door(by, 'cancel', body.id), null)
    assert.equal(await door(by, 'delete', source), null)
  }
})
