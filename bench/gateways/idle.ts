import { setTimeout as pause } from 'node:timers/promises'
import { type Closing, runPart } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import { openLane, type Spent, startMeter } from './lanes.ts'

/** Gateways without a caller. */
const IDLE = [0, 1, 4] as const
/** A start and its first chores are not counted. */
const SETTLE_MS = 3000

/** Milliseconds of processor a minute, by number of gateways. */
export type Idle = ReadonlyMap<number, Spent>

export async function measureIdle(cluster: Cluster, seconds: number, closing: Closing): Promise<Idle> {
  const measured = new Map<number, Spent>()
  for (const gateways of IDLE) {
    const { postgres, gateways: own } = await runPart(closing, async (part) => {
      const lane = await openLane(cluster, `idle_${gateways}`, gateways, part)
      await pause(SETTLE_MS)
      const stop = startMeter(cluster, lane)
      await pause(seconds * 1000)
      return stop()
    })
    measured.set(gateways, { gateways: (own * 60) / seconds, postgres: (postgres * 60) / seconds })
  }
  return measured
}
