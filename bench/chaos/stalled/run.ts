import { runBench } from '../../support/bench.ts'
import { startCluster } from '../../support/cluster.ts'
import { ratioOf, spreadOf } from '../../support/figures.ts'
import { prepareDatabase } from '../../support/tasks.ts'
import { type ChaosFigure, type ChaosOptions, concludeChaos } from '../figures.ts'
import { type Outcome, type Plan, playStalled } from './play.ts'

const FULL: Plan = { subscribers: 2000, stalled: 50, tasks: 100, rounds: 7, seconds: 12, rate: 100 }
const QUICK: Plan = { subscribers: 500, stalled: 50, tasks: 50, rounds: 1, seconds: 6, rate: 50 }

/** Fewer tell no ratio of times, and no growth beside that of the first minutes. */
const ROUNDS_MIN = 5
const RATIO_MAX = 1.2
const GROWTH_MAX_MB = 20

/** Quality 2.8. Sockets that stop reading cost the others no time and the gateway little memory, and are cut. */
export async function chaosStalled({ quick }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  let figures: ChaosFigure[] = []
  const isDone = await runBench(async (closing) => {
    const begin = performance.now()
    const cluster = await startCluster(prepareDatabase)
    closing.push(cluster.close)
    const needs = { databaseUrl: await cluster.database('chaos_stalled'), dataDir: cluster.dir }
    const outcome = await playStalled(needs, plan, closing, console.log)
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint)
    const minutes = ((performance.now() - begin) / 60_000).toFixed(1)
    console.log(`Node ${process.version}, Postgres ${cluster.version}, durable; ${minutes} minutes`)
    figures = figuresOf(plan, outcome)
  })
  return concludeChaos(figures) && isDone
}

function figuresOf(plan: Plan, { reading, stalled, missed, cut, heldUp, complaints }: Outcome): ChaosFigure[] {
  const p99s = (sides: Outcome['reading']) => sides.map(({ window }) => window.p99)
  const growth = stalled.map(({ memory }, round) => memory - (reading[round]?.memory ?? 0))
  const figure = (metric: string, value: number, aim: Partial<ChaosFigure> = {}): ChaosFigure => ({
    chaos: 'stalled',
    metric,
    value: Number(value.toFixed(3)),
    ...aim,
  })
  const atMost = (aim: number) => (plan.rounds < ROUNDS_MIN ? {} : { aim, atMost: true as const })
  const ratio = ratioOf(p99s(stalled), p99s(reading)).median
  return [
    figure('subscribers', plan.subscribers),
    figure('p99_reading_ms', spreadOf(p99s(reading)).median),
    figure('p99_stalled_ms', spreadOf(p99s(stalled)).median),
    figure('p99_ratio', ratio, atMost(RATIO_MAX)),
    figure('memory_growth_mb', spreadOf(growth).median, atMost(GROWTH_MAX_MB)),
    figure('missed', missed, { aim: 0 }),
    figure('held_up', heldUp, { aim: plan.rounds * plan.stalled }),
    figure('cut', cut, { aim: plan.rounds * plan.stalled }),
    figure('complaints', complaints.length, { aim: 0 }),
  ]
}
