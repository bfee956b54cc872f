import { ratioOf, type Spread, spreadOf } from '../../test/support/spread.ts'
import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'
import type { Latency } from './measure.ts'
import type { Plan, Setting } from './plan.ts'

export interface SettingResults {
  readonly setting: Setting
  /** By contender, one measurement for each round. */
  readonly rounds: ReadonlyMap<string, readonly Latency[]>
}

export interface Summary {
  readonly results: readonly SettingResults[]
  readonly abouts: ReadonlyMap<string, string>
  readonly plan: Plan
  readonly cpu: CpuShares | null
  readonly postgres: string
  readonly minutes: number
}

/** Of both ratios to graphile-worker. */
const AIMS: Readonly<Record<SettingResults['setting']['name'], number>> = { apart: 1.2, steady: 1.2, any: 1.5 }
const KEYS = ['p50', 'p99'] as const

export function print({ results, abouts, plan, cpu, postgres, minutes }: Summary): void {
  for (const each of results) printSetting(each, abouts, plan)
  const percent = (share: number | undefined) => (share === undefined ? 'unknown' : `${(share * 100).toFixed(1)} %`)
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${minutes.toFixed(1)} minutes`)
  console.log(`CPU of the machine: ${percent(cpu?.ours)} ours, ${percent(cpu?.others)} taken by others\n`)
  printFigures(results.flatMap(figuresOf))
}

function printSetting({ setting, rounds }: SettingResults, abouts: Summary['abouts'], plan: Plan): void {
  const show = ({ median, min, max }: Spread) => `${median.toFixed(2)} (${min.toFixed(2)}–${max.toFixed(2)})`
  const valuesOf = (name: string, key: keyof Latency) => (rounds.get(name) ?? []).map((each) => each[key])
  const rows = [...rounds.keys()].map((name) => [
    abouts.get(name) ?? name,
    ...KEYS.map((key) => show(spreadOf(valuesOf(name, key)))),
    ...KEYS.map((key) => show(ratioOf(valuesOf(name, key), valuesOf('graphile', key)))),
  ])
  console.log(
    `\n${setting.name}: ${setting.about}; ${plan.rounds} rounds of ${plan.tasks * 2} hand-offs, median (min–max)`,
  )
  printTable([['', 'p50 ms', 'p99 ms', 'p50 to graphile', 'p99 to graphile'], ...rows])
}

function figuresOf({ setting, rounds }: SettingResults): Figure[] {
  const valuesOf = (name: string, key: keyof Latency) => (rounds.get(name) ?? []).map((each) => each[key])
  return KEYS.map((key) => ({
    bench: 'W5',
    metric: `${key}_to_graphile`,
    setting: setting.name,
    value: ratioOf(valuesOf('vidgate', key), valuesOf('graphile', key)).median,
    aim: AIMS[setting.name],
  }))
}
