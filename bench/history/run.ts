import { runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { OURS } from '../create/contenders.ts'
import { fillTemplate } from '../create/fill.ts'
import { measureAll, type Runner } from '../create/measure.ts'
import { level, type Plan } from '../create/plan.ts'
import { print, type Ratio } from '../create/print.ts'
import { openLoad, openNoop, openRunner, type Setting } from '../create/runners.ts'
import { fillPast, openPast } from './past.ts'

const FEW = 1000
const MANY = 1_000_000
/** The quick run would spend its minute on filling. */
const MANY_QUICK = 100_000

const FULL: Plan = { settleMs: 2500, levels: [level(1, 8, 300, 1500), level(8, 8, 300, 1500)] }
const QUICK: Plan = { settleMs: 900, levels: [level(1, 2, 150, 800), level(8, 2, 150, 800)] }

const RATIOS: readonly Ratio[] = [['W1c', 'many_to_few_p50', 'many', 'few', { 1: 1.2, 8: 1.2 }]]

/** W1c: an account's past must not slow its next create. */
export function benchHistory(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url, 1)
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, load: openLoad(closing), keys, closing }
    const many = quick ? MANY_QUICK : MANY
    const runners: Runner[] = []
    for (const [name, tasks] of [['few', FEW] as const, ['many', many] as const]) {
      const url = await cluster.database(`bench_${name}`)
      await fillPast(url, tasks)
      const about = `vidgate, REST, after ${tasks} tasks`
      runners.push(await openRunner(setting, { ...OURS, name, about }, url, (each) => openPast(each)))
    }
    const results = await measureAll(quick ? QUICK : FULL, runners, await openNoop(setting))
    const minutes = (performance.now() - start) / 60_000
    print(
      results,
      { postgres: cluster.version, pgbench: null, minutes },
      { bench: 'W1c', reference: 'few', fastest: 'few', by: 'p50', ratios: RATIOS, marks: { tasks: many } },
    )
  })
}
