import assert from 'node:assert/strict'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { after } from 'node:test'
import { setTimeout as run } from 'node:timers/promises'
import type { Pool, QueryConfig } from 'pg'
import { startLoop } from '../../../src/lib/loop.ts'
import { openResources, type Resources } from '../../../src/resources.ts'
import { hedgeLate } from '../../../src/stage/hedge.ts'
import type { Engine } from '../../../workers/engine/engine.ts'
import { proceduralEngine } from '../../../workers/engine/procedural.ts'
import { startWorker } from '../../../workers/worker.ts'
import type { TestGateway } from '../../support/gateway.ts'
import { until } from '../../support/until.ts'
import { complete, createMany, entriesOf, store, takeMany } from './work.ts'

/** Duration of a render on a fast worker. */
export const RUN_MS = 150

/** Rendering workers: a slow one, which claims only on request, and fast ones. */
export interface SlowCrew {
  readonly slowId: string
  /** Sets the duration of a render on the slow one from now on. */
  slowMs: number
  /** Times of external stops, by task. */
  readonly stopped: ReadonlyMap<string, number>
  /** Starts two fast workers beside the slow one. */
  hireQuick(): Promise<void>
  /** The number of waiting or running renders except the slow worker's, including second tries. */
  left(): Promise<number>
  /** Lets the slow worker claim until it has one more, or nothing waits. @returns whether it has */
  invited(): Promise<boolean>
}

export async function startSlowCrew(gateway: TestGateway): Promise<SlowCrew> {
  const { pool, log } = gateway.rooms.resources
  const stopped = new Map<string, number>()
  /** Lets the slow worker try one more claim. */
  let invite = () => {}

  const engineOf = (durationMs: () => number): Engine => ({
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
  })

  /** A pool whose claims wait for a request; reports bring none. */
  const invitedPool = (from: Pool): Pool => {
    const query = async (config: QueryConfig) => {
      if (config.name === 'stage_claim') await new Promise<void>((resolve) => (invite = resolve))
      return from.query(config)
    }
    const connect = async () => {
      const client = await from.connect()
      const send = (config: QueryConfig) =>
        config.name === 'stage_claim' ? Promise.resolve({ rows: [] }) : client.query(config)
      const { release } = client
      return Object.assign(Object.create(client), { query: send, release: release.bind(client) })
    }
    const own: Readonly<Record<string | symbol, unknown>> = { query, connect }
    return new Proxy(from, { get: (target, name) => own[name] ?? Reflect.get(target, name) })
  }

  const startRenderer = async (isSlow: boolean): Promise<string> => {
    const { databaseUrl } = gateway
    const opened = await openResources(gateway.config, { name: 'worker', databaseUrl, poolSize: 4, supervise: false })
    const resources: Resources = isSlow ? { ...opened, pool: invitedPool(opened.pool) } : opened
    const engine = engineOf(() => (isSlow ? crew.slowMs : RUN_MS))
    const worker = startWorker(resources, { engine, capabilities: ['render'], pool: 'shared' })
    after(async () => {
      const closed = worker.close(0)
      invite()
      await closed
      await opened.close()
    })
    return worker.id
  }

  const counts = async (): Promise<{ left: number; waiting: number; taken: number }> => {
    const { rows } = await pool.query(
      `select count(*) filter (where state in ('ready', 'running') and worker_id is distinct from $1)::int as left,
         count(*) filter (where state = 'ready')::int as waiting, count(*) filter (where worker_id = $1)::int as taken
       from stage_attempt where stage = 'render'`,
      [crew.slowId],
    )
    return rows[0]
  }

  const crew = {
    slowId: '',
    slowMs: 10 * RUN_MS,
    stopped,
    async hireQuick() {
      await Promise.all([startRenderer(false), startRenderer(false)])
    },
    left: async () => (await counts()).left,
    async invited() {
      const { taken: before } = await counts()
      let hasTaken = false
      await until(async () => {
        invite()
        const { waiting, taken } = await counts()
        hasTaken = taken > before
        return hasTaken || waiting === 0
      })
      return hasTaken
    },
  }
  crew.slowId = await startRenderer(true)
  // More often than the chore, because the runs are short.
  const hedging = startLoop('hedging', RUN_MS / 4, log, async () => {
    while (await hedgeLate(gateway.rooms.resources));
  })
  after(() => hedging.close())
  return crew
}

/** Creates this many tasks, four in each create, and encodes them without reports. */
export async function encodedOf(gateway: TestGateway, count: number, service_tier: 'standard' | 'pro') {
  const groups = await Promise.all(Array.from({ length: count / 4 }, () => createMany(gateway, { n: 4, service_tier })))
  const encoded = await takeMany(gateway, count, 'encode')
  for (const claim of encoded) await store(gateway, claim)
  return { ids: groups.flat(), encoded }
}

const PRICE = 3_770_000n

/** Packages the rendered pro tasks; each is settled once, with or without second tries. */
export async function assertSettledOnce(gateway: TestGateway, ids: readonly string[], rendered: number): Promise<void> {
  for (const claim of await takeMany(gateway, rendered, 'package')) assert.ok(await complete(gateway, claim))
  for (const id of ids) {
    assert.deepEqual(
      (await entriesOf(gateway, id)).map(([kind, amount]) => [kind, amount]),
      [
        ['freeze', 0n],
        ['settle', -PRICE],
      ],
    )
  }
}
