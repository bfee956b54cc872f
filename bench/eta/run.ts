import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import type { Pool } from 'pg'
import { readConfig } from '../../src/config.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openResources, type Resources } from '../../src/resources.ts'
import { startHedging } from '../../src/stage/hedge.ts'
import { startReaper } from '../../src/stage/reap.ts'
import { createLanes } from '../../src/task/lanes.ts'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { submissionOf } from '../../test/support/submission.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { watchCpu } from '../support/cpu.ts'
import { ACCOUNTS, type Arrival, arrivalsOf, FULL, type Hand, KEPT, LOST, QUICK } from './plan.ts'
import { type Kept, print } from './print.ts'

/** The first estimates of tasks against what came: bursts, mixed tiers, sizes and lengths, and two of eight workers lost. */
export function benchEta(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const plan = quick ? QUICK : FULL
    const cluster = await startCluster(prepareTemplate)
    closing.push(cluster.close)
    const databaseUrl = await cluster.database('bench_eta')
    const environment = { DATABASE_URL: databaseUrl, DATA_DIR: join(cluster.dir, 'data'), LOG_LEVEL: 'silent' }
    const gateway = await openGateway(environment, closing)
    const [, lost] = await Promise.all([hire(KEPT, 1, environment, closing), hire(LOST, 2, environment, closing)])
    const watch = watchCpu()
    const start = performance.now()
    const arrivals = arrivalsOf(plan)
    const killed = pause(plan.seconds * 500).then(() => lost.kill('SIGKILL'))
    await Promise.all(arrivals.map((arrival) => arrive(arrival, start, gateway.create)))
    await killed
    const seconds = plan.seconds + (await drained(gateway.resources.pool))
    const tasks = await readKept(gateway.resources.pool, plan.seconds / 2)
    if (tasks.length !== arrivals.length) throw new Error(`${tasks.length} of ${arrivals.length} tasks succeeded`)
    print(tasks, { postgres: cluster.version, cpu: watch.stop(), seconds })
  })
}

async function hire(
  hands: readonly Hand[],
  seed: number,
  env: NodeJS.ProcessEnv,
  closing: Closing,
): Promise<ChildProcess> {
  const file = fileURLToPath(new URL('crew.ts', import.meta.url))
  const child = fork(file, [JSON.stringify(hands), String(seed)], {
    env: { ...process.env, NODE_ENV: 'production', ...env },
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  })
  closing.push(() => child.kill('SIGKILL'))
  await once(child, 'message')
  return child
}

interface Gateway {
  readonly resources: Resources
  create(arrival: Arrival): Promise<void>
}

/** The create path and the chores of a gateway, without its doors. */
async function openGateway(environment: NodeJS.ProcessEnv, closing: Closing): Promise<Gateway> {
  const config = readConfig(environment)
  const databaseUrl = environment['DATABASE_URL'] ?? ''
  const resources = await openResources(config, { name: 'bench', databaseUrl, poolSize: 6, supervise: false })
  const chores = [startReaper(resources), startHedging(resources)]
  closing.push(async () => {
    await Promise.all(chores.map((chore) => chore.close()))
    await resources.close()
  })
  const lanes = createLanes(resources)
  const accounts: string[] = []
  for (let each = 0; each < ACCOUNTS; each++) {
    const limits = { concurrencyLimit: 10_000, creditMicro: 10_000_000_000_000n }
    accounts.push((await createAccount(resources.pool, { name: `bench ${each}`, ...limits })).accountId)
  }
  return {
    resources,
    async create({ account, serviceTier, resolution, durationMs }) {
      const shape = { account, serviceTier, resolution, durationMs, n: 1, useContextIr: false } as const
      const operation = { kind: 'create', key: null, twisted: false, ...shape } as const
      const { kind } = await lanes.submit(submissionOf(operation, '', (pick) => accounts[pick] ?? ''))
      if (kind !== 'created') throw new Error(`a task was not created: ${kind}`)
    },
  }
}

async function arrive(arrival: Arrival, start: number, create: Gateway['create']): Promise<void> {
  await pause(Math.max(0, start + arrival.at * 1000 - performance.now()))
  await create(arrival)
}

const DRAIN_MAX_S = 180

/** Seconds until no task is left. */
async function drained(pool: Pool): Promise<number> {
  const start = performance.now()
  for (;;) {
    const seconds = (performance.now() - start) / 1000
    const { rows } = await pool.query('select count(*)::int as left from task where completed_at is null')
    if (rows[0]?.left === 0) return seconds
    if (seconds > DRAIN_MAX_S) throw new Error(`${rows[0]?.left} tasks have not ended`)
    await pause(500)
  }
}

async function readKept(pool: Pool, lossAt: number): Promise<Kept[]> {
  const { rows } = await pool.query<Kept>(
    `select service_tier as tier, eta_seconds as promised, created_at > first.at + make_interval(secs => $1) as "afterLoss",
       extract(epoch from completed_at - created_at)::float8 as took
     from task cross join (select min(created_at) as at from task) first where status = 'succeeded' order by created_at`,
    [lossAt],
  )
  return rows
}
