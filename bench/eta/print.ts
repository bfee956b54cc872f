import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'

/** A task that succeeded. */
export interface Kept {
  readonly tier: string
  /** Whether it was created after the loss of workers. */
  readonly afterLoss: boolean
  /** The first estimate, in seconds; null: the times of its stages were not known yet. */
  readonly promised: number | null
  readonly took: number
}

export interface Conditions {
  readonly postgres: string
  readonly cpu: CpuShares | null
  readonly seconds: number
}

const AIMS = { median: 0.2, p90: 0.5 } as const

export function print(tasks: readonly Kept[], { postgres, cpu, seconds }: Conditions): void {
  const groups = new Map<string, readonly Kept[]>([
    ['all', tasks],
    ...Map.groupBy(tasks, ({ tier }) => tier),
    ...Map.groupBy(tasks, ({ afterLoss }) => (afterLoss ? 'after the loss' : 'before the loss')),
  ])
  const rows = [...groups].map(([name, all]) => {
    const { median, p90, ratio, took, count } = summaryOf(all)
    const percent = (share: number) => `${(share * 100).toFixed(0)} %`
    return [name, `${all.length}`, `${count}`, percent(median), percent(p90), ratio.toFixed(2), `${took.toFixed(1)} s`]
  })
  printTable([['', 'tasks', 'estimated', 'median error', 'p90 error', 'outcome / estimate', 'median time'], ...rows])
  const share = (value: number | undefined) => (value === undefined ? 'unknown' : `${(value * 100).toFixed(1)} %`)
  console.log(`\nNode ${process.version}, Postgres ${postgres}; ${seconds.toFixed(0)} seconds`)
  console.log(`CPU of the machine: ${share(cpu?.ours)} ours, ${share(cpu?.others)} taken by others\n`)
  printFigures([...groups].flatMap(([setting, all]) => figuresOf(setting, all)))
}

function figuresOf(setting: string, tasks: readonly Kept[]): Figure[] {
  const { median, p90, count } = summaryOf(tasks)
  const aims = setting === 'all'
  return [
    {
      bench: 'W10',
      metric: 'median_error',
      setting,
      tasks: count,
      value: median,
      ...(aims ? { aim: AIMS.median } : {}),
    },
    { bench: 'W10', metric: 'p90_error', setting, tasks: count, value: p90, ...(aims ? { aim: AIMS.p90 } : {}) },
  ]
}

/** Errors are shares of the outcome. */
function summaryOf(tasks: readonly Kept[]) {
  const kept = tasks.flatMap(({ promised, took }) => (promised === null ? [] : [{ promised, took }]))
  const at = (values: readonly number[], share: number) => {
    const sorted = values.toSorted((a, b) => a - b)
    return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
  }
  const errors = kept.map(({ promised, took }) => Math.abs(promised - took) / took)
  const ratios = kept.map(({ promised, took }) => took / promised)
  const times = kept.map(({ took }) => took)
  return {
    median: at(errors, 0.5),
    p90: at(errors, 0.9),
    ratio: at(ratios, 0.5),
    took: at(times, 0.5),
    count: kept.length,
  }
}
