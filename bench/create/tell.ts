import { type Figure, printFigures, printTable, ratioOf, spreadOf } from '../support/figures.ts'
import { CONTENDERS, type Name } from './contenders.ts'
import type { Results } from './run.ts'

/** One measurement of one contender. */
export interface Measured {
  /** Creates a second. */
  readonly rate: number
  /** Milliseconds; 0 where not known. */
  readonly p50: number
  readonly p99: number
  /** Creates answered in all. */
  readonly creates: number
}

interface Surroundings {
  readonly postgres: string
  readonly pgbench: string | null
  readonly start: number
}

type Ratio = readonly [metric: string, of: Name, to: Name, aims: Readonly<Record<number, number>>]

/** Aims by number of connections (docs: the bar of W1). */
const RATIOS: readonly Ratio[] = [
  ['rest_to_floor', 'rest', 'floor', { 32: 1, 64: 1.4 }],
  ['graphql_to_floor', 'graphql', 'floor', { 32: 0.9, 64: 1.2 }],
  ['graphql_to_apollo', 'graphql', 'apollo', { 32: 1.2 }],
  ['graphql_to_mercurius', 'graphql', 'mercurius', {}],
  ['graphql_to_yoga', 'graphql', 'yoga', {}],
  ['rest_to_pgbench', 'rest', 'pgbench', {}],
]
const NAIVE: Ratio = ['rest_to_naive', 'rest', 'naive', { 32: 6, 64: 6 }]

export function tell({ levels, cpu }: Results, { postgres, pgbench, start }: Surroundings): void {
  const figures: Figure[] = []
  for (const { level, rounds, noop } of levels) {
    const { connections } = level
    const ratesOf = (name: Name) => (rounds.get(name) ?? []).map(({ rate }) => rate)
    const rows = [...rounds].map(([name, measured]) => {
      const { median, min, max } = spreadOf(ratesOf(name))
      const about = CONTENDERS.find((each) => each.name === name)?.about ?? 'pgbench, the same statement'
      const toFloor = ratioOf(ratesOf(name), ratesOf('floor')).median
      const times = [spreadOf(measured.map(({ p50 }) => p50)).median, spreadOf(measured.map(({ p99 }) => p99)).median]
      const latencies = times.map((ms) => (ms > 0 ? ms.toFixed(1) : '-'))
      return [about, ...[median, min, max].map((rate) => rate.toFixed(0)), toFloor.toFixed(2), ...latencies]
    })
    console.log(`\n${connections} connections, ${level.rounds} rounds of ${level.windowMs / 1000} s`)
    printTable([['', 'creates/s', 'min', 'max', 'to floor', 'p50 ms', 'p99 ms'], ...rows])
    for (const [bench, list] of [['W1', RATIOS] as const, ['W1b', [NAIVE]] as const]) {
      for (const [metric, of, to, aims] of list) {
        const { median: value } = ratioOf(ratesOf(of), ratesOf(to))
        const aim = aims[connections]
        if (value > 0) figures.push({ bench, metric, connections, value, ...(aim === undefined ? {} : { aim }) })
      }
    }
    const value = noop.rate / spreadOf(ratesOf('rest')).median
    figures.push({
      bench: 'W1',
      metric: 'generator_to_rest',
      connections,
      value,
      ...(connections > 8 ? { aim: 3 } : {}),
    })
  }
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  const minutes = ((performance.now() - start) / 60_000).toFixed(1)
  console.log(`\nNode ${process.version}, Postgres ${postgres}, ${pgbench ?? 'no pgbench'}; ${minutes} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures(figures)
}
