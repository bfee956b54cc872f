import { ratioOf, spreadOf } from '../../test/support/spread.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'
import type { LevelResults, Results } from './measure.ts'

export interface Surroundings {
  readonly postgres: string
  /** null if it is missing or not requested. */
  readonly pgbench: string | null
  readonly minutes: number
}

/** Aims by number of connections. */
export type Ratio = readonly [
  bench: string,
  metric: string,
  of: string,
  to: string,
  aims: Readonly<Record<number, number>>,
]

/** How the results are reported. */
export interface Printing {
  readonly bench: string
  /** The table compares each contender's rate with this one's. */
  readonly reference: string
  /** The load generator is compared with this one. */
  readonly fastest: string
  readonly by: 'rate' | 'p50'
  readonly ratios: readonly Ratio[]
  /** Added to each figure. */
  readonly marks?: Pick<Figure, 'tasks'>
  /** Figures that were measured separately. */
  readonly more?: readonly Figure[]
}

export function print(results: Results, { postgres, pgbench, minutes }: Surroundings, printing: Printing): void {
  const { levels, cpu } = results
  for (const level of levels) printLevel(level, results.abouts, printing.reference)
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  const versions = [`Node ${process.version}`, `Postgres ${postgres}`, ...(pgbench ? [pgbench] : [])]
  console.log(`\n${versions.join(', ')}; ${minutes.toFixed(1)} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures([...levels.flatMap((level) => figuresOf(level, printing)), ...(printing.more ?? [])])
}

function printLevel({ level, rounds }: LevelResults, abouts: Results['abouts'], reference: string): void {
  const base = (rounds.get(reference) ?? []).map(({ rate }) => rate)
  const rows = [...rounds].map(([name, measured]) => {
    const rates = measured.map(({ rate }) => rate)
    const { median, min, max } = spreadOf(rates)
    const ratio = ratioOf(rates, base)
    const [p50 = 0, p99 = 0, cpuUs = 0] = (['p50', 'p99', 'cpuUs'] as const).map(
      (key) => spreadOf(measured.map((each) => each[key])).median,
    )
    return [
      abouts.get(name) ?? name,
      ...[median, min, max].map((rate) => rate.toFixed(0)),
      ...[ratio.median, ratio.min, ratio.max].map((each) => each.toFixed(2)),
      ...[p50, p99].map((ms) => (ms > 0 ? ms.toFixed(2) : '-')),
      cpuUs.toFixed(0),
    ]
  })
  console.log(`\n${level.connections} connections, ${level.rounds} rounds of ${level.windowMs / 1000} s`)
  printTable([['', 'creates/s', 'min', 'max', `to ${reference}`, 'min', 'max', 'p50 ms', 'p99 ms', 'CPU us'], ...rows])
}

function figuresOf({ level, rounds, noop }: LevelResults, { bench, by, fastest, ratios, marks }: Printing): Figure[] {
  const { connections } = level
  const valuesOf = (name: string, key: 'rate' | 'p50') => (rounds.get(name) ?? []).map((each) => each[key])
  const figure = (of: string, metric: string, value: number, aim: number | undefined): Figure => ({
    ...{ bench: of, metric, connections, ...marks, value },
    ...(aim === undefined ? {} : { aim }),
  })
  const summary = ratios.flatMap(([row, metric, of, to, aims]) => {
    const { median } = ratioOf(valuesOf(of, by), valuesOf(to, by))
    return median > 0 ? [figure(row, metric, median, aims[connections])] : []
  })
  const generator = noop.rate / spreadOf(valuesOf(fastest, 'rate')).median
  return [...summary, figure(bench, `generator_to_${fastest}`, generator, 3)]
}
