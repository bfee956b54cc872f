import { setTimeout as pause } from 'node:timers/promises'
import { type Closing, runPart } from '../../test/support/closing.ts'
import type { Cluster } from '../../test/support/cluster.ts'
import { addGateways, openLane, type Spent, startMeter } from './lanes.ts'

/** Gateways without a caller. */
const IDLE = [0, 1, 4] as const
/** Postgres alone has no chores of a minute. */
const ALONE_SECONDS = 10
/** A start and its first chores are not counted. */
const SETTLE_MS = 3000

/** Milliseconds of processor a minute, by number of gateways. */
export type Idle = ReadonlyMap<number, Spent>

export function measureIdle(cluster: Cluster, seconds: number, closing: Closing): Promise<Idle> {
  return runPart(closing, async (own) => {
    const measured = new Map<number, Spent>()
    let lane = await openLane(cluster, 'idle', 0, own)
    for (const gateways of IDLE) {
      lane = await addGateways(cluster, lane, gateways - lane.servers.length, own)
      await pause(SETTLE_MS)
      const measuredSeconds = gateways === 0 ? Math.min(seconds, ALONE_SECONDS) : seconds
      const stop = startMeter(cluster, lane)
      await pause(measuredSeconds * 1000)
      const spent = stop()
      const aMinute = 60 / measuredSeconds
      measured.set(gateways, { gateways: spent.gateways * aMinute, postgres: spent.postgres * aMinute })
    }
    return measured
  })
}
