import { join } from 'node:path'
import { startCluster } from '../support/cluster.ts'
import { type CpuShares, watchCpu } from '../support/cpu.ts'
import { type Load, startLoad } from '../support/load.ts'
import type { Outcome } from '../support/load-process.ts'
import { type Server, startServer } from '../support/server.ts'
import { CONTENDERS, type Contender, type Name, NOOP, startContender } from './contenders.ts'
import { type Ground, openGround } from './effect.ts'
import { fillTemplate } from './fill.ts'
import { openPgBench, type PgBench } from './pgbench.ts'
import { FULL, type Level, type Plan, QUICK } from './plan.ts'
import { type Measured, tell } from './tell.ts'

/** One contender, running. */
interface Lane {
  readonly name: Name
  readonly ground: Ground
  measure(level: Level, round: string): Promise<Measured>
}

/** W1 and W1b: create over HTTP. Ends at the first answer or row that is not as it should be. */
export async function benchCreate(quick: boolean): Promise<boolean> {
  const closing: (() => unknown)[] = []
  try {
    const start = performance.now()
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url)
    })
    closing.push(cluster.close)
    const load = startLoad()
    closing.push(load.close)
    const lanes: Lane[] = []
    for (const contender of CONTENDERS) {
      const url = await cluster.database(`bench_${contender.name}`)
      const server = await startContender(contender, url, join(cluster.dir, contender.name))
      closing.push(server.close)
      const ground = openGround(url)
      closing.push(ground.close)
      lanes.push({ name: contender.name, ground, measure: (...what) => drive(load, server, contender, keys, ...what) })
    }
    const url = await cluster.database('bench_pgbench')
    const pgbench = await openPgBench(url, cluster.dir)
    if (pgbench) {
      const ground = openGround(url)
      closing.push(ground.close)
      lanes.push({ name: 'pgbench', ground, measure: (level) => drivePgBench(pgbench, level) })
    } else console.log('pgbench is not on this machine and is left out.')
    const noop = await startServer(NOOP.file, {})
    closing.push(noop.close)
    await measureAll(quick ? QUICK : FULL, lanes, (level) =>
      drive(load, noop, { name: 'noop', about: '', ...NOOP }, keys, level, 'noop'),
    ).then((results) => tell(results, { postgres: cluster.version, pgbench: pgbench?.version ?? null, start }))
    return true
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    return false
  } finally {
    for (const close of closing.reverse()) await close()
  }
}

async function drive(load: Load, server: Server, contender: Contender, keys: string[], level: Level, name: string) {
  const { path, body, status, holds } = contender.door
  const { connections, warmMs, windowMs } = level
  const outcome: Outcome = await load.run({
    ...{ port: server.port, path, body, status, holds, keys },
    ...{ name, connections, warmMs, windowMs },
  })
  if (outcome.bad > 0)
    throw new Error(`${contender.about}: ${outcome.bad} bad answers, the first:\n${outcome.firstBad}`)
  return { rate: outcome.rate, p50: outcome.p50, p99: outcome.p99, creates: outcome.good }
}

async function drivePgBench(pgbench: PgBench, { connections, windowMs }: Level): Promise<Measured> {
  return { ...(await pgbench.run(connections, Math.ceil(windowMs / 1000))), p50: 0, p99: 0 }
}

export interface Results {
  readonly levels: readonly { level: Level; rounds: ReadonlyMap<Name, readonly Measured[]>; noop: Measured }[]
  readonly cpu: CpuShares | null
}

async function measureAll(
  plan: Plan,
  lanes: readonly Lane[],
  noop: (level: Level) => Promise<Measured>,
): Promise<Results> {
  const settle = { connections: 32, rounds: 1, warmMs: 0, windowMs: plan.settleMs }
  for (const lane of lanes) if (lane.name !== 'pgbench') await measure(lane, settle, 'settle')
  await noop(settle)
  const cpu = watchCpu()
  const levels: { level: Level; rounds: Map<Name, Measured[]>; noop: Measured }[] = []
  for (const level of plan.levels) {
    const rounds = new Map<Name, Measured[]>(lanes.map(({ name }) => [name, []]))
    for (let round = 0; round < level.rounds; round++) {
      const order = round % 2 === 0 ? lanes : lanes.toReversed()
      for (const lane of order) {
        rounds.get(lane.name)?.push(await measure(lane, level, `${level.connections}-${round}`))
      }
    }
    levels.push({ level, rounds, noop: await noop(level) })
  }
  return { levels, cpu: cpu.stop() }
}

/** On empty tables, and then with every row counted. */
async function measure({ name, ground, measure: drive }: Lane, level: Level, round: string): Promise<Measured> {
  await ground.reset()
  const measured = await drive(level, round)
  await ground.check(name, measured.creates)
  return measured
}
