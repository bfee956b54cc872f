import assert from 'node:assert/strict'
import { after, test } from 'node:test'
import pg from 'pg'
import { openListener } from '../../src/lib/listener.ts'
import { createLog } from '../../src/lib/log.ts'
import type { LogEvent } from '../../src/push/log.ts'
import { followLog, TAIL_PAGE } from '../../src/push/tail.ts'
import { openPool } from '../../src/resources.ts'
import { createTestDatabase } from '../support/database.ts'

const { url: databaseUrl } = await createTestDatabase()
const log = createLog('silent', 'test')
const pool = openPool(databaseUrl, 4, log)
const delivered: LogEvent[] = []
/** After each call of `publish`: how many events are delivered, and its horizon. */
const published: { readonly count: number; readonly horizon: bigint }[] = []
const waiting = new Set<() => void>()
/** The next reading of a page after the first of a burst fails. */
let breaks = false
let isWatched = true
/** Called before the tail reads only the horizon. */
let beforeRest = async () => {}
/** Names of the tail's statements. */
const asked: (string | undefined)[] = []
const breaking = new Proxy(pool, {
  get(target, name) {
    if (name !== 'query') return Reflect.get(target, name, target)
    return async (config: pg.QueryConfig<[readonly bigint[]]>) => {
      asked.push(config.name)
      if (config.name === 'event_horizon') await beforeRest()
      if (!breaks || config.name !== 'event_whole' || config.values?.[0].length === TAIL_PAGE)
        return target.query(config)
      breaks = false
      return Promise.reject(new Error('the connection broke'))
    }
  },
})
const listener = openListener(databaseUrl, log)
const tail = await followLog(
  { pool: breaking, log, listener },
  {
    watches: ({ taskId }) => taskId !== 'vid_unwatched',
    watchedSince: () => (isWatched ? 0 : null),
    horizon: () => published.at(-1)?.horizon ?? 0n,
    publish(events, horizon) {
      delivered.push(...events)
      published.push({ count: delivered.length, horizon })
      for (const look of waiting) look()
    },
  },
)
after(async () => {
  await tail.close()
  await listener.close()
  await pool.end()
})

const deliveredOf = (taskId: string) => delivered.filter((event) => event.taskId === taskId).map((event) => event.seq)

/** Settles when this holds after a call of `publish`. */
function when(holds: () => boolean): Promise<void> {
  return new Promise((resolve) => {
    const look = () => {
      if (!holds()) return
      waiting.delete(look)
      resolve()
    }
    waiting.add(look)
    look()
  })
}

/** Settles when this many events of a task are delivered. */
const until = (taskId: string, count: number) => when(() => deliveredOf(taskId).length >= count)

async function writer(): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  after(() => client.end())
  return client
}

const append = (client: pg.Client, taskId: string, seq: number) =>
  client.query(
    `insert into event (account_id, task_id, seq, kind, snapshot) values ('acc', $1, $2, 'progress', '{}')`,
    [taskId, seq],
  )

test('an event that commits late is delivered and delays no other', async () => {
  const [late, prompt] = [await writer(), await writer()]
  await late.query('begin')
  await append(late, 'vid_late', 1)
  for (let seq = 1; seq <= 5; seq++) {
    await append(prompt, 'vid_prompt', seq)
    await prompt.query('notify vidgate_events')
  }
  await until('vid_prompt', 5)
  assert.deepEqual(deliveredOf('vid_late'), [])
  await late.query('commit')
  await until('vid_late', 1)
  assert.deepEqual(deliveredOf('vid_prompt'), [1, 2, 3, 4, 5])
  assert.deepEqual(deliveredOf('vid_late'), [1])
})

test('an aborted event is never delivered', async () => {
  const client = await writer()
  await client.query('begin')
  await append(client, 'vid_aborted', 1)
  await client.query('rollback')
  await append(client, 'vid_after', 1)
  await until('vid_after', 1)
  assert.deepEqual(deliveredOf('vid_aborted'), [])
})

