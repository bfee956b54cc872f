import type { CpuShares } from '../support/cpu.ts'
import { type Figure, printFigures, printTable } from '../support/figures.ts'
import type { Measured } from './page.ts'

interface Result extends Measured {
  readonly pushesPerSecond: number
  /** At the start and after each minute. */
  readonly heapsMb: readonly number[]
}

interface Conditions {
  readonly postgres: string
  readonly cpu: CpuShares | null
  readonly seconds: number
}

export function print(result: Result, { postgres, cpu, seconds }: Conditions): void {
  const { longTasks, interactions, heapsMb, pushesPerSecond } = result
  const figures: Omit<Figure, 'bench'>[] = [
    { metric: 'pushes_per_second', value: pushesPerSecond, aim: 30 },
    { metric: 'long_tasks_over_100_ms', value: longTasks.filter((ms) => ms > 100).length, aim: 0 },
    { metric: 'longest_task_ms', value: Math.max(0, ...longTasks), aim: 100 },
    { metric: 'interaction_p75_ms', value: at(interactions, 0.75), aim: 200 },
    { metric: 'interaction_max_ms', value: at(interactions, 1) },
    { metric: 'heap_growth', value: growthOf(heapsMb), aim: 1.1 },
  ]
  printTable([
    ['', 'value', 'aim'],
    ...figures.map(({ metric, value, aim }) => [metric, value.toFixed(2), aim === undefined ? '' : `${aim}`]),
  ])
  console.log(`\nHeap in MB, each minute: ${heapsMb.map((mb) => mb.toFixed(1)).join(', ')}`)
  console.log(`${interactions.length} interactions of 16 ms or more, ${longTasks.length} tasks over 50 ms`)
  const share = (value: number | undefined) => (value === undefined ? 'unknown' : `${(value * 100).toFixed(1)} %`)
  console.log(`Node ${process.version}, Postgres ${postgres}; ${seconds.toFixed(0)} seconds`)
  console.log(`CPU of the machine: ${share(cpu?.ours)} ours, ${share(cpu?.others)} taken by others\n`)
  printFigures(figures.map((figure) => ({ bench: 'W11', ...figure })))
}

/**
 * The last three readings against three of the first minutes, by their middle ones. The first reading is left out if there are
 * enough: videos that are opened for the first time fill caches of fixed size.
 */
function growthOf(heapsMb: readonly number[]): number {
  const begin = heapsMb.length > 6 ? heapsMb.slice(1, 4) : heapsMb.slice(0, 1)
  return at(heapsMb.slice(-begin.length), 0.5) / at(begin, 0.5)
}

function at(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.ceil(sorted.length * share) - 1] ?? 0
}
