import { setTimeout as pause } from 'node:timers/promises'
import type { Pool } from 'pg'
import type { Closing } from '../../support/closing.ts'
import { draw } from '../kill-storm/plan.ts'
import { type GatewayNeeds, startGateway } from '../support/gateway.ts'
import { openWatched, type Watched } from '../support/watched.ts'
import { gather } from './crowd.ts'
import { STAGES_OF_A_TASK, startWork } from './work.ts'

export interface Plan {
  readonly subscribers: number
  readonly tasks: number
  readonly restarts: number
  /** Restarts that begin with a SIGKILL; the others begin with a SIGTERM, as a deploy does. */
  readonly kills: number
  /** Restarts before which the gateway's listening connections are cut. */
  readonly cuts: number
  /** Workers. */
  readonly hands: number
  readonly stepMs: number
  /** Longest time between the clients' reconnection and the next restart. */
  readonly calmMs: number
  /** Mean wait before a client reconnects; null: the stock client's own. */
  readonly retryMs: number | null
}

export interface Outcome {
  readonly restarts: number
  readonly kills: number
  readonly cuts: number
  readonly returns: number
  /** Subscribers that have not received their task's end, and that received it more than once. */
  readonly missed: number
  readonly doubled: number
  readonly gaps: number
  readonly skips: number
  readonly backwards: number
  readonly complaints: readonly string[]
}

const ACCOUNTS = 8
/** The stock client doubles its waits while nobody answers. */
const BACK_WITHIN_MS = 60_000
const END_WITHIN_MS = 60_000

/** Restarts a gateway under subscribers whose tasks continue, and then lets all tasks end. */
export async function playRestarts(
  needs: GatewayNeeds,
  plan: Plan,
  seed: number,
  closing: Closing,
  print: (line: string) => void = () => {},
): Promise<Outcome> {
  const ground = await openWatched({ ...needs, accounts: ACCOUNTS }, closing)
  const gateway = await startGateway(needs, closing)
  const tasks: Watched[] = []
  for (let i = 0; i < plan.tasks; i++) tasks.push(await ground.create())
  const crowd = gather(gateway.port, tasks, { size: plan.subscribers, retryMs: plan.retryMs }, closing)
  const complaints: string[] = []
  if (!(await crowd.back(1, BACK_WITHIN_MS))) complaints.push('not all subscribers came')
  const work = startWork(ground.side, { ...plan, seed }, closing)

  const stages = plan.tasks * STAGES_OF_A_TASK
  const kills = firstOf(plan.restarts, plan.kills, seed, 'kill')
  const cuts = firstOf(plan.restarts, plan.cuts, seed, 'cut')
  let cut = 0
  let restarts = 0
  for (; restarts < plan.restarts && complaints.length === 0; restarts++) {
    const at = (what: string) => draw(seed, what, restarts)
    work.allow(Math.floor(stages / (plan.restarts + 1)))
    if (!(await crowd.back((1 + at('back')) / 2, BACK_WITHIN_MS))) complaints.push('clients did not come back')
    await pause((plan.calmMs / 2) * at('before'))
    if (cuts.has(restarts)) cut += await cutListeners(ground.side.pool)
    await pause((plan.calmMs / 2) * at('after'))
    const { all, connected } = crowd.following()
    print(`restart ${restarts + 1}: ${all} follow, ${connected} of them connected`)
    await gateway.restart(kills.has(restarts) ? 'SIGKILL' : 'SIGTERM')
  }
  work.allow(stages)
  await crowd.ended(END_WITHIN_MS)
  const sum = (what: 'gaps' | 'skips' | 'backwards') => crowd.seen.reduce((total, seen) => total + seen[what], 0)
  return {
    restarts,
    kills: kills.size,
    cuts: cut,
    returns: crowd.returns,
    missed: crowd.seen.filter(({ ends }) => ends === 0).length,
    doubled: crowd.seen.filter(({ ends }) => ends > 1).length,
    gaps: sum('gaps'),
    skips: sum('skips'),
    backwards: sum('backwards'),
    complaints: [...complaints, ...crowd.complaints, ...gateway.complaints],
  }
}

/** This many of the numbers below `count`, drawn from the seed. */
function firstOf(count: number, picked: number, seed: number, what: string): ReadonlySet<number> {
  const numbers = Array.from({ length: count }, (_, i) => i)
  return new Set(numbers.sort((a, b) => draw(seed, what, a) - draw(seed, what, b)).slice(0, picked))
}

const CUT = `select pg_terminate_backend(pid) from pg_stat_activity
  where application_name = 'vidgate listen' and datname = current_database()`

/** @returns how many listening connections there were */
async function cutListeners(pool: Pool): Promise<number> {
  return (await pool.query(CUT)).rows.length
}
