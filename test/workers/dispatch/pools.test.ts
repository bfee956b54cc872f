import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { newId } from '../../../src/lib/id.ts'
import { createAccountQueues } from '../../../src/queue/boss.ts'
import { openResources } from '../../../src/resources.ts'
import { ageWaiting, freeOrphaned } from '../../../src/stage/overdue.ts'
import { handBack, reportDone } from '../../../src/stage/report.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { hire } from './crew.ts'
import {
  ALL,
  attemptsOf,
  complete,
  create,
  entriesOf,
  forget,
  jobsOf,
  ROOMY,
  take,
  takeMany,
  waitLonger,
  workUpTo,
} from './work.ts'

const gateway = await startTestGateway(ROOMY)
const { resources } = gateway.rooms
const { pool } = resources
const dedicated = { service_tier: 'dedicated' } as const
const own = { pool: gateway.accountId }

/** 5 s dedicated: 0.02 of encoder and 5.00 of generation; with generation at pro's factor 3.75. */
const DEDICATED = 5_020_000n
const AS_PRO = 3_770_000n

test('an account’s workers take only its dedicated tasks, which wait for them while they are busy', async () => {
  const hand = await hire(gateway, ['encode', 'render', 'package'], gateway.accountId)
  const other = await gateway.newAccount(ROOMY)
  const first = await create(gateway, dedicated)
  const second = await create(gateway, dedicated)
  const standard = await create(gateway, {})
  const foreign = await create(gateway, dedicated, other.key)

  assert.equal((await take(gateway, ALL, own))?.taskId, first)
  // It is busy now; the shared workers and the pro pool take stages that are not reserved.
  assert.equal((await take(gateway, ALL, { pool: 'pro' }))?.taskId, foreign)
  assert.equal(await take(gateway, ALL, { pool: 'pro' }), null)
  assert.equal((await take(gateway, ALL))?.taskId, standard)
  assert.equal(await take(gateway, ALL), null)
  assert.equal((await take(gateway, ALL, own))?.taskId, second)
  assert.equal(await take(gateway, ALL, own), null)
  await forget(gateway)
  await hand.leave()
})

test('a dedicated task run by its account’s workers is settled as frozen', async () => {
  const hand = await hire(gateway, ['encode', 'render', 'package'], gateway.accountId)
  const id = await create(gateway, dedicated)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package', own)))
  assert.deepEqual(await entriesOf(gateway, id), [
    ['freeze', 0n, DEDICATED],
    ['settle', -DEDICATED, -DEDICATED],
  ])
  const { usage } = (await gateway.call('GET', `/v1/videos/${id}`)).body
  assert.equal(usage.billed_tier, 'dedicated')
  await hand.leave()
})

test('a dedicated task without workers of its account runs on the pro pool and settles as pro', async () => {
  const id = await create(gateway, dedicated)
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package', { pool: 'pro' })))
  assert.deepEqual(await entriesOf(gateway, id), [
    ['freeze', 0n, DEDICATED],
    ['settle', -AS_PRO, -DEDICATED],
  ])
  const { body } = await gateway.call('GET', `/v1/videos/${id}`)
  assert.deepEqual(
    body.usage.items.map(({ kind, quantity, unit_price_micro, amount_micro }: Record<string, unknown>) => [
      kind,
      quantity,
      unit_price_micro,
      amount_micro,
    ]),
    [
      ['encoder', 1, 20_000, 20_000],
      ['generation', 5, 750_000, 3_750_000],
    ],
  )
  assert.deepEqual([body.usage.billed_seconds, body.usage.amount_micro], [5, 3_770_000])
  assert.deepEqual([body.service_tier, body.usage.billed_tier], ['dedicated', 'pro'])
  const query = `{ task(id: "${id}") { serviceTier usage { billedTier } } }`
  const { task } = (await gateway.call('POST', '/graphql', { query })).body.data
  assert.deepEqual(task, { serviceTier: 'DEDICATED', usage: { billedTier: 'PRO' } })
})

test('a dedicated task with only another stage run elsewhere settles generation as dedicated', async () => {
  const id = await create(gateway, dedicated)
  const encode = await workUpTo(gateway, id, 'encode', { pool: 'pro' })
  const hand = await hire(gateway, ['render'], gateway.accountId)
  assert.ok(await complete(gateway, encode))
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'render', own)))
  assert.ok(await complete(gateway, await workUpTo(gateway, id, 'package')))
  assert.deepEqual((await entriesOf(gateway, id)).at(-1), ['settle', -DEDICATED, -DEDICATED])
  await hand.leave()
})

