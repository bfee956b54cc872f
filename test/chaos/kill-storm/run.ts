import { mkdir } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import { createLog } from '../../../src/lib/log.ts'
import { createAccount } from '../../../src/operator/create-account.ts'
import { openPool } from '../../../src/resources.ts'
import { openDiskStorage } from '../../../src/storage/disk.ts'
import { type Closing, runWhole } from '../../support/closing.ts'
import { type Cluster, startCluster } from '../../support/cluster.ts'
import { makeSample } from '../../support/sample.ts'
import { startServer } from '../../support/server.ts'
import { prepareTemplate } from '../../support/template.ts'
import { type ChaosFigure, type ChaosOptions, concludeChaos } from '../figures.ts'
import { brokenRules } from '../money/rules.ts'
import { bytesOf, lostOf, unreadable } from './check.ts'
import { type Account, type Clients, createClients } from './clients.ts'
import { type Fleet, startFleet } from './fleet.ts'
import { FULL, type Plan, QUICK } from './plan.ts'
import { brokenEnds, countOf, END_RULES, jobsLeft } from './rules.ts'
import { storm, unfinished } from './storm.ts'

const GATEWAYS = 2
const WORKERS = 5
const ACCOUNTS = 4
/** Cap, rate and balance are not tested here. */
const PLENTY = 1_000_000
const CREDIT = 1_000_000_000_000n

/** Three losses, each found 3 to 4 s after the kill, and the work between them. */
const END_WITHIN_MS = 60_000
const LOOK_MS = 250

/**
 * Gateways and workers in separate processes are killed at random during creates and stages. Each acknowledged task
 * ends once, is billed once, and succeeds unless one of its stages was interrupted three times.
 */
