import type { ChaosOptions } from '../figures.ts'
import { runChaos } from '../run.ts'
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
 * A gateway is restarted under subscribers that use the stock client. Each receives every state of its task in order,
 * and its end once.
 */
export function chaosRestarts({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  return runChaos('restarts', async (ground, closing, figure) => {
    const outcome = await playRestarts(ground, plan, seed, closing, console.log)
    for (const complaint of outcome.complaints.slice(0, 20)) console.log(complaint)
    return [
      figure('subscribers', plan.subscribers),
      figure('restarts', outcome.restarts, { aim: plan.restarts }),
      figure('kills', outcome.kills),
      figure('listeners_cut', outcome.cuts),
      figure('returns', outcome.returns),
      figure('ends_missed', outcome.missed, { aim: 0 }),
      figure('ends_doubled', outcome.doubled, { aim: 0 }),
      figure('gaps', outcome.gaps, { aim: 0 }),
      figure('skips', outcome.skips),
      figure('backwards', outcome.backwards, { aim: 0 }),
      figure('complaints', outcome.complaints.length, { aim: 0 }),
    ]
  })
}
