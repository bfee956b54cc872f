import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import { topUp } from '../../src/credit/topup.ts'
import { transaction } from '../../src/lib/sql.ts'
import { ENTRIES_PAGE } from '../../src/limits.ts'
import { listen, send } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { startTestGateway, type TestGateway } from '../support/gateway.ts'
import { startSecondGateway } from '../support/second-gateway.ts'
import { until } from '../support/until.ts'
import { openClient } from './client.ts'

const gateway = await startTestGateway()
const second = await startSecondGateway(gateway)
const { bus, resources } = gateway.rooms

interface Update {
  readonly balanceMicro: string
  readonly frozenMicro: string
  readonly availableMicro: string
  readonly balance: string
  readonly currency: string
  readonly entry: { readonly kind: string; readonly amountMicro: string; readonly taskId: string | null } | null
  readonly cursor: string
}

const QUERY = `subscription ($after: String) {
  creditsUpdated(after: $after) {
    balanceMicro frozenMicro availableMicro balance currency entry { kind amountMicro taskId } cursor
  }
}`

type Answers = AsyncIterable<{ data?: { creditsUpdated: Update } | null | undefined }>

function socketAt(at: TestGateway, after_?: string): Answers {
  const client = openClient(at)
  after(() => client.dispose())
  return client.iterate<{ creditsUpdated: Update }>({ query: QUERY, variables: { after: after_ } })
}

const eventsAt = (at: TestGateway, after_?: string): Answers =>
  listen<{ creditsUpdated: Update }, { after: string | undefined }>(at, QUERY, { after: after_ })

/** Reads this many, and disconnects. */
async function take(answers: Answers, count: number, onFirst = () => {}): Promise<Update[]> {
  const updates: Update[] = []
  for await (const { data } of answers) {
    if (!data) continue
    updates.push(data.creditsUpdated)
    if (updates.length === 1) onFirst()
    if (updates.length === count) break
  }
  return updates
}

async function begin(answers: Answers, count: number): Promise<{ all: Promise<Update[]> }> {
  const { promise, resolve } = Promise.withResolvers<void>()
  const all = take(answers, count, resolve)
  await Promise.race([promise, all])
  return { all }
}

async function newcomer(): Promise<TestGateway> {
  const { key, accountId } = await gateway.newAccount({ creditMicro: 10_000_000n })
  const call: TestGateway['call'] = (method, path, body) =>
    gateway.call(method, path, body, { authorization: `Bearer ${key}` })
  return { ...gateway, key, accountId, call }
}

const pay = ({ accountId }: TestGateway, micro: bigint) =>
  transaction(resources.pool, (tx) => topUp(tx, accountId, micro, 'test'))

const sums = ({ balanceMicro, frozenMicro, availableMicro, entry }: Update) => [
  entry?.kind ?? null,
  balanceMicro,
  frozenMicro,
  availableMicro,
]

test('the balance is sent first, then after every entry in order, over both transports and gateways', async () => {
  const account = await newcomer()
  const other = { ...account, url: second.url }
  const streams = await Promise.all(
    [socketAt(account), eventsAt(account), socketAt(other), eventsAt(other)].map((each) => begin(each, 7)),
  )
  await pay(account, 5_000_000n)
  const { body: task } = await account.call('POST', '/v1/videos', { prompt: 'a lake' })
  await encode(gateway, task.id)
  await renderAndPackage(gateway, task.id)
  assert.equal((await account.call('POST', '/v1/prompt/optimize', { prompt: 'a lake' })).status, 200)
  await pay(account, 1n)
  const all = await Promise.all(streams.map((each) => each.all))
  assert.deepEqual(all[0]?.map(sums), [
    [null, '10000000', '0', '10000000'],
    ['TOPUP', '15000000', '0', '15000000'],
    ['FREEZE', '15000000', '2520000', '12480000'],
    ['SETTLE', '12480000', '0', '12480000'],
    ['FREEZE', '12480000', '50000', '12430000'],
    ['PROMPT_OPTIMIZE', '12430000', '0', '12430000'],
    ['TOPUP', '12430001', '0', '12430001'],
  ])
  for (const each of all) assert.deepEqual(each, all[0])
  assert.deepEqual(
    [all[0]?.[3]?.entry?.taskId, all[0]?.[3]?.balance, all[0]?.[3]?.currency],
    [task.id, '¥12.48', 'CNY'],
  )
  await until(async () => bus.size() === 0)
})

test('a balance stream resumes from its cursor with every entry since, in pages', async () => {
  const account = await newcomer()
  const [now] = await take(socketAt(account), 1)
  const { body: task } = await account.call('POST', '/v1/videos', { prompt: 'a lake' })
  for (let i = 0; i < ENTRIES_PAGE + 1; i++) await pay(account, 1n)
  await account.call('POST', `/v1/videos/${task.id}/cancel`)
  const since = await take(eventsAt(account, now?.cursor), ENTRIES_PAGE + 3)
  assert.deepEqual(since.slice(0, 2).map(sums), [
    ['FREEZE', '10000000', '2520000', '7480000'],
    ['TOPUP', '10000001', '2520000', '7480001'],
  ])
  assert.deepEqual(sums(since.at(-1) as Update), ['RELEASE', '10000101', '0', '10000101'])
  const again = await begin(socketAt(account, since.at(-2)?.cursor), 2)
  await pay(account, 7n)
  assert.deepEqual((await again.all).map(sums), [
    ['RELEASE', '10000101', '0', '10000101'],
    ['TOPUP', '10000108', '0', '10000108'],
  ])
})

test('an invented, foreign or other stream’s cursor is refused', async () => {
  const [mine, other] = [await newcomer(), await newcomer()]
  const [theirs] = await take(socketAt(other), 1)
  for (const cursor of ['', 'made up', theirs?.cursor ?? '']) {
    const { errors } = await send(mine, QUERY, { after: cursor })
    assert.equal(errors?.[0]?.extensions.code, 'invalid_cursor')
  }
  await until(async () => bus.size() === 0)
})
