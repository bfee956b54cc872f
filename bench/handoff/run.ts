import { join } from 'node:path'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { type Cluster, startCluster } from '../../test/support/cluster.ts'
import { makeSample } from '../../test/support/sample.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { watchCpu } from '../support/cpu.ts'
import { startWorkers } from '../support/workers.ts'
import { CONTENDERS, type Contender } from './contenders.ts'
import { type Latency, measure, type Runner } from './measure.ts'
import { FULL, type Plan, QUICK, SETTINGS, STAGE_MS, WARM, WORKERS } from './plan.ts'
import { print, type SettingResults } from './print.ts'

/** W5: from the report of a stage to the start of the next, compared with other queues in Postgres. */
export function benchHandOff(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const plan = quick ? QUICK : FULL
    const cluster = await startCluster(prepareTemplate)
    closing.push(cluster.close)
    await makeSample(cluster.dir)
    const runners: Runner[] = []
    for (const each of CONTENDERS) runners.push(await openRunner(cluster, each, closing))
    for (const runner of runners) for (const setting of SETTINGS) await measure(runner, setting, WARM)
    const watch = watchCpu()
    const results = await measureRounds(runners, plan)
    const cpu = watch.stop()
    const abouts = new Map(runners.map(({ name, about }) => [name, about]))
    const minutes = (performance.now() - start) / 60_000
    print({ results, abouts, plan, cpu, postgres: cluster.version, minutes })
  })
}

async function openRunner(cluster: Cluster, contender: Contender, closing: Closing): Promise<Runner> {
  const { name, about, file } = contender
  const databaseUrl = await cluster.database(`bench_${name}`)
  const dataDir = join(cluster.dir, name)
  const ground = await contender.openGround(databaseUrl, dataDir, closing)
  const environment = { DATABASE_URL: databaseUrl, DATA_DIR: dataDir, LOG_LEVEL: 'warn', TMPDIR: cluster.dir }
  const words = [String(STAGE_MS), cluster.dir]
  const workers = await startWorkers(file, { words, environment }, WORKERS, closing)
  return { name, about, ground, workers, tasks: 0 }
}

/** ABBA: the first in one round is the last in the next. */
async function measureRounds(runners: readonly Runner[], plan: Plan): Promise<SettingResults[]> {
  const results = SETTINGS.map((setting) => ({
    setting,
    rounds: new Map<string, Latency[]>(runners.map(({ name }) => [name, []])),
  }))
  for (let round = 0; round < plan.rounds; round++) {
    for (const { setting, rounds } of results) {
      for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
        rounds.get(runner.name)?.push(await measure(runner, setting, plan))
      }
    }
  }
  return results
}
