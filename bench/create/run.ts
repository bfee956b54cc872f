import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { CONTENDERS } from './contenders.ts'
import { fillTemplate } from './fill.ts'
import { measureAll, type Runner } from './measure.ts'
import { FULL, QUICK } from './plan.ts'
import { print, type Ratio } from './print.ts'
import { openLoad, openNoop, openPgBenchRunner, openRunner, type Setting } from './runners.ts'

/** Requests are spread over them, so that few concurrent ones wait for the same row. */
const ACCOUNTS = 200

const RATIOS: readonly Ratio[] = [
  ['W1', 'rest_to_floor', 'rest', 'floor', { 1: 0.8, 8: 0.9, 32: 1, 64: 1.4 }],
  ['W1', 'graphql_to_floor', 'graphql', 'floor', { 32: 1, 64: 1.3 }],
  ['W1', 'graphql_to_apollo', 'graphql', 'apollo', { 32: 1.2 }],
  ['W1', 'graphql_to_mercurius', 'graphql', 'mercurius', {}],
  ['W1', 'graphql_to_yoga', 'graphql', 'yoga', {}],
  ['W1', 'rest_to_pgbench', 'rest', 'pgbench', {}],
  ['W1b', 'rest_to_naive', 'rest', 'naive', { 32: 6, 64: 6 }],
]

/** W1 and W1b: create over HTTP. Ends at the first wrong answer or row. */
export function benchCreate(quick: boolean): Promise<boolean> {
  return runWhole(async (closing: Closing) => {
    const start = performance.now()
    let keys: string[] = []
    const cluster = await startCluster(async (url) => {
      keys = await fillTemplate(url, ACCOUNTS)
    })
    closing.push(cluster.close)
    const setting: Setting = { cluster, load: openLoad(closing), keys, closing }
    const runners: Runner[] = []
    for (const each of CONTENDERS) {
      runners.push(await openRunner(setting, each, await cluster.database(`bench_${each.name}`)))
    }
    const pgbench = await openPgBenchRunner(setting)
    if (pgbench) runners.push(pgbench.runner)
    const results = await measureAll(quick ? QUICK : FULL, runners, await openNoop(setting))
    const minutes = (performance.now() - start) / 60_000
    print(
      results,
      { postgres: cluster.version, pgbench: pgbench?.version ?? null, minutes },
      { bench: 'W1', reference: 'floor', fastest: 'rest', by: 'rate', ratios: RATIOS },
    )
  })
}
