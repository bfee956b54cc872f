import { runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { OURS } from '../create/contenders.ts'
import { fillTemplate } from '../create/fill.ts'
import { measureAll } from '../create/measure.ts'
import { level, type Plan } from '../create/plan.ts'
import { print, type Ratio } from '../create/print.ts'
import { openLoad, openNoop, openPgBenchRunner, openRunner, type Setting } from '../create/runners.ts'
import { countOverspends } from './credit.ts'

const FULL: Plan = { settleMs: 2500, levels: [level(64, 8, 400, 2400)] }
const QUICK: Plan = { settleMs: 900, levels: [level(64, 2, 150, 800)] }

const RATIOS: readonly Ratio[] = [['W2', 'rest_to_pgbench', 'rest', 'pgbench', { 64: 5 }]]

/** W2: all creates need the same account's row. */
export function benchHot(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url, 1)
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, load: openLoad(closing), keys, closing }
    const rest = await openRunner(
      setting,
      { ...OURS, name: 'rest', about: 'vidgate, REST' },
      await cluster.database('bench_rest'),
    )
    const pgbench = await openPgBenchRunner(setting)
    const runners = pgbench ? [rest, pgbench.runner] : [rest]
    const results = await measureAll(quick ? QUICK : FULL, runners, await openNoop(setting))
    const overspends = await countOverspends(setting, quick ? 1 : 5)
    const minutes = (performance.now() - start) / 60_000
    print(
      results,
      { postgres: cluster.version, pgbench: pgbench?.version ?? null, minutes },
      {
        ...{ bench: 'W2', reference: 'pgbench', fastest: 'rest', by: 'rate', ratios: RATIOS },
        more: [{ bench: 'W2', metric: 'overspends', connections: 64, value: overspends, aim: 0 }],
      },
    )
  })
}
