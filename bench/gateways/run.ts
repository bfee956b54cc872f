import { type Closing, runPart, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { fillTemplate } from '../create/fill.ts'
import { addWatched, taskId } from '../fanout/fill.ts'
import { watchCpu } from '../support/cpu.ts'
import { measureCreates } from './creates.ts'
import { measureIdle } from './idle.ts'
import { COUNTS, type Lane, openLane } from './lanes.ts'
import { FULL, QUICK } from './plan.ts'
import { printAll, printIdle, printPushes, printTails } from './print.ts'
import { measurePushes } from './pushes.ts'
import type { Setting } from './stream.ts'
import { measureTails } from './tail.ts'

const ACCOUNTS = 200
const WATCHER_KEYS = 50

/**
 * W12: one, two and four gateways on one Postgres. Ends at the first wrong answer, missing row, ledger that does not agree, or
 * event that did not arrive exactly once.
 */
export function benchGateways(quick: boolean): Promise<boolean> {
  return runWhole(async (closing: Closing) => {
    const start = performance.now()
    const plan = quick ? QUICK : FULL
    const ids = Array.from({ length: plan.tasks }, (_, number) => taskId(number))
    let accounts: string[] = []
    let watchers: string[] = []
    const cluster = await startCluster(async (url) => {
      accounts = await fillTemplate(url, ACCOUNTS)
      watchers = await addWatched(url, ids, WATCHER_KEYS, accounts[0] ?? '')
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, keys: watchers, ids }
    const watch = watchCpu()
    // Each part is printed when it ends, so that a failure loses only the later ones.
    const idle = printIdle(plan, await measureIdle(cluster, plan.idleSeconds, closing))
    const tails = printTails(plan, await measureTails(setting, plan.tail, closing))
    const lanes: Lane[] = []
    for (const [name, gateways] of Object.entries(COUNTS)) {
      lanes.push(await openLane(cluster, name, gateways, closing))
    }
    const pushed = await runPart(closing, (own) => measurePushes(setting, lanes, plan.pushes, own))
    const pushes = printPushes(plan, pushed)
    // Last, because it empties the tables.
    const creates = await measureCreates({ cluster, keys: accounts, closing }, lanes, plan.creates)
    const minutes = (performance.now() - start) / 60_000
    const surroundings = { postgres: cluster.version, pgbench: null, minutes }
    printAll({ ...creates, cpu: watch.stop() }, surroundings, [...idle, ...tails, ...pushes])
  })
}