export async function chaosKillStorm({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  let figures: ChaosFigure[] = []
  const isDone = await runWhole(async (closing) => {
    figures = await run(plan, seed, closing)
  })
  return concludeChaos(figures) && isDone
}

async function run(plan: Plan, seed: number, closing: Closing): Promise<ChaosFigure[]> {
  const begin = performance.now()
  const cluster = await startCluster(prepareTemplate)
  closing.push(() => cluster.close())
  const databaseUrl = await cluster.database('chaos_kill_storm')
  const pool = openPool(databaseUrl, 4, createLog('error', 'chaos'))
  closing.push(() => pool.end())
  const accounts = await openAccounts(pool)
  await makeSample(cluster.dir)
  const fleet = await startStorm(cluster, databaseUrl, seed)
  closing.push(() => fleet.close())

  const clients = createClients(fleet, accounts, plan, seed)
  await fleet.until(() => fleet.members.every(({ isReady }) => isReady))
  const storming = performance.now()
  await storm(fleet, clients, pool, plan, seed)
  const calm = performance.now()
  await untilEnded(pool)
  const ending = performance.now()
  const gateway = await fleet.until(() => fleet.ready('gateway')[0])
  const bad = await unreadable(pool, gateway.url, accounts)
  await fleet.close()

  const seconds = (from: number, to: number) => `${((to - from) / 1000).toFixed(0)} s`
  console.log(`the storm took ${seconds(storming, calm)}, what it left under way ended ${seconds(calm, ending)} later`)
  const figures = await judge(pool, { fleet, clients, plan, bad, dataDir: dataDirOf(cluster) })
  const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
  console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes} minutes`)
  return figures
}

async function openAccounts(pool: Pool): Promise<Account[]> {
  const limits = { concurrencyLimit: PLENTY, createsPerMinute: PLENTY, callsPerMinute: PLENTY }
  const accounts: Account[] = []
  for (let i = 0; i < ACCOUNTS; i++) {
    accounts.push(await createAccount(pool, { name: `chaos ${i}`, creditMicro: CREDIT, ...limits }))
  }
  return accounts
}

function dataDirOf({ dir }: Cluster): string {
  return join(dir, 'storm')
}

async function startStorm(cluster: Cluster, databaseUrl: string, seed: number): Promise<Fleet> {
  // Temporary folders of killed workers are deleted with the cluster's folder.
  const temporary = join(cluster.dir, 'temporary')
  await mkdir(temporary)
  const environment = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: databaseUrl,
    DATA_DIR: dataDirOf(cluster),
    HOST: '127.0.0.1',
    LOG_LEVEL: process.env['CHAOS_LOG'] ?? 'silent',
    TMPDIR: temporary,
    NODE_COMPILE_CACHE: join(cluster.dir, 'compiled'),
  }
  // A process that ends normally leaves its compile cache to all others; a killed one leaves none.
  await (await startServer('src/gateway-main.ts', environment)).close()
  return startFleet(
    { gateway: GATEWAYS, worker: WORKERS },
    {
      environment,
      workerArguments: [cluster.dir, String(seed)],
      onBegun: ({ isHunted }, member) => {
        if (isHunted) member.kill()
      },
    },
  )
}

async function untilEnded(pool: Pool): Promise<void> {
  const deadline = performance.now() + END_WITHIN_MS
  while (performance.now() < deadline && (await unfinished(pool)) + (await jobsLeft(pool)) > 0) await pause(LOOK_MS)
}

interface Storm {
  readonly fleet: Fleet
  readonly clients: Clients
  readonly plan: Plan
  /** Finished videos that could not be read. */
  readonly bad: number
  readonly dataDir: string
}

async function judge(pool: Pool, { fleet, clients, plan, bad, dataDir }: Storm): Promise<ChaosFigure[]> {
  const { seen } = clients
  const { lost, doubled } = await lostOf(pool, seen.acknowledged)
  const storage = await openDiskStorage(dataDir)
  const bytes = await bytesOf({ pool, storage, log: createLog('error', 'chaos') }, dataDir)
  const left = await jobsLeft(pool)
  const violations = [
    ...seen.complaints,
    ...(await brokenRules(pool)).map(({ rule, count }) => `${count} times: ${rule}`),
    ...(await brokenEnds(pool)),
    ...(left > 0 ? [`${left} jobs are left in the queues of stages`] : []),
  ]
  await tellStorm(pool, { fleet, clients })
  console.log(`${String(bytes.swept).padStart(7)}  objects and files swept that killed workers had left`)
  for (const each of [...violations, ...fleet.deaths]) console.log(each)
  for (const key of bytes.orphans.slice(0, 10)) console.log(`belongs to nothing: ${key}`)
  for (const key of bytes.missing.slice(0, 10)) console.log(`is missing: ${key}`)

  const figure = (metric: string, value: number, aim?: number): ChaosFigure => ({
    chaos: 'kill-storm',
    metric,
    value,
    ...(aim === undefined ? {} : { aim }),
  })
  const ends = await Promise.all(
    Object.entries(END_RULES).map(async ([metric, sql]) => figure(metric, await countOf(pool, sql), 0)),
  )
  return [
    figure('tasks', await countOf(pool, 'select count(*) from task'), plan.tasks),
    figure('kills', fleet.kills.gateway + fleet.kills.worker),
    figure('lost', lost, 0),
    figure('doubled', doubled, 0),
    ...ends,
    figure('rule_violations', violations.length, 0),
    figure('orphan_objects', bytes.orphans.length, 0),
    figure('unreadable', bad + bytes.missing.length, 0),
    figure('deaths', fleet.deaths.length, 0),
  ]
}

const NUMBERS: Readonly<Record<string, string>> = {
  'tasks succeeded': `select count(*) from task where status = 'succeeded'`,
  'tasks interrupted three times, failed and released': `
    select count(*) from task where fail_reason = 'processing_interrupted'`,
  'attempts lost in the middle': `select count(*) from stage_attempt where state = 'lost'`,
  'tasks that lost at least one attempt': `select count(distinct task_id) from stage_attempt where state = 'lost'`,
  'second tries beside running ones': `select count(*) from stage_attempt where hedge`,
}

async function tellStorm(pool: Pool, { fleet, clients: { seen } }: Pick<Storm, 'fleet' | 'clients'>): Promise<void> {
  const lines: [string, number][] = [
    ['workers killed', fleet.kills.worker],
    ['gateways killed', fleet.kills.gateway],
    ['of those with creates under way', fleet.killsOfCreates],
    ['sends of creates that got no answer', seen.broken],
    ['creates answered 503', seen.refused],
    ['creates that had been committed when their gateway died, and were replayed', seen.replayed],
  ]
  for (const [what, sql] of Object.entries(NUMBERS)) lines.push([what, await countOf(pool, sql)])
  for (const [what, count] of lines) console.log(`${String(count).padStart(7)}  ${what}`)
}
