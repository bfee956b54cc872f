import assert from 'node:assert/strict'
import { test } from 'node:test'
import { listTasks, type TaskListing } from '../../../src/task/read.ts'
import { startTestGateway, type TestGateway } from '../../support/gateway.ts'
import { plansOf } from '../../workers/dispatch/explain.ts'
import { bearing, readToken } from '../read-tokens/token.ts'

/** A search, over REST and GraphQL. */

const gateway = await startTestGateway({ creditMicro: 10_000_000_000n, concurrencyLimit: 1000 })
const { pool } = gateway.rooms.resources

type Headers = Readonly<Record<string, string>>
interface Page {
  readonly ids: readonly string[]
  /** Where the next page begins; null after the last. */
  readonly next: string | null
}
interface Paging {
  readonly size?: number
  readonly after?: string | null
  readonly order?: 'asc' | 'desc'
}
type Door = (
  search: string,
  paging?: Paging,
  headers?: Headers,
) => Promise<Page | readonly [code: string, param: string]>

const rest: Door = async (search, { size = 100, after = null, order = 'desc' } = {}, headers) => {
  const given = { search, limit: String(size), order, ...(after === null ? {} : { after }) }
  const { status, body } = await gateway.call('GET', `/v1/videos?${new URLSearchParams(given)}`, undefined, headers)
  if (status !== 200) return [body.error.code, body.error.param]
  return { ids: body.data.map(({ id }: { id: string }) => id), next: body.has_more ? body.last_id : null }
}

const QUERY = `query ($search: String, $size: Int, $after: String, $order: SortOrder) {
  tasks(search: $search, first: $size, after: $after, order: $order) { nodes { id } pageInfo { hasNextPage endCursor } }
}`
const graphql: Door = async (search, { size = 100, after = null, order = 'desc' } = {}, headers) => {
  const variables = { search, size, after, order: order.toUpperCase() }
  const { body } = await gateway.call('POST', '/graphql', { query: QUERY, variables }, headers)
  if (body.errors) return [body.errors[0].extensions.code, body.errors[0].extensions.param]
  const { nodes, pageInfo } = body.data.tasks
  return { ids: nodes.map(({ id }: { id: string }) => id), next: pageInfo.hasNextPage ? pageInfo.endCursor : null }
}
const DOORS = { rest, graphql }

async function made(prompt: string, by: Pick<TestGateway, 'key'> = gateway): Promise<string> {
  const { status, body } = await gateway.call('POST', '/v1/videos', { prompt }, bearing(by.key))
  assert.equal(status, 202)
  return body.id
}

async function found(door: Door, search: string, headers?: Headers): Promise<readonly string[]> {
  const page = await door(search, {}, headers)
  return 'ids' in page ? page.ids : assert.fail(page.join(' '))
}

const heron = await made('A heron over the Lake, 100% calm')
const street = await made('夜里的霓虹街道, ÉCLAIRS and ЖАР')
const under = await made('snake_case and back\\slash')
const stranger = await gateway.newAccount()
const foreign = await made('A heron over the lake of another account', stranger)

for (const [name, door] of Object.entries(DOORS)) {
  test(`${name}: tasks are found by any part of the prompt, in any case`, async () => {
    for (const search of ['heron', 'HERON', 'over the lake', ' lake ', 'e']) {
      assert.ok((await found(door, search)).includes(heron), search)
    }
    for (const search of ['霓虹', 'éclairs', 'жар']) assert.deepEqual(await found(door, search), [street], search)
    assert.deepEqual(await found(door, 'herons'), [])
  })

  test(`${name}: a task is found by its id and by the start of it, but not by another part`, async () => {
    assert.deepEqual(await found(door, heron), [heron])
    assert.deepEqual(await found(door, 'vid_'), [under, street, heron])
    assert.deepEqual(await found(door, heron.slice(1)), [])
  })

  test(`${name}: wildcards and quotes are plain characters`, async () => {
    assert.deepEqual(await found(door, '100%'), [heron])
    assert.deepEqual(await found(door, 'e_c'), [under])
    assert.deepEqual(await found(door, 'back\\s'), [under])
    for (const search of ['h%n', 'her_n', '.*', "'", '%%', '__'])
      assert.deepEqual(await found(door, search), [], search)
  })

  test(`${name}: another account’s tasks are never found, and a read token finds its own only`, async () => {
    assert.deepEqual(await found(door, 'heron'), [heron])
    assert.deepEqual(await found(door, foreign), [])
    assert.deepEqual(await found(door, 'heron', bearing(stranger.key)), [foreign])
    const token = bearing(await readToken(gateway, { task_id: under }))
    assert.deepEqual(await found(door, 'a', token), [under])
    assert.deepEqual(await found(door, 'heron', token), [])
  })

  test(`${name}: an empty, too long or unstorable search is refused, and a key without the scope`, async () => {
    const refused = ['invalid_parameter', 'search']
    for (const search of ['', '  ', 'a'.repeat(201), '湖'.repeat(201), 'a\0b']) {
      assert.deepEqual(await door(search), refused, JSON.stringify(search))
    }
    for (const search of [` ${'a'.repeat(200)} `, '😀'.repeat(200)]) assert.deepEqual(await found(door, search), [])
    const { key } = await gateway.newAccount({ scopes: ['files:write'] })
    const [code] = (await door('heron', {}, bearing(key))) as readonly string[]
    assert.equal(code, 'insufficient_scope')
  })
}

