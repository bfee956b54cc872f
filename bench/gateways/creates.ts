import { proveAccount } from '../../src/credit/audit.ts'
import { createLog } from '../../src/lib/log.ts'
import { openPool } from '../../src/resources.ts'
import type { Closing } from '../../test/support/closing.ts'
import { spreadOf } from '../../test/support/spread.ts'
import { OURS } from '../create/contenders.ts'
import { type Ground, openGround } from '../create/effect.ts'
import { type Drive, measureAll, measureDoor, type Results, type Runner } from '../create/measure.ts'
import type { Plan } from '../create/plan.ts'
import { openLoad, openNoop, type Setting } from '../create/runners.ts'
import { type Lane, startMeter } from './lanes.ts'
import { LOADS } from './plan.ts'

/** Sessions that prove accounts at once. */
const PROVERS = 4

/** The same offered load for each lane: the same load processes, each on one of its gateways, with all accounts. */
export async function measureCreates(
  shared: Omit<Setting, 'load'>,
  lanes: readonly Lane[],
  plan: Plan,
): Promise<Results> {
  const loads = Array.from({ length: LOADS }, () => openLoad(shared.closing))
  const [load] = loads
  if (!load) throw new Error('no load process')
  const runners = lanes.map((lane): Runner => {
    const drives = loads.map((each, i) => {
      const from = Math.floor((shared.keys.length * i) / LOADS)
      const keys = [...shared.keys.slice(from), ...shared.keys.slice(0, from)]
      return measureDoor(each, lane.servers[i % lane.servers.length]?.port ?? 0, OURS.door, keys)
    })
    return {
      name: lane.name,
      about: `${lane.servers.length} gateway${lane.servers.length > 1 ? 's' : ''}`,
      ground: openProved(lane.url, shared.closing),
      drive: driveTogether(drives, () => startMeter(shared.cluster, lane)),
    }
  })
  return measureAll(plan, runners, await openNoop({ ...shared, load }))
}

/** Shares the connections among them. p50: the median of theirs; p99: the slowest. */
function driveTogether(drives: readonly Drive[], start: () => ReturnType<typeof startMeter>): Drive {
  return async (level, name) => {
    const stop = start()
    const connections = level.connections / drives.length
    const all = await Promise.all(drives.map((drive, i) => drive({ ...level, connections }, `${name}-${i}`)))
    const spent = stop()
    const creates = all.reduce((sum, each) => sum + each.creates, 0)
    return {
      rate: all.reduce((sum, each) => sum + each.rate, 0),
      creates,
      p50: spreadOf(all.map((each) => each.p50)).median,
      p99: spreadOf(all.map((each) => each.p99)).max,
      parts: { gateways: (spent.gateways * 1000) / creates, postgres: (spent.postgres * 1000) / creates },
    }
  }
}

/** Beside the number of rows, the ledger of every account is checked. */
function openProved(url: string, closing: Closing): Ground {
  const ground = openGround(url)
  const pool = openPool(url, PROVERS, createLog('silent', 'bench'))
  closing.push(ground.close, () => pool.end())
  return {
    ...ground,
    async check(name, creates) {
      await ground.check(name, creates)
      const { rows } = await pool.query<{ id: string }>('select id from account')
      const proofs = await Promise.all(rows.map(({ id }) => proveAccount(pool, id)))
      const wrong = proofs.flatMap((proof) => proof?.mismatches ?? ['an account is missing'])
      if (wrong.length > 0) throw new Error(`the ledger of ${name} does not agree: ${wrong.join('; ')}`)
    },
  }
}
