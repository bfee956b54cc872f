import type { ChaosOptions } from '../figures.ts'
import { runChaos } from '../run.ts'
import { openGround } from './ground.ts'
import { play } from './play.ts'

const WRITERS = 16
const GROUND = { accounts: 8, tasksEach: 16 }
const FULL = { events: 200_000, restartMs: 2000 }
const QUICK = { events: 10_000, restartMs: 500 }

/**
 * Writers append through the product's own statement, hold transactions open and abort. Readers follow the accounts'
 * streams and restart from their cursors. Each event arrives once, in the order of its task.
 */
export function chaosFeed({ quick, seed }: ChaosOptions): Promise<boolean> {
  return runChaos('feed', async ({ databaseUrl }, closing, figure) => {
    const ground = await openGround(databaseUrl, GROUND)
    closing.push(ground.close)
    const { written, read } = await play(ground, { writers: WRITERS, seed, ...(quick ? QUICK : FULL) })
    return [
      figure('events', written.events),
      figure('aborted', written.aborted),
      figure('restarts', read.restarts),
      figure('skipped', read.skipped),
      figure('doubled', read.events + read.skipped - written.events, { aim: 0 }),
      figure('missed', read.missed, { aim: 0 }),
      figure('out of order', read.outOfOrder, { aim: 0 }),
    ]
  })
}