test('the tasks of the account are searched at its edge too, those of a key are not', async () => {
  const ask = async (query: string) => (await gateway.call('POST', '/graphql', { query })).body
  const { data } = await ask('{ account { tasks(search: "heron") { nodes { id } } } }')
  assert.deepEqual(data.account.tasks.nodes, [{ id: heron }])
  const { errors } = await ask('{ apiKeys { nodes { tasks(search: "heron") { nodes { id } } } } }')
  assert.match(errors[0].message, /Unknown argument "search"/)
})

test('a lone surrogate is refused', async () => {
  assert.deepEqual(await graphql('\ud800'), ['invalid_parameter', 'search'])
})

test('search and the other filters combine', async () => {
  const filtered = async (filter: string) =>
    (await gateway.call('GET', `/v1/videos?search=a&${filter}`)).body.data.map(({ id }: { id: string }) => id)
  assert.deepEqual(await filtered('status=queued'), [under, street, heron])
  assert.deepEqual(await filtered('status=failed'), [])
  assert.deepEqual(await filtered('status=queued,failed&limit=1'), [under])
  assert.deepEqual(await filtered('mode=image_to_video'), [])
  await pool.query("update task set created_at = '2027-01-01' where id = $1", [street])
  assert.deepEqual(await filtered('created_after=2027-01-01T00:00:00Z'), [])
  assert.deepEqual(await filtered('created_after=2026-12-31T23:59:59.999Z&created_before=2027-01-02T00:00:00Z'), [
    street,
  ])
})

/** 3,000 tasks of one account, three of each millisecond; every tenth has the word. Newest first. */
async function manyTasks() {
  const account = await gateway.newAccount()
  const id = await made('x', account)
  const { rows } = await pool.query(
    `insert into task select (jsonb_populate_record(t, jsonb_build_object('id', 'vid_' || lpad(i::text, 26, '0'),
       'prompt', case when i % 10 = 0 then 'A Heron ' || i else 'nothing ' || i end,
       'created_at', t.created_at - i / 3 * interval '1 ms'))).* from task t, generate_series(1, 3000) i where t.id = $1
     returning id, created_at`,
    [id],
  )
  await pool.query('analyze task')
  const newest = [...rows, ...(await pool.query('select id, created_at from task where id = $1', [id])).rows].toSorted(
    (one, other) => other.created_at - one.created_at || (one.id < other.id ? 1 : -1),
  )
  const searched = newest.slice(0, 1000).map((row): string => row.id)
  return { ...account, id, matching: searched.filter((each) => /0$/.test(each)), oldest: String(newest.at(-1).id) }
}
const many = await manyTasks()

for (const [name, door] of Object.entries(DOORS)) {
  test(`${name}: pages of a search neither skip nor repeat one, in both orders, and end with the newest thousand`, async () => {
    assert.ok(many.matching.length > 90 && many.matching.length < 110)
    for (const order of ['asc', 'desc'] as const) {
      const ids: string[] = []
      let after: string | null = null
      do {
        const page = await door('heron', { size: 7, after, order }, bearing(many.key))
        assert.ok('ids' in page)
        ids.push(...page.ids)
        after = page.next
      } while (after !== null && ids.length < 1000)
      assert.deepEqual(ids, order === 'desc' ? many.matching : many.matching.toReversed())
    }
    assert.deepEqual(await found(door, many.oldest, bearing(many.key)), [])
  })
}

test('a search goes on after a task that it does not find, and an unknown cursor is refused', async () => {
  const page = await rest('heron', { after: many.id }, bearing(many.key))
  assert.ok('ids' in page)
  assert.deepEqual(page.ids, many.matching.filter((id) => id !== many.id).slice(0, 100))
  for (const door of Object.values(DOORS)) {
    assert.deepEqual(await door('heron', { after: heron }, bearing(many.key)), ['invalid_cursor', 'after'])
  }
})

test('a page of a search is one statement, which reads no more than the newest thousand', async () => {
  const caller = await gateway.rooms.verifier.verify(`Bearer ${many.key}`)
  const listing: TaskListing = {
    ...{ limit: 20, after: null, order: 'desc', statuses: null, mode: null, createdAfter: null, createdBefore: null },
    search: 'nowhere',
  }
  const [plan, ...others] = await plansOf(pool, (noting) => listTasks({ pool: noting }, caller, listing))
  assert.deepEqual([others, plan?.scanned], [[], []])
  const { rows } = await pool.query('select pg_relation_size($1) / 8192 as blocks', ['task'])
  assert.ok(plan && plan.blocks < Number(rows[0].blocks), `${plan?.blocks} of ${rows[0].blocks} blocks`)
})
