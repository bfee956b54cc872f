import { runBench } from '../../support/bench.ts'
import { startCluster } from '../../support/cluster.ts'
import { prepareDatabase } from '../../support/tasks.ts'
import { type ChaosFigure, type ChaosOptions, concludeChaos } from '../figures.ts'
import { type Plan, playCycles, TIMERS_SLACK } from './play.ts'

const FULL: Plan = { warmCycles: 5000, cycles: 100_000, lanes: 32 }
const QUICK: Plan = { warmCycles: 500, cycles: 4000, lanes: 32 }
/** In a half, of the heap: 60 bytes a cycle would be seen. */
const GROWTH_MAX_BYTES = 3_000_000

/** Quality 2.8. Subscriptions are opened and ended in every way; at the end the gateway holds what it held before. */
export async function chaosCycles({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  let figures: ChaosFigure[] = []
  const isDone = await runBench(async (closing) => {
    const begin = performance.now()
    const cluster = await startCluster(prepareDatabase)
    closing.push(cluster.close)
    const needs = { databaseUrl: await cluster.database('chaos_cycles'), dataDir: cluster.dir }
    const { cycles, fresh, before, half, after } = await playCycles(needs, plan, seed, closing, console.log)
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes} minutes`)
    const figure = (metric: string, value: number, aim: Partial<ChaosFigure> = {}): ChaosFigure => ({
      chaos: 'cycles',
      metric,
      value,
      ...aim,
    })
    figures = [
      figure('cycles', cycles, { aim: plan.cycles }),
      figure('subscriptions_left', after.subscriptions - fresh.subscriptions, { aim: 0 }),
      figure('sockets_left', after.sockets - fresh.sockets, { aim: 0 }),
      figure('timers_left', after.timers - fresh.timers, { aim: TIMERS_SLACK, atMost: true }),
      figure('listeners_left', after.listeners - fresh.listeners, { aim: 0 }),
      figure('bytes_first_half', half.bytes - before.bytes),
      figure('bytes_second_half', after.bytes - half.bytes, { aim: GROWTH_MAX_BYTES, atMost: true }),
    ]
  })
  return concludeChaos(figures) && isDone
}
