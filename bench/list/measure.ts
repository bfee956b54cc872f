import { type CpuShares, ownCpuMs, watchCpu } from '../support/cpu.ts'
import type { Load } from '../support/load.ts'
import type { Ask } from './doors.ts'

/** Settings of a run. */
export interface Plan {
  readonly tasks: number
  /** The number of the deep page. */
  readonly deep: number
  readonly connections: readonly number[]
  readonly rounds: number
  readonly settleMs: number
  readonly warmMs: number
  readonly windowMs: number
}

/** One page of one list of one contender. */
export interface Runner {
  readonly name: string
  readonly port: number
  readonly key: string
  readonly ask: Ask
  /** A text in every right answer. */
  readonly holds: string
}

export interface Measured {
  /** Pages a second, in the window. */
  readonly rate: number
  /** Milliseconds. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of processor a page, of all processes of this run: server, Postgres, load generator. */
  readonly cpuUs: number
}

export interface Results {
  /** By connections and contender, one measurement for each round. */
  readonly rounds: ReadonlyMap<number, ReadonlyMap<string, readonly Measured[]>>
  readonly cpu: CpuShares | null
}

/** ABBA: the first in one round is the last in the next. */
export async function measureAll(
  plan: Omit<Plan, 'tasks' | 'deep'>,
  runners: readonly Runner[],
  load: Load,
): Promise<Results> {
  const { settleMs, warmMs, windowMs } = plan
  for (const each of runners) await measure(load, each, 32, 0, settleMs)
  const cpu = watchCpu()
  const rounds = new Map<number, Map<string, Measured[]>>()
  for (const connections of plan.connections) {
    const level = new Map<string, Measured[]>(runners.map(({ name }) => [name, []]))
    rounds.set(connections, level)
    for (let round = 0; round < plan.rounds; round++) {
      for (const each of round % 2 === 0 ? runners : runners.toReversed()) {
        level.get(each.name)?.push(await measure(load, each, connections, warmMs, windowMs))
      }
    }
  }
  return { rounds, cpu: cpu.stop() }
}

/** @throws Error at the first unexpected answer */
async function measure(
  load: Load,
  { name, port, key, ask, holds }: Runner,
  connections: number,
  warmMs: number,
  windowMs: number,
): Promise<Measured> {
  const before = ownCpuMs()
  const { rate, good, bad, firstBad, p50, p99 } = await load.run({
    ...ask,
    ...{ port, keys: [key], name, connections, warmMs, windowMs, status: 200, holds },
  })
  if (bad > 0) throw new Error(`${bad} of ${good + bad} answers of ${name} were bad, the first:\n${firstBad}`)
  return { rate, p50, p99, cpuUs: ((ownCpuMs() - before) * 1000) / good }
}
