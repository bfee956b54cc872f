import { type Figure, printFigures, printTable, ratioOf, spreadOf } from '../support/figures.ts'
import { CONTENDERS, type Name } from './contenders.ts'
import type { LevelResults, Results } from './measure.ts'

interface Surroundings {
  readonly postgres: string
  readonly pgbench: string | null
  readonly minutes: number
}

type Ratio = readonly [bench: string, metric: string, of: Name, to: Name, aims: Readonly<Record<number, number>>]

/** Aims by number of connections. */
const RATIOS: readonly Ratio[] = [
  ['W1', 'rest_to_floor', 'rest', 'floor', { 32: 1, 64: 1.4 }],
  ['W1', 'graphql_to_floor', 'graphql', 'floor', { 32: 0.9, 64: 1.2 }],
  ['W1', 'graphql_to_apollo', 'graphql', 'apollo', { 32: 1.2 }],
  ['W1', 'graphql_to_mercurius', 'graphql', 'mercurius', {}],
  ['W1', 'graphql_to_yoga', 'graphql', 'yoga', {}],
  ['W1', 'rest_to_pgbench', 'rest', 'pgbench', {}],
  ['W1b', 'rest_to_naive', 'rest', 'naive', { 32: 6, 64: 6 }],
]

export function tell({ levels, cpu }: Results, { postgres, pgbench, minutes }: Surroundings): void {
  for (const level of levels) printLevel(level)
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(
    `\nNode ${process.version}, Postgres ${postgres}, ${pgbench ?? 'no pgbench'}; ${minutes.toFixed(1)} minutes`,
  )
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures(levels.flatMap(figuresOf))
}

function printLevel({ level, rounds }: LevelResults): void {
  const floor = (rounds.get('floor') ?? []).map(({ rate }) => rate)
  const rows = [...rounds].map(([name, measured]) => {
    const rates = measured.map(({ rate }) => rate)
    const { median, min, max } = spreadOf(rates)
    const ratio = ratioOf(rates, floor)
    const [p50 = 0, p99 = 0, cpuUs = 0] = (['p50', 'p99', 'cpuUs'] as const).map(
      (key) => spreadOf(measured.map((each) => each[key])).median,
    )
    return [
      CONTENDERS.find((each) => each.name === name)?.about ?? 'pgbench, the same statement',
      ...[median, min, max].map((rate) => rate.toFixed(0)),
      ...[ratio.median, ratio.min, ratio.max].map((each) => each.toFixed(2)),
      ...[p50, p99].map((ms) => (ms > 0 ? ms.toFixed(1) : '-')),
      cpuUs.toFixed(0),
    ]
  })
  console.log(`\n${level.connections} connections, ${level.rounds} rounds of ${level.windowMs / 1000} s`)
  printTable([['', 'creates/s', 'min', 'max', 'to floor', 'min', 'max', 'p50 ms', 'p99 ms', 'CPU us'], ...rows])
}

function figuresOf({ level, rounds, noop }: LevelResults): Figure[] {
  const { connections } = level
  const ratesOf = (name: Name) => (rounds.get(name) ?? []).map(({ rate }) => rate)
  const figure = (bench: string, metric: string, value: number, aim: number | undefined): Figure => ({
    ...{ bench, metric, connections, value },
    ...(aim === undefined ? {} : { aim }),
  })
  const ratios = RATIOS.flatMap(([bench, metric, of, to, aims]) => {
    const { median } = ratioOf(ratesOf(of), ratesOf(to))
    return median > 0 ? [figure(bench, metric, median, aims[connections])] : []
  })
  const generator = noop.rate / spreadOf(ratesOf('rest')).median
  return [...ratios, figure('W1', 'generator_to_rest', generator, 3)]
}
