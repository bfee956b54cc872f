import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { WEBHOOK_PER_HOST } from '../../src/limits.ts'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { startServer } from '../../test/support/server.ts'
import { fillTemplate } from '../create/fill.ts'
import { watchCpu } from '../support/cpu.ts'
import type { Volley } from './floor.ts'
import { print, type Rounds } from './print.ts'
import { openRows, type Rows } from './rows.ts'

interface Plan {
  readonly rounds: number
  /** Deliveries of a round at full speed. */
  readonly many: number
  /** Deliveries of a round one by one. */
  readonly few: number
}

const FULL: Plan = { rounds: 5, many: 5000, few: 500 }
const QUICK: Plan = { rounds: 2, many: 2000, few: 150 }
const EVERY_MS = 10
/** Due at the address that never answers. */
const IN_HOLE = 10_000

/**
 * W9: from due rows to delivered rows, compared with a bare loop of requests to the same receiver; and beside one that
 * hangs.
 */
export function benchWebhooks(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const plan = quick ? QUICK : FULL
    const { postgres, rows, floor } = await openSetting(closing)
    const watch = watchCpu()
    const rates = await measureRates(plan, rows, floor)
    const latencies = await measureLatencies(plan, rows)
    const seconds = (performance.now() - start) / 1000
    print({ ...rates, ...latencies }, { postgres, cpu: watch.stop(), rounds: plan.rounds, seconds })
  })
}

interface Setting {
  readonly postgres: string
  readonly rows: Rows
  /** Milliseconds of this many bare requests. */
  floor(count: number): Promise<number>
}

async function openSetting(closing: Closing): Promise<Setting> {
  let key = ''
  const cluster = await startCluster(async (url) => {
    ;[key = ''] = await fillTemplate(url, 1)
  })
  closing.push(cluster.close)
  const databaseUrl = await cluster.database('bench_webhooks')
  const gateway = await startServer('src/gateway-main.ts', {
    ...{ DATABASE_URL: databaseUrl, DATA_DIR: join(cluster.dir, 'data'), LOG_LEVEL: 'warn' },
    ...{ WEBHOOK_ALLOW_HTTP: 'true', WEBHOOK_ALLOW_PRIVATE: 'true' },
  })
  closing.push(gateway.close)
  const receiver = await startChild<{ ready: string; hole: string }>('receiver.ts', closing)
  const task = await endedTask(`http://127.0.0.1:${gateway.port}`, key)
  const { child } = await startChild('floor.ts', closing)
  return {
    postgres: cluster.version,
    rows: openRows(databaseUrl, task.id, { good: receiver.said.ready, hole: receiver.said.hole }, closing),
    async floor(count) {
      const body = JSON.stringify({ id: 'evt_00000000000000000000000000', type: 'video.cancelled', data: task })
      const volley: Volley = { url: `${receiver.said.ready}/`, body, count, connections: WEBHOOK_PER_HOST }
      child.send(volley)
      const [{ ms }] = (await once(child, 'message')) as [{ ms: number }]
      return ms
    },
  }
}

async function startChild<T>(file: string, closing: Closing): Promise<{ child: ChildProcess; said: T }> {
  const child = fork(fileURLToPath(new URL(file, import.meta.url)), { stdio: ['ignore', 'ignore', 'inherit', 'ipc'] })
  closing.push(() => child.kill())
  const [said] = (await once(child, 'message')) as [T]
  return { child, said }
}

async function endedTask(gateway: string, key: string): Promise<{ id: string }> {
  const headers = { authorization: `Bearer ${key}`, 'content-type': 'application/json' }
  const post = async (path: string, body: string | null) =>
    (await (await fetch(gateway + path, { method: 'POST', headers, body })).json()) as { id: string }
  const { id } = await post('/v1/videos', JSON.stringify({ prompt: 'A paper boat', metadata: { order: 17 } }))
  return post(`/v1/videos/${id}/cancel`, null)
}

/** ABBA: the first in one round is the last in the next. */
async function measureRates({ rounds, many }: Plan, rows: Rows, floor: Setting['floor']) {
  const ours: number[] = []
  const bare: number[] = []
  const sides = [
    async () => ours.push((many * 1000) / (await rows.deliver(many))),
    async () => bare.push((many * 1000) / (await floor(many))),
  ]
  for (const side of sides) await side()
  ours.length = 0
  bare.length = 0
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
  }
  return { ours, bare } satisfies Partial<Rounds>
}

async function measureLatencies({ rounds, few }: Plan, rows: Rows) {
  const alone: number[][] = []
  const beside: number[][] = []
  const sides = [
    async () => {
      await rows.fillHole(0)
      alone.push(await rows.trickle(few, EVERY_MS))
    },
    async () => {
      await rows.fillHole(IN_HOLE)
      beside.push(await rows.trickle(few, EVERY_MS))
    },
  ]
  for (let round = 0; round < rounds; round++) {
    for (const side of round % 2 === 0 ? sides : sides.toReversed()) await side()
  }
  return { alone, beside } satisfies Partial<Rounds>
}
