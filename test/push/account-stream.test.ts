import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { CURSOR_IDS_MAX, EVENT_RETENTION_DAYS, MISSED_PAGE } from '../../src/limits.ts'
import { openPosition, sealPosition } from '../../src/push/position.ts'
import { type TasksChange, watchTasks } from '../../src/task/watch-tasks.ts'
import { CHANGE } from '../chaos/feed/ground.ts'
import { dataOf } from '../graphql/client.ts'
import { encode, renderAndPackage } from '../graphql/drive.ts'
import { startTestGateway } from '../support/gateway.ts'
import { until } from '../support/until.ts'
import { openAccount, shown, untilNotified } from './account.ts'
import { collect } from './collect.ts'

const gateway = await startTestGateway()
const { resources, bus } = gateway.rooms
const { pool } = resources
const newcomer = () => openAccount(gateway)

async function writer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: gateway.databaseUrl })
  await client.connect()
  after(() => client.end())
  return client
}

const change = (client: pg.Client | pg.Pool, id: string) => client.query(CHANGE, [id])
const last = (items: readonly TasksChange[]) => items.at(-1)?.cursor ?? assert.fail('nothing came')

test('the stream sends unfinished tasks first, then every change in order, to deletion', async () => {
  const { view, stream, create, cancel, remove } = await newcomer()
  const [gone, first, second] = [await create(), await create({ metadata: { a: 1 } }), await create()]
  await cancel(gone)
  const seen = collect(stream())
  await seen.until(2)
  await encode(view, first)
  await renderAndPackage(view, first)
  const third = await create({ prompt: 'later', metadata: { b: 2 } })
  await cancel(second)
  // Read before the deletion removes it.
  await seen.until(10)
  await remove(second)
  await seen.until(11)
  assert.deepEqual(seen.items.map(shown), [
    [first, 1, 'queued', false],
    [second, 1, 'queued', false],
    [first, 2, 'encoding', false],
    [first, 3, 'encoding', false],
    [first, 4, 'rendering', false],
    [first, 5, 'rendering', false],
    [first, 6, 'packaging', false],
    [first, 7, 'succeeded', false],
    [third, 1, 'queued', false],
    [second, 2, 'cancelled', false],
    [second, 3, 'deleted', false],
  ])
  assert.deepEqual([seen.items[7]?.task?.prompt, seen.items[7]?.task?.metadata], ['a lake', '{"a":1}'])
  assert.deepEqual([seen.items[8]?.task?.prompt, seen.items[8]?.task?.metadata], ['later', '{"b":2}'])
  assert.equal(seen.items[10]?.task, null)
  await seen.close()
  assert.equal(bus.size(), 0)
})

test('each event arrives once over a disconnect, with transactions open before and after', async () => {
  const { stream, create } = await newcomer()
  const [a, b, c] = [await create(), await create(), await create()]
  const [early, late] = [await writer(), await writer()]
  const before = collect(stream())
  await before.until(3)
  await early.query('begin')
  await change(early, a)
  await late.query('begin')
  await change(late, b)
  await change(pool, c)
  await before.until(4)
  await before.close()
  await early.query('commit')
  await change(pool, a)
  await change(pool, c)
  const again = collect(stream(last(before.items)))
  await again.until(3)
  await late.query('commit')
  await change(pool, b)
  await again.until(5)
  assert.deepEqual([...before.items.slice(3), ...again.items].map(shown), [
    [c, 2, 'queued', false],
    [a, 2, 'queued', false],
    [a, 3, 'queued', false],
    [c, 3, 'queued', false],
    [b, 2, 'queued', false],
    [b, 3, 'queued', false],
  ])
  await again.close()
  const nothing = collect(stream(last(again.items)))
  await change(pool, a)
  assert.deepEqual((await nothing.until(1)).map(shown), [[a, 4, 'queued', false]])
  await nothing.close()
})

/** The mark also waits for transactions of other databases of the same server. */
async function untilMarkPassed(taskIds: readonly string[]): Promise<void> {
  const { rows } = await pool.query('select max(xid)::text as xid from event where task_id = any($1)', [taskIds])
  await until(async () => bus.horizon() > BigInt(rows[0].xid))
}

test('a stream from the cursor of a list sends what the list does not show yet', async () => {
  const account = await newcomer()
  const { stream, create, cancel } = account
  const [a, b] = [await create(), await create()]
  const early = await writer()
  await early.query('begin')
  await change(early, a)
  await untilNotified(account)
  await untilMarkPassed([a, b])
  const query = '{ tasks { updatesCursor nodes { id status } } }'
  const { tasks } = await dataOf(account, query)
  assert.deepEqual(new Set(tasks.nodes.map(({ status }: { status: string }) => status)), new Set(['QUEUED']))
  await early.query('commit')
  await cancel(b)
  const c = await create()
  const seen = collect(stream(tasks.updatesCursor))
  // The list shows the other task already, but was read before the mark passed it.
  await seen.until(4)
  await seen.close()
  assert.deepEqual(seen.items.filter(({ taskId }) => [a, b, c].includes(taskId)).map(shown), [
    [a, 2, 'queued', false],
    [b, 2, 'cancelled', false],
    [c, 1, 'queued', false],
  ])
  const { body: token } = await account.call('POST', '/v1/read-tokens', { task_id: a })
  const narrow = await gateway.rooms.verifier.verify(`Bearer ${token.token}`)
  await untilMarkPassed([a])
  const { body } = await gateway.call('POST', '/graphql', { query }, { authorization: `Bearer ${token.token}` })
  await change(pool, a)
  const own = collect(watchTasks(resources, bus, narrow, { groupId: null, after: body.data.tasks.updatesCursor }))
  assert.deepEqual((await own.until(1)).map(shown).at(-1), [a, 3, 'queued', false])
  await own.close()
})

