import { runPart, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { watchCpu } from '../support/cpu.ts'
import { measureBroadcasts } from './broadcast.ts'
import type { Setting } from './contenders.ts'
import { fillWatched, taskId } from './fill.ts'
import { measureLatency } from './latency.ts'
import { measureMemory } from './memory.ts'
import { FULL, QUICK } from './plan.ts'
import { print } from './print.ts'
import { measureWaves } from './waves.ts'

/** Each key has a part of the sockets, like each front end. */
const KEYS = 50

/** W3, W3b, W3c, W3d: push. Ends at the first missing, unexpected or wrong message. */
export function benchFanout(quick: boolean): Promise<boolean> {
  const plan = quick ? QUICK : FULL
  return runWhole(async (closing) => {
    const start = performance.now()
    const ids = Array.from({ length: plan.sockets + 1 }, (_, number) => taskId(number))
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillWatched(url, ids, KEYS)
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, keys, ids }
    const cpu = watchCpu()
    const waves = await runPart(closing, (own) => measureWaves(setting, plan, own))
    const latency = await runPart(closing, (own) => measureLatency(setting, plan, own))
    const memory = await measureMemory(setting, plan, closing)
    const broadcasts = await runPart(closing, (own) => measureBroadcasts(setting, plan, own))
    const minutes = (performance.now() - start) / 60_000
    print({ plan, waves, memory, latency, broadcasts, cpu: cpu.stop(), postgres: cluster.version, minutes })
  })
}
