import { ratioOf, spreadOf } from '../../support/spread.ts'
import type { ChaosFigure, ChaosOptions } from '../figures.ts'
import { runChaos, type ToFigure } from '../run.ts'
import { type Outcome, type Plan, playStalled } from './play.ts'

const FULL: Plan = { subscribers: 2000, stalled: 50, tasks: 100, rounds: 7, seconds: 12, rate: 100 }
const QUICK: Plan = { subscribers: 500, stalled: 50, tasks: 50, rounds: 1, seconds: 6, rate: 50 }

/** Fewer rounds give no ratio of times and no growth after the first minutes. */
const ROUNDS_MIN = 5
const RATIO_MAX = 1.2
const GROWTH_MAX_MB = 20

/** Sockets that stop reading cost the others no time and the gateway little memory, and are disconnected. */
export function chaosStalled({ quick }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  return runChaos('stalled', async (ground, closing, figure) => {
    const outcome = await playStalled(ground, plan, closing, console.log)
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint)
    return figuresOf(plan, outcome, (metric, value, aim) => figure(metric, Number(value.toFixed(3)), aim))
  })
}

function figuresOf(
  plan: Plan,
  { reading, stalled, missed, cut, heldUp, complaints }: Outcome,
  figure: ToFigure,
): ChaosFigure[] {
  const p99s = (sides: Outcome['reading']) => sides.map(({ window }) => window.p99)
  const growth = stalled.map(({ memory }, round) => memory - (reading[round]?.memory ?? 0))
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