test('tasks that wait for workers that are gone are released to others', async () => {
  const hand = await hire(gateway, ['encode', 'render', 'package'], gateway.accountId)
  const id = await create(gateway, dedicated)
  await freeOrphaned(resources)
  assert.deepEqual(await jobsOf(gateway, id), [`encode-${gateway.accountId}`])
  await hand.vanish()
  await waitLonger(gateway, [id], 11)
  await freeOrphaned(resources)
  assert.deepEqual(await jobsOf(gateway, id), ['encode', `encode-${gateway.accountId}`])
  assert.equal(await freeOrphaned(resources), 0)
  assert.equal((await take(gateway, 'encode'))?.taskId, id)
  // The account's workers return and find the other job, which has expired.
  assert.equal(await take(gateway, 'encode', own), null)
  assert.deepEqual([await jobsOf(gateway, id), await attemptsOf(gateway, id)], [[], ['encode 1 running']])
  await forget(gateway)
})

test('a dedicated task waits for its busy workers, however long, and nobody else gets it', async () => {
  const hand = await hire(gateway, ['encode'], gateway.accountId)
  const id = await create(gateway, dedicated)
  await waitLonger(gateway, [id], 3600)
  await ageWaiting(resources)
  await freeOrphaned(resources)
  assert.deepEqual(await jobsOf(gateway, id), [`encode-${gateway.accountId}`])
  assert.equal(await take(gateway, ALL), null)
  await forget(gateway)
  await hand.leave()
})

test('the pro pool takes only pro and dedicated tasks, however long others wait', async () => {
  const other = await gateway.newAccount(ROOMY)
  const standard = await create(gateway, {})
  await waitLonger(gateway, [standard], 3600)
  await ageWaiting(resources)
  await create(gateway, { service_tier: 'draft' })
  const pro = await create(gateway, { service_tier: 'pro' })
  const set = await create(gateway, dedicated, other.key)
  const taken = await takeMany(gateway, 2, ALL, { pool: 'pro' })
  assert.deepEqual(
    taken.map(({ taskId }) => taskId),
    [set, pro],
  )
  assert.equal(await take(gateway, ALL, { pool: 'pro' }), null)
  await forget(gateway)
})

test('stages that wait for an account’s workers do not block other workers’ next stages', async () => {
  const hand = await hire(gateway, ['render'], gateway.accountId)
  const other = await gateway.newAccount(ROOMY)
  const set = await create(gateway, dedicated)
  assert.ok(await complete(gateway, await workUpTo(gateway, set, 'encode')))
  const standard = await create(gateway, {}, other.key)
  assert.ok(await complete(gateway, await workUpTo(gateway, standard, 'encode')))
  const pro = await create(gateway, { service_tier: 'pro' }, other.key)
  const taken = await takeMany(gateway, 2, ALL)
  assert.deepEqual(
    taken.map(({ taskId, stage }) => [taskId, stage]),
    [
      [pro, 'encode'],
      [standard, 'render'],
    ],
  )
  await forget(gateway)
  await hand.leave()
})

test('a report needs one connection, even for a queue that is new to the process', async () => {
  const options = { name: 'narrow', databaseUrl: gateway.databaseUrl, poolSize: 1, supervise: false }
  const narrow = await openResources(gateway.config, options)
  after(() => narrow.close())
  const other = await gateway.newAccount(ROOMY)
  const id = await create(gateway, dedicated, other.key)
  const encode = await workUpTo(gateway, id, 'encode')
  await createAccountQueues(resources.boss, other.accountId)
  const worker = [newId('wrk'), ['encode', 'render'], other.accountId, 'none', 'test']
  await pool.query('insert into worker (id, capabilities, pool, engine, host) values ($1, $2, $3, $4, $5)', worker)
  assert.ok(await handBack(narrow, encode))
  assert.deepEqual(await jobsOf(gateway, id), [`encode-${other.accountId}`])
  const again = await workUpTo(gateway, id, 'encode', { pool: other.accountId })
  assert.ok(await reportDone(narrow, again, { key: 'made' }))
  assert.deepEqual(await jobsOf(gateway, id), [`render-${other.accountId}`])
  await forget(gateway)
})
