import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { printFigures, printTable } from '../support/figures.ts'

/** The results of each round. */
export interface Rounds {
  /** Deliveries a second. */
  readonly ours: readonly number[]
  readonly bare: readonly number[]
  /** Milliseconds from due to delivered, of each delivery: without a receiver that hangs, and beside one. */
  readonly alone: readonly (readonly number[])[]
  readonly beside: readonly (readonly number[])[]
}

export interface Circumstances {
  readonly postgres: string
  readonly cpu: CpuShares | null
  readonly rounds: number
  readonly seconds: number
}

export function print({ ours, bare, alone, beside }: Rounds, { postgres, cpu, rounds, seconds }: Circumstances): void {
  const show = ({ median, min, max }: Spread, digits = 0) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
  const [aloneP99, besideP99] = [alone.map(p99), beside.map(p99)]
  const [rate, p99Ratio] = [ratioOf(ours, bare), ratioOf(besideP99, aloneP99)]
  console.log(`${rounds} rounds, ABBA; median (min–max)`)
  printTable([
    ['', 'vidgate', 'bare loop', 'ratio'],
    ['deliveries/s', show(spreadOf(ours)), show(spreadOf(bare)), show(rate, 2)],
  ])
  console.log()
  printTable([
    ['', 'beside one that hangs', 'without', 'ratio'],
    ['due → delivered, p99 ms', show(spreadOf(besideP99)), show(spreadOf(aloneP99)), show(p99Ratio, 2)],
  ])
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${seconds.toFixed(0)} seconds`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures([
    { bench: 'W9', metric: 'deliveries_to_bare_loop', value: rate.median, aim: 0.3 },
    { bench: 'W9', metric: 'p99_beside_black_hole', value: p99Ratio.median, aim: 1.2 },
  ])
}

function p99(values: readonly number[]): number {
  const sorted = [...values].sort((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * 0.99) - 1] ?? 0
}
