import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Clients } from './clients.ts'
import type { Fleet, Member } from './fleet.ts'
import { draw, type Plan } from './plan.ts'

/** Shares of the kills. The others hit any worker, in any state, also during its start. */
const OF_GATEWAYS = 0.25
const OF_BUSY_WORKERS = 0.5
/** Keeps enough tasks in work for the kills to hit. */
const READY_WORKERS_MIN = 3
/** Tasks in progress; the storm waits until there are fewer. */
const BACKLOG_MAX = 150
/** A create is answered within about 10 ms, and a stage with its overhead takes about 100 ms. */
const IN_CREATE_MS = 25
const IN_STAGE_MS = 110
const BETWEEN_MS = 200
const LOOK_MS = 250

/**
 * Kills processes at random until all kills are done and all creates acknowledged. A share of the creates follows each
 * kill.
 */
export async function storm(fleet: Fleet, clients: Clients, pool: Pool, plan: Plan, seed: number): Promise<void> {
  const creates: Promise<void>[] = []
  for (let kill = 0; kill < plan.kills && fleet.deaths.length === 0; kill++) {
    const at = (what: string) => draw(seed, what, kill)
    await fleet.until(() => fleet.ready('worker').length >= READY_WORKERS_MIN && fleet.ready('gateway').length > 0)
    while ((await unfinished(pool)) > BACKLOG_MAX) await pause(LOOK_MS)
    const until = Math.round(((kill + 1) * plan.tasks) / plan.kills)
    while (creates.length < until) creates.push(clients.create(creates.length))

    const kind = at('kind')
    if (kind < OF_GATEWAYS) await killGateway(fleet, at)
    else if (kind < OF_GATEWAYS + OF_BUSY_WORKERS) await killBusy(fleet, at)
    else pick(workersOf(fleet), at('who'))?.kill()
    await pause(2 * BETWEEN_MS * at('pause'))
    if (kill % 50 === 49) print(fleet, clients, await unfinished(pool))
  }
  await Promise.all(creates)
}

type At = (what: string) => number

async function killGateway(fleet: Fleet, at: At): Promise<void> {
  await pause(IN_CREATE_MS * at('when'))
  pick(await fleet.until(() => nonEmpty(fleet.ready('gateway'))), at('who'))?.kill()
}

/** Waits until a stage starts, then for a random moment during or soon after it. */
async function killBusy(fleet: Fleet, at: At): Promise<void> {
  const before = new Map(workersOf(fleet).map((worker) => [worker, worker.begun]))
  const begins = (worker: Member) => worker.isReady && worker.begun > (before.get(worker) ?? 0)
  const worker = pick(await fleet.until(() => nonEmpty(workersOf(fleet).filter(begins))), at('who'))
  await pause(IN_STAGE_MS * at('when'))
  worker?.kill()
}

function workersOf({ members }: Fleet): Member[] {
  return members.filter(({ kind }) => kind === 'worker')
}

function nonEmpty<T>(items: readonly T[]): readonly T[] | null {
  return items.length > 0 ? items : null
}

function pick<T>(items: readonly T[], drawn: number): T | undefined {
  return items[Math.floor(drawn * items.length)]
}

export async function unfinished(pool: Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*)::int as count from task where completed_at is null',
  )
  return rows[0]?.count ?? 0
}

function print({ kills, deaths }: Fleet, { seen }: Clients, left: number): void {
  const done = `${kills.worker} workers and ${kills.gateway} gateways killed`
  console.log(`${done}, ${seen.acknowledged.length} creates acknowledged, ${left} under way, ${deaths.length} deaths`)
}
