import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'

export const LEVELS = [1, 20] as const

/** MB/s of each round, by contender and concurrency: `floor 20`. */
export type Rates = ReadonlyMap<string, readonly number[]>

export interface Summary {
  readonly rates: Rates
  readonly cpu: CpuShares | null
  /** MiB, each above the process' memory right before. */
  readonly growth: { readonly one: number; readonly twenty: number | null }
  readonly postgres: string
  readonly rounds: number
  readonly seconds: number
}

export function print({ rates, cpu, growth, postgres, rounds, seconds }: Summary): void {
  const of = (name: string) => rates.get(name) ?? []
  const show = ({ median, min, max }: Spread, digits = 0) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
  const rows = LEVELS.map((atOnce) => {
    const [ours, floor, load] = [of(`vidgate ${atOnce}`), of(`floor ${atOnce}`), of(`load ${atOnce}`)]
    const spreads = [ours, floor, load].map((each) => show(spreadOf(each)))
    return [`${atOnce} at once`, ...spreads, show(ratioOf(ours, floor), 2)]
  })
  console.log(`${rounds} rounds, ABBA; files of 100 MiB; MB/s, median (min–max)`)
  printTable([['', 'vidgate', 'floor', 'load alone', 'vidgate to floor'], ...rows])
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${seconds.toFixed(0)} seconds`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  const figure = (metric: string, value: number, aim: number): Figure => ({ bench: 'W7', metric, value, aim })
  const ratio = (atOnce: number, to: string) => ratioOf(of(`vidgate ${atOnce}`), of(`${to} ${atOnce}`)).median
  printFigures([
    ...LEVELS.map((atOnce) => figure(`upload_${atOnce}_to_floor`, ratio(atOnce, 'floor'), 0.85)),
    ...LEVELS.map((atOnce) => figure(`generator_${atOnce}_to_vidgate`, 1 / ratio(atOnce, 'load'), 3)),
    figure('rss_growth_1_mb', growth.one, 64),
    ...(growth.twenty === null ? [] : [figure('rss_growth_20_mb', growth.twenty, 64)]),
  ])
}
