import { runBench } from '../../support/bench.ts'
import { startCluster } from '../../support/cluster.ts'
import { prepareDatabase } from '../../support/tasks.ts'
import { type ChaosFigure, type ChaosOptions, concludeChaos } from '../figures.ts'
import { type Plan, playRestarts } from './play.ts'

const FULL: Plan = {
  ...{ subscribers: 2000, tasks: 300, restarts: 20, kills: 5, cuts: 8 },
  ...{ hands: 12, stepMs: 400, calmMs: 3000, retryMs: null },
}
const QUICK: Plan = {
  ...{ subscribers: 300, tasks: 40, restarts: 3, kills: 1, cuts: 1 },
  ...{ hands: 12, stepMs: 400, calmMs: 1000, retryMs: null },
}

/**
 * Quality 2.8. A gateway is restarted under subscribers who use the stock client. Each is told of every state of its task, in
 * order, and of its end once.
 */
export async function chaosRestarts({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  let figures: ChaosFigure[] = []
  const isDone = await runBench(async (closing) => {
    const begin = performance.now()
    const cluster = await startCluster(prepareDatabase)
    closing.push(cluster.close)
    const needs = { databaseUrl: await cluster.database('chaos_restarts'), dataDir: cluster.dir }
    const outcome = await playRestarts(needs, plan, seed, closing, console.log)
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint)
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes} minutes`)
    const figure = (metric: string, value: number, aim?: number): ChaosFigure => ({
      chaos: 'restarts',
      metric,
      value,
      ...(aim === undefined ? {} : { aim }),
    })
    figures = [
      figure('subscribers', plan.subscribers),
      figure('restarts', outcome.restarts, plan.restarts),
      figure('kills', outcome.kills),
      figure('listeners_cut', outcome.cuts),
      figure('returns', outcome.returns),
      figure('ends_missed', outcome.missed, 0),
      figure('ends_doubled', outcome.doubled, 0),
      figure('gaps', outcome.gaps, 0),
      figure('skips', outcome.skips),
      figure('backwards', outcome.backwards, 0),
      figure('complaints', outcome.complaints.length, 0),
    ]
  })
  return concludeChaos(figures) && isDone
}
