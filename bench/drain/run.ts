import { join } from 'node:path'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { type Cluster, startCluster } from '../../test/support/cluster.ts'
import { makeSample } from '../../test/support/sample.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { ownCpuMs, watchCpu } from '../support/cpu.ts'
import { type Kind, STAGES } from '../support/worker-process.ts'
import { startWorkers, type Workers } from '../support/workers.ts'
import { CONTENDERS, type Contender, type Ground } from './contenders.ts'
import { FULL, type Plan, QUICK, WARM_TASKS, WORKERS } from './plan.ts'
import { type Drained, print } from './print.ts'

const KINDS: readonly Kind[] = Array.from({ length: WORKERS }, () => 'any')

/**
 * W6: waiting pipelines of stages that do nothing, until all have ended, compared with a bare loop of the same queue.
 */
export function benchDrain(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const plan = quick ? QUICK : FULL
    const cluster = await startCluster(prepareTemplate)
    closing.push(cluster.close)
    await makeSample(cluster.dir)
    const runners: Runner[] = []
    for (const each of CONTENDERS) runners.push(await openRunner(cluster, each, closing))
    for (const runner of runners) await drain(runner, WARM_TASKS)
    const watch = watchCpu()
    const rounds = await measureRounds(runners, plan)
    const cpu = watch.stop()
    const minutes = (performance.now() - start) / 60_000
    print({ rounds, plan, cpu, postgres: cluster.version, minutes })
  })
}

/** A contender, its workers closed. */
interface Runner {
  readonly contender: Contender
  readonly ground: Ground
  readonly workers: Workers
  /** Finished tasks in its database. */
  tasks: number
}

async function openRunner(cluster: Cluster, contender: Contender, closing: Closing): Promise<Runner> {
  const { name, file } = contender
  const databaseUrl = await cluster.database(`bench_${name}`)
  const dataDir = join(cluster.dir, name)
  const ground = await contender.openGround(databaseUrl, dataDir, closing)
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn', TMPDIR: cluster.dir }
  const words = ['0', cluster.dir]
  const workers = await startWorkers(file, { words, environment }, WORKERS, closing)
  return { contender, ground, workers, tasks: 0 }
}

/** From the start of the workers to the last end. The database is filled before, and every row counted after it. */
async function drain(runner: Runner, tasks: number): Promise<Drained> {
  const { ground, workers } = runner
  await ground.fill(tasks)
  const cpuMs = ownCpuMs()
  const start = performance.now()
  await workers.open(KINDS)
  await workers.ended(ground.ends(tasks))
  const ms = performance.now() - start
  const stages = STAGES * tasks
  const drained = { rate: (stages * 1000) / ms, cpuUs: ((ownCpuMs() - cpuMs) * 1000) / stages }
  await workers.close()
  runner.tasks += tasks
  await ground.check(runner.tasks)
  return drained
}

/** ABBA: the first in one round is the last in the next. */
async function measureRounds(runners: readonly Runner[], plan: Plan): Promise<Map<Contender, Drained[]>> {
  const rounds = new Map<Contender, Drained[]>(runners.map(({ contender }) => [contender, []]))
  for (let round = 0; round < plan.rounds; round++) {
    for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
      rounds.get(runner.contender)?.push(await drain(runner, plan.tasks))
    }
  }
  return rounds
}
