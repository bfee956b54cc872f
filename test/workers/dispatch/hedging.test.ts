import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { setTimeout as run } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { startLoop } from '../../../src/lib/loop.ts'
import { openResources, type Resources } from '../../../src/resources.ts'
import { hedgeLate } from '../../../src/stage/hedge.ts'
import type { Engine } from '../../../workers/engine/engine.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { startWorker } from '../../../workers/worker.ts'
import { startTestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { complete, createMany, entriesOf, ROOMY, store, takeMany } from './work.ts'

/**
 * Three workers, one of them ten times slower, which takes three tasks. There are always two tasks for the other two, and now
 * and then a third for the slow one.
 */
const RUN_MS = 150
const SLOW = 10
const TASKS = 104
const FOR_SLOW = new Set([20, 50, 80])

const gateway = await startTestGateway(ROOMY)
const { pool, log } = gateway.rooms.resources

let slowMs = RUN_MS * SLOW

/** When the slow worker's runs were stopped from outside, by task. */
const stopped = new Map<string, number>()

function engineOf(durationMs: () => number): Engine {
  return {
    ...proceduralEngine(),
    async render({ task, folder }, signal) {
      await run(durationMs(), null, { signal }).catch((error) => {
        stopped.set(task.taskId, Date.now())
        throw error
      })
      const path = join(folder, 'rendered.mp4')
      await writeFile(path, 'rendered')
      return { path, accelerated: false }
    },
  }
}

/** Lets the slow worker look for one more task. */
let invite = () => {}

/** A pool on which the look at the queues waits for an invitation. */
function invitedPool(from: Pool): Pool {
  const query = async (config: QueryConfig) => {
    if (config.name === 'queue_heads') await new Promise<void>((resolve) => (invite = resolve))
    return from.query(config)
  }
  return new Proxy(from, { get: (target, name) => (name === 'query' ? query : Reflect.get(target, name)) })
}

async function startRenderer(factor: number): Promise<void> {
  const { databaseUrl } = gateway
  const opened = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 4, supervise: false })
  const resources: Resources = factor === 1 ? opened : { ...opened, pool: invitedPool(opened.pool) }
  const settings = {
    databaseUrl,
    engine: engineOf(() => (factor === 1 ? RUN_MS : slowMs)),
    capabilities: ['render'],
    pool: 'shared',
  } as const
  const worker = startWorker(resources, settings)
  if (factor > 1) slowId = worker.id
  after(async () => {
    const closed = worker.close(0)
    invite()
    await closed
    await opened.close()
  })
}

let slowId = ''
await Promise.all([startRenderer(1), startRenderer(1), startRenderer(SLOW)])

interface UnderWay {
  /** How many wait or run, but for what the slow worker has and second tries. */
  readonly quick: number
  readonly slow: number
}

async function underWay(): Promise<UnderWay> {
  const { rows } = await pool.query(
    `select count(*) filter (where not hedge and worker_id is distinct from $1)::int as quick,
       count(*) filter (where worker_id = $1)::int as slow
     from stage_attempt where stage = 'render' and state in ('ready', 'running')`,
    [slowId],
  )
  return rows[0]
}

/** Invites the slow worker until it has something, or there is too little. */
async function untilInvited(): Promise<void> {
  await until(async () => {
    invite()
    const { quick, slow } = await underWay()
    return slow > 0 || quick < 2
  })
}

interface Figures {
  readonly ids: readonly string[]
  /** Of the stage's time from its first claim to its end, in ms. */
  readonly p99: number
  readonly attempts: number
}

/** Has so many tasks of a tier rendered, and measures the stage by the database's clock. */
async function render(service_tier: 'standard' | 'pro'): Promise<Figures> {
  const groups = await Promise.all(Array.from({ length: TASKS / 4 }, () => createMany(gateway, { n: 4, service_tier })))
  const ids = groups.flat()
  const encoded = await takeMany(gateway, TASKS, 'encode')
  for (const claim of encoded) await store(gateway, claim)
  for (const [index, claim] of encoded.entries()) {
    if (!FOR_SLOW.has(index)) await until(async () => (await underWay()).quick < 2)
    assert.ok(await complete(gateway, claim))
    if (FOR_SLOW.has(index)) await untilInvited()
  }
  const runs = async () => {
    const { rows } = await pool.query(
      `select extract(epoch from max(finished_at) filter (where state = 'done') - min(claimed_at))::float8 * 1000 as ms,
         count(claimed_at)::int as attempts
       from stage_attempt where stage = 'render' and task_id = any($1::text[]) group by task_id order by ms`,
      [ids],
    )
    return rows
  }
  await until(async () => (await runs()).every(({ ms }) => ms !== null) && (await runs()).length === TASKS, 20_000)
  const rows = await runs()
  const attempts = rows.reduce((sum, row) => sum + row.attempts, 0)
  return { ids, p99: rows[Math.ceil(rows.length * 0.99) - 1]?.ms, attempts }
}

/** More often than the chore does, for such short runs. */
const hedging = startLoop('hedging', RUN_MS / 4, log, async () => {
  while (await hedgeLate(gateway.rooms.resources));
})
after(() => hedging.close())

test('one slow worker of three: second tries cut the 99th percentile, cost one in twenty, and are settled once', async () => {
  const plain = await render('standard')
  assert.equal(plain.attempts, TASKS, 'standard tasks get no second tries')
  const hedged = await render('pro')

  const ratio = hedged.p99 / plain.p99
  assert.ok(ratio <= 0.6, `${hedged.p99} ms of ${plain.p99} ms`)
  const extra = (hedged.attempts - TASKS) / TASKS
  assert.ok(extra > 0 && extra <= 0.05, `${extra} extra`)

  for (const claim of await takeMany(gateway, 2 * TASKS, 'package')) assert.ok(await complete(gateway, claim))
  for (const id of hedged.ids) {
    assert.deepEqual(
      (await entriesOf(gateway, id)).map(([kind, amount]) => [kind, amount]),
      [
        ['freeze', 0n],
        ['settle', -3_770_000n],
      ],
    )
  }
})

test('a slow run is stopped within two seconds of its twin’s report', async () => {
  slowMs = 60_000
  const ids = await createMany(gateway, { n: 4, service_tier: 'pro' })
  const encoded = await takeMany(gateway, ids.length, 'encode')
  for (const claim of encoded) await store(gateway, claim)
  for (const claim of encoded) assert.ok(await complete(gateway, claim))
  await untilInvited()
  const lost = async () => {
    const { rows } = await pool.query(
      `select s.task_id, d.finished_at as won from stage_attempt s join stage_attempt d using (task_id, stage)
       where s.worker_id = $2 and s.state = 'superseded' and d.state = 'done' and s.task_id = any($1::text[])`,
      [ids, slowId],
    )
    return rows
  }
  await until(async () => (await lost()).length === 1)
  const [{ task_id, won }] = await lost()
  await until(async () => stopped.has(task_id))
  const ms = (stopped.get(task_id) ?? Number.POSITIVE_INFINITY) - won.getTime()
  assert.ok(ms <= 2000, `${ms} ms`)
})
