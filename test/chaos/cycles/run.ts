import type { ChaosOptions } from '../figures.ts'
import { runChaos } from '../run.ts'
import { type Plan, playCycles, TIMERS_SLACK } from './play.ts'

const FULL: Plan = { warmCycles: 5000, cycles: 100_000, lanes: 32 }
const QUICK: Plan = { warmCycles: 500, cycles: 4000, lanes: 32 }
/** Heap growth in each half: 60 bytes a cycle would show. */
const GROWTH_MAX_BYTES = 3_000_000

/** Opens and ends subscriptions in every way. At the end the gateway has the same open resources as before. */
export function chaosCycles({ quick, seed }: ChaosOptions): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  return runChaos('cycles', async (ground, closing, figure) => {
    const { cycles, fresh, before, half, after } = await playCycles(ground, plan, seed, closing, console.log)
    return [
      figure('cycles', cycles, { aim: plan.cycles }),
      figure('subscriptions_left', after.subscriptions - fresh.subscriptions, { aim: 0 }),
      figure('sockets_left', after.sockets - fresh.sockets, { aim: 0 }),
      figure('timers_left', after.timers - fresh.timers, { aim: TIMERS_SLACK, atMost: true }),
      figure('listeners_left', after.listeners - fresh.listeners, { aim: 0 }),
      figure('bytes_first_half', half.bytes - before.bytes),
      figure('bytes_second_half', after.bytes - half.bytes, { aim: GROWTH_MAX_BYTES, atMost: true }),
    ]
  })
}