test('a lost listening connection loses no event', async () => {
  const client = await writer()
  await client.query(`select pg_terminate_backend(pid) from pg_stat_activity where application_name = 'vidgate listen'
    and datname = current_database()`)
  for (let seq = 1; seq <= 3; seq++) await append(client, 'vid_unheard', seq)
  await until('vid_unheard', 3)
  assert.deepEqual(deliveredOf('vid_unheard'), [1, 2, 3])
})

test('concurrent writers’ events arrive once each and in order per task', async () => {
  const writers = await Promise.all(Array.from({ length: 8 }, writer))
  const each = 40
  await Promise.all(
    writers.map(async (client, number) => {
      for (let seq = 1; seq <= each; seq++) {
        await client.query('begin')
        await append(client, `vid_w${number}`, seq)
        if (seq % 3 === number % 3) await client.query('select pg_sleep(0.002)')
        await client.query('commit')
        if (seq % 4 === 0) await client.query('notify vidgate_events')
      }
    }),
  )
  const expected = Array.from({ length: each }, (_, index) => index + 1)
  for (const number of writers.keys()) {
    await until(`vid_w${number}`, each)
    assert.deepEqual(deliveredOf(`vid_w${number}`), expected)
  }
})

const appendMany = (client: pg.Client, taskId: string, count: number) =>
  client.query(
    `insert into event (account_id, task_id, seq, kind, snapshot)
      select 'acc', $1, seq, 'progress', '{}' from generate_series(1, $2::int) seq`,
    [taskId, count],
  )

const BURST = Array.from({ length: 2 * TAIL_PAGE + 100 }, (_, index) => index + 1)

test('a burst arrives page by page, once each and in order, and counts as read only when all of it has arrived', async () => {
  const client = await writer()
  const before = delivered.length
  await appendMany(client, 'vid_burst', BURST.length)
  await until('vid_burst', BURST.length)
  assert.deepEqual(deliveredOf('vid_burst'), BURST)
  const { xid } = delivered.at(-1) as LogEvent
  const pages = published.filter(({ count }) => count > before)
  assert.deepEqual(
    pages.slice(0, 3).map(({ count }) => count - before),
    [TAIL_PAGE, 2 * TAIL_PAGE, BURST.length],
  )
  for (const { horizon } of pages.slice(0, 2)) assert.ok(horizon <= xid)
})

test('a page that could not be read is read again, and nothing arrives twice', async () => {
  const client = await writer()
  breaks = true
  await appendMany(client, 'vid_broken', BURST.length)
  await until('vid_broken', BURST.length)
  assert.equal(breaks, false)
  assert.deepEqual(deliveredOf('vid_broken'), BURST)
})

/** Settles when the tail has moved its mark past this moment. The next call of `publish` may end a reading from before. */
async function rested(client: pg.Client): Promise<void> {
  for (let calls = 0; calls < 2; calls++) {
    const before = published.length
    await client.query('notify vidgate_events')
    await when(() => published.length > before)
  }
}

test('while nobody watches no event is read, and from the first subscriber on all are', async () => {
  const client = await writer()
  isWatched = false
  await rested(client)
  const before = delivered.length
  asked.length = 0
  await appendMany(client, 'vid_alone', 10)
  const { rows } = await client.query(`select max(xid)::text as xid from event where task_id = 'vid_alone'`)
  // The mark also waits for transactions of other databases of the same server.
  await when(() => published.some(({ horizon }) => horizon > BigInt(rows[0].xid)))
  assert.deepEqual(new Set(asked), new Set(['event_horizon']))
  isWatched = true
  await append(client, 'vid_joined', 1)
  await client.query('notify vidgate_events')
  await until('vid_joined', 1)
  assert.equal(delivered.length, before + 1)
})

test('an event that commits after a subscription is delivered although the tail was about to rest', async () => {
  const client = await writer()
  isWatched = false
  await rested(client)
  const joined = Promise.withResolvers<void>()
  beforeRest = async () => {
    beforeRest = async () => {}
    isWatched = true
    await append(client, 'vid_race', 1)
    joined.resolve()
  }
  await joined.promise
  await until('vid_race', 1)
  assert.deepEqual(deliveredOf('vid_race'), [1])
})
