import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { printFigures, printTable } from '../support/figures.ts'
import type { Contender } from './contenders.ts'
import type { Plan } from './plan.ts'

export interface Drained {
  /** Stages a second. */
  readonly rate: number
  /** Microseconds of processor a stage, of all processes of this run. */
  readonly cpuUs: number
}

export interface Summary {
  /** One measurement for each round. */
  readonly rounds: ReadonlyMap<Contender, readonly Drained[]>
  readonly plan: Plan
  readonly cpu: CpuShares | null
  readonly postgres: string
  readonly minutes: number
}

export function print({ rounds, plan, cpu, postgres, minutes }: Summary): void {
  const of = (name: Contender['name'], key: keyof Drained = 'rate') =>
    [...rounds].flatMap(([contender, drained]) => (contender.name === name ? drained.map((each) => each[key]) : []))
  const show = ({ median, min, max }: Spread, digits = 0) =>
    `${median.toFixed(digits)} (${min.toFixed(digits)}–${max.toFixed(digits)})`
  const rows = [...rounds.keys()].map(({ name, about }) => [
    about,
    show(spreadOf(of(name))),
    show(ratioOf(of(name), of('bare')), 2),
    spreadOf(of(name, 'cpuUs')).median.toFixed(0),
  ])
  console.log(`${plan.rounds} rounds, ABBA; ${plan.tasks} tasks of 3 stages each; median (min–max)`)
  printTable([['', 'stages/s', 'to the bare loop', 'CPU us a stage'], ...rows])
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${minutes.toFixed(1)} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  const ratio = (name: Contender['name']) => ratioOf(of(name), of('bare')).median
  printFigures([
    { bench: 'W6', metric: 'claim_report_to_bare', value: ratio('queue'), aim: 0.6 },
    { bench: 'W6', metric: 'worker_to_bare', value: ratio('worker'), aim: 0.35 },
  ])
}