test('missed events are read in pages of one snapshot, so that late commits keep their order', async () => {
  const account = await newcomer()
  const { stream, create } = account
  const [a, b] = [await create(), await create()]
  const late = await writer()
  const before = collect(stream())
  await before.until(2)
  await before.close()
  // Its event is lower than all of the second page, and commits between the pages, before an event of its task there.
  await late.query('begin')
  await change(late, b)
  for (let i = 0; i < 2 * MISSED_PAGE; i++) await change(pool, a)
  await untilNotified(account)
  const again = stream(last(before.items))
  const items = [(await again.next()).value]
  await late.query('commit')
  await change(pool, b)
  while (items.length < 2 * MISSED_PAGE + 3) items.push((await again.next()).value)
  const seqs = (id: string) => items.filter(({ taskId }) => taskId === id).map(({ seq }) => seq)
  assert.deepEqual(
    seqs(a),
    Array.from({ length: 2 * MISSED_PAGE }, (_, index) => index + 2),
  )
  assert.deepEqual(seqs(b), [2, 3])
  assert.ok(items.every(({ skipped }) => !skipped))
  await again.return?.()
})

/** Settles when no transaction is open that began before a task's events, in any database of the server. */
function untilSettled(id: string): Promise<void> {
  const older = 'select 1 from event where task_id = $1 and xid >= pg_snapshot_xmin(pg_current_snapshot()) limit 1'
  return until(async () => (await pool.query(older, [id])).rowCount === 0)
}

test('a reader that disconnects with a full cursor during the catch-up resumes there', async () => {
  const { stream, create } = await newcomer()
  const id = await create()
  const before = stream()
  const { value: first } = await before.next()
  await before.return?.()
  for (let i = 0; i < CURSOR_IDS_MAX + 20; i++) await change(pool, id)
  await untilSettled(id)
  const broken = stream(first.cursor)
  const items: TasksChange[] = []
  while (items.length < CURSOR_IDS_MAX + 10) items.push((await broken.next()).value)
  await broken.return?.()
  const again = collect(stream(last(items)))
  await again.until(10)
  const seqs = [...items, ...again.items].map(({ seq }) => seq)
  assert.deepEqual(
    seqs,
    seqs.map((_, index) => index + 2),
  )
  await again.close()
})

test('a reader that disconnects during the first states gets them all again', async () => {
  const { stream, create } = await newcomer()
  const ids = [await create(), await create(), await create()]
  const first = stream()
  const { value } = await first.next()
  await first.return?.()
  await change(pool, ids[0] ?? '')
  const again = collect(stream(value.cursor))
  assert.deepEqual(
    (await again.until(3)).map(shown),
    ids.map((id, index) => [id, index === 0 ? 2 : 1, 'queued', true]),
  )
  await again.close()
})

test('a cursor that is too old gets the current state, marked as such, and then changes', async () => {
  const { view, stream, create, cancel } = await newcomer()
  const [a, ended] = [await create(), await create()]
  const before = collect(stream())
  await before.until(2)
  await before.close()
  const name = `account ${view.accountId}`
  const position = openPosition(name, last(before.items))
  const hours = (EVENT_RETENTION_DAYS * 24 - 1) * 3600
  const aged = (seconds: number) => sealPosition(name, { ...position, at: position.at - BigInt(seconds) })
  await change(pool, a)
  await cancel(ended)
  const inTime = collect(stream(aged(hours - 60)))
  assert.deepEqual((await inTime.until(2)).map(shown), [
    [a, 2, 'queued', false],
    [ended, 2, 'cancelled', false],
  ])
  await inTime.close()
  const tooLate = collect(stream(aged(hours + 60)))
  await tooLate.until(1)
  await change(pool, a)
  assert.deepEqual((await tooLate.until(2)).map(shown), [
    [a, 2, 'queued', true],
    [a, 3, 'queued', false],
  ])
  await tooLate.close()
})

test('deleted or expired events are reported with the next event', async () => {
  const { stream, create, cancel, remove } = await newcomer()
  const [thinned, deleted] = [await create(), await create()]
  const before = collect(stream())
  await before.until(2)
  await before.close()
  for (let i = 0; i < 3; i++) await change(pool, thinned)
  await pool.query('delete from event where task_id = $1 and seq in (2, 3)', [thinned])
  await change(pool, deleted)
  await cancel(deleted)
  await remove(deleted)
  const again = collect(stream(last(before.items)))
  assert.deepEqual((await again.until(2)).map(shown), [
    [thinned, 4, 'queued', true],
    [deleted, 4, 'deleted', true],
  ])
  await again.close()
})

test('an invented, truncated, altered or foreign cursor is refused and leaves nothing open', async () => {
  const [one, other] = [await newcomer(), await newcomer()]
  await one.create()
  const foreign = collect(other.stream())
  await other.create()
  const mine = collect(one.stream())
  const cursor = last(await mine.until(1))
  await mine.close()
  await foreign.until(1)
  await foreign.close()
  const altered = `${cursor.slice(0, -2)}${cursor.endsWith('AA') ? 'BB' : 'AA'}`
  for (const wrong of ['', 'AAAA', 'not a cursor', cursor.slice(0, -3), altered, `${cursor}=`, last(foreign.items)]) {
    await assert.rejects(one.stream(wrong).next(), { code: 'invalid_cursor', param: 'after' }, wrong)
  }
  assert.equal(bus.size(), 0)
})

test('the stream of an account without tasks starts with its first task', async () => {
  const { stream, create } = await newcomer()
  const seen = stream()
  await seen.ready()
  const first = seen.next()
  const id = await create()
  assert.deepEqual(shown((await first).value), [id, 1, 'queued', false])
  await seen.return?.()
})
