import { type CpuShares, ownCpuMs, watchCpu } from '../support/cpu.ts'
import type { Load } from '../support/load.ts'
import type { Door } from './contenders.ts'
import type { Ground } from './effect.ts'
import type { Level, Plan } from './plan.ts'

/** Measurements of a contender. */
export interface Driven {
  /** Creates a second, in the window. */
  readonly rate: number
  /** Answered creates in total. */
  readonly creates: number
  /** Milliseconds; 0 if unknown. */
  readonly p50: number
  readonly p99: number
  /** Microseconds of processor a create, of the gateways and of Postgres alone, if they were measured. */
  readonly parts?: { readonly gateways: number; readonly postgres: number }
}

export interface Measured extends Driven {
  /** Microseconds of processor a create, of all processes of this run: server, Postgres, load generator. */
  readonly cpuUs: number
}

export type Drive = (level: Level, name: string) => Promise<Driven>

/** A running contender. */
export interface Runner {
  readonly name: string
  readonly about: string
  readonly ground: Ground
  readonly drive: Drive
}

export interface LevelResults {
  readonly level: Level
  /** By contender, one measurement for each round. */
  readonly rounds: ReadonlyMap<string, readonly Measured[]>
  /** The load generator with a route that does nothing. */
  readonly noop: Driven
}

export interface Results {
  /** A description of each contender. */
  readonly abouts: ReadonlyMap<string, string>
  readonly levels: readonly LevelResults[]
  readonly cpu: CpuShares | null
}

/** @throws Error at the first unexpected answer */
export function measureDoor(load: Load, port: number, door: Door, keys: readonly string[]): Drive {
  return async ({ connections, warmMs, windowMs }, name) => {
    const { rate, good, bad, firstBad, p50, p99 } = await load.run({
      ...door,
      ...{ port, keys, name, connections, warmMs, windowMs },
    })
    if (bad > 0)
      throw new Error(`${bad} of ${good + bad} answers to POST ${door.path} were bad, the first:\n${firstBad}`)
    return { rate, creates: good, p50, p99 }
  }
}

export async function measureAll(plan: Plan, runners: readonly Runner[], noop: Drive): Promise<Results> {
  const settle = { connections: 32, rounds: 1, warmMs: 0, windowMs: plan.settleMs }
  for (const runner of runners) if (runner.name !== 'pgbench') await measure(runner, settle, 'settle')
  await noop(settle, 'settle')
  const cpu = watchCpu()
  const levels: LevelResults[] = []
  for (const level of plan.levels) {
    const rounds = new Map<string, Measured[]>(runners.map(({ name }) => [name, []]))
    for (let round = 0; round < level.rounds; round++) {
      for (const runner of round % 2 === 0 ? runners : runners.toReversed()) {
        const measured = await measure(runner, level, `${level.connections}-${round}`)
        rounds.get(runner.name)?.push(measured)
      }
    }
    levels.push({ level, rounds, noop: await noop(level, 'noop') })
  }
  return { abouts: new Map(runners.map(({ name, about }) => [name, about])), levels, cpu: cpu.stop() }
}

/** On empty tables; afterwards every row is counted. */
async function measure({ name, ground, drive }: Runner, level: Level, round: string): Promise<Measured> {
  await ground.reset()
  const before = ownCpuMs()
  const driven = await drive(level, round)
  const cpuUs = ((ownCpuMs() - before) * 1000) / driven.creates
  await ground.check(name, driven.creates)
  return { ...driven, cpuUs }
}
