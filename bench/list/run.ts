import { join } from 'node:path'
import { Pool } from 'pg'
import { type Closing, runWhole } from '../../test/support/closing.ts'
import { startCluster } from '../../test/support/cluster.ts'
import { startLoad } from '../support/load.ts'
import { type Depth, type Listing, listings } from './cases.ts'
import { type Contender, openContenders, openNoop } from './contenders.ts'
import { type Filled, fillLists } from './fill.ts'
import { measureAll, type Plan, type Runner } from './measure.ts'
import { NOOP, nameOf, print } from './print.ts'
import { assertSame, truthOf, type Walked, walk } from './walk.ts'

const FULL: Plan = {
  ...{ tasks: 1_000_000, deep: 1000, connections: [1, 32], rounds: 6 },
  ...{ settleMs: 1500, warmMs: 200, windowMs: 1200 },
}
/** The quick run would spend its minute on filling and reading. */
const QUICK: Plan = {
  ...{ tasks: 50_000, deep: 100, connections: [32], rounds: 2 },
  ...{ settleMs: 500, warmMs: 100, windowMs: 500 },
}

/** W4: a page of a long list, the first and the thousandth. Ends at the first wrong answer. */
export function benchList(quick: boolean): Promise<boolean> {
  return runWhole(async (closing) => {
    const start = performance.now()
    const plan = quick ? QUICK : FULL
    let filled: Filled = { key: '', accountId: '' }
    const cluster = await startCluster(async (url) => {
      filled = await fillLists(url, plan.tasks)
    })
    closing.push(cluster.close)
    const databaseUrl = await cluster.database('bench_list')
    const contenders = await openContenders(databaseUrl, filled.accountId, join(cluster.dir, 'data'), closing)
    const runners = await openRunners(plan, databaseUrl, filled, contenders, closing)
    const load = startLoad()
    closing.push(load.close)
    const results = await measureAll(plan, runners, load)
    const minutes = (performance.now() - start) / 60_000
    print(plan, contenders, results, { postgres: cluster.version, minutes })
  })
}

async function openRunners(
  plan: Plan,
  databaseUrl: string,
  { key, accountId }: Filled,
  contenders: readonly Contender[],
  closing: Closing,
): Promise<Runner[]> {
  const pool = new Pool({ connectionString: databaseUrl, max: 1 })
  closing.push(() => pool.end())
  const runners: Runner[] = []
  let bytes = 0
  for (const listing of await listingsOf(pool, accountId)) {
    const truth = await truthOf(pool, accountId, listing, plan.deep)
    const walks = new Map<string, Walked>()
    for (const each of contenders) {
      const walked = await walk(each, key, listing, truth)
      walks.set(each.name, walked)
      runners.push(...runnersOf(each, key, listing, walked))
    }
    assertAlike(walks)
    bytes ||= walks.get('rest')?.bytes ?? 0
  }
  const noop = await openNoop(bytes, closing)
  const ask = { method: 'GET', path: '/', body: '' } as const
  return [...runners, { name: NOOP, port: noop.port, key, ask, holds: '"vid_0"' }]
}

async function listingsOf(pool: Pool, accountId: string): Promise<readonly Listing[]> {
  const bounds = 'select min(created_at) as from, max(created_at) as to from task where account_id = $1'
  const { rows } = await pool.query<{ from: Date; to: Date }>(bounds, [accountId])
  if (!rows[0]) throw new Error('the account has no tasks')
  return listings(rows[0])
}

function runnersOf(
  { name, door, server }: Contender,
  key: string,
  listing: Listing,
  { first, deep, cursor }: Walked,
): Runner[] {
  const runner = (depth: Depth, at: string | null, ids: readonly string[]): Runner => ({
    name: nameOf(name, listing.name, depth),
    ...{ port: server.port, key, ask: door.ask(listing.filters, at), holds: `"id":"${ids[0]}"` },
  })
  return [runner('first', null, first.ids), runner('deep', cursor, deep.ids)]
}

/** All fields of each API's tasks; PostGraphile formats times as Postgres does and enum values in lower case. */
function assertAlike(walks: ReadonlyMap<string, Walked>): void {
  const of = (name: string): Walked => {
    const walked = walks.get(name)
    if (!walked) throw new Error(`${name} was not read`)
    return walked
  }
  assertSame('rest', of('rest'), 'floor', of('floor'))
  assertSame('graphql', of('graphql'), 'mercurius', of('mercurius'))
}
