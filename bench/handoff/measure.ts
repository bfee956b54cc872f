import { setTimeout as pause } from 'node:timers/promises'
import { type Mark, machineMs, STAGES } from '../support/worker-process.ts'
import type { Workers } from '../support/workers.ts'
import type { Ground } from './contenders.ts'
import type { Plan, Setting } from './plan.ts'

/** A contender, its workers closed. */
export interface Runner {
  readonly name: string
  readonly about: string
  readonly ground: Ground
  readonly workers: Workers
  /** Ended tasks in its database. */
  tasks: number
}

/** Milliseconds from a stage's report to the start of the next one. */
export interface Latency {
  readonly p50: number
  readonly p99: number
}

/** Starts the workers, sends tasks to them, and counts the rows left. */
export async function measure(runner: Runner, { kinds, everyMs }: Setting, plan: Plan): Promise<Latency> {
  const { ground, workers, name } = runner
  await workers.open(kinds)
  const [kind = 'any'] = kinds
  const first = runner.tasks
  const begin = () => ground.begin(String(runner.tasks++), kind)
  const oneByOne = async (tasks: number) => {
    for (let i = 0; i < tasks; i++) {
      await begin()
      await workers.ended(runner.tasks - first)
    }
  }
  const steadily = async (tasks: number, gapMs: number) => {
    const start = performance.now()
    for (let i = 0; i < tasks; i++) {
      await pause(Math.max(0, start + i * gapMs - performance.now()))
      await begin()
    }
    await workers.ended(runner.tasks - first)
  }
  await oneByOne(plan.warmTasks)
  const from = machineMs()
  if (everyMs === null) await oneByOne(plan.tasks)
  else await steadily(plan.tasks, everyMs)
  const marks = (await workers.close()).filter(({ ms }) => ms > from)
  await ground.check(runner.tasks)
  const times = handOffs(marks)
  const expected = plan.tasks * (STAGES - 1)
  if (times.length !== expected) throw new Error(`${name}: ${times.length} hand-offs were recorded, not ${expected}`)
  return latencyOf(times)
}

function handOffs(marks: readonly Mark[]): number[] {
  const ran = new Map<string, number>()
  for (const { what, task, stage, ms } of marks) if (what === 'runs') ran.set(`${task} ${stage}`, ms)
  return marks.flatMap(({ what, task, stage, ms }) => {
    const next = what === 'reports' ? ran.get(`${task} ${stage + 1}`) : undefined
    return next === undefined ? [] : [next - ms]
  })
}

function latencyOf(times: readonly number[]): Latency {
  const sorted = times.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0
  return { p50: at(0.5), p99: at(0.99) }
}
