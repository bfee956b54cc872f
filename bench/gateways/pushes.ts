import type { Closing } from '../../test/support/closing.ts'
import { inTurns, type Lane } from './lanes.ts'
import { LOADS, type Turns } from './plan.ts'
import { openStream, type Setting, type Streamed } from './stream.ts'

/** As W3c: one event a commit. */
export const EVENTS_A_SECOND = 200

/** All tasks are watched, by subscriptions that are spread over the gateways of a lane. */
export async function measurePushes(
  setting: Setting,
  lanes: readonly Lane[],
  { rounds, seconds }: Turns,
  closing: Closing,
): Promise<ReadonlyMap<string, readonly Streamed[]>> {
  const options = { watchedEvery: 1, loads: LOADS, commitsPerSecond: EVENTS_A_SECOND, batch: 1, seconds }
  const measures = []
  for (const lane of lanes) {
    measures.push({ name: lane.name, measure: await openStream(setting, lane, options, closing) })
  }
  return inTurns(measures, rounds)
}
