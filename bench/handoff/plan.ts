import type { Kind } from '../support/worker-process.ts'

/** How tasks arrive, and for which workers: four of them, idle at first. */
export interface Setting {
  readonly name: 'apart' | 'steady' | 'any'
  readonly about: string
  readonly kinds: readonly Kind[]
  /** Time between the starts of two tasks; null: the next one starts when the one before has ended. */
  readonly everyMs: number | null
}

const APART: readonly Kind[] = ['first', 'second', 'first', 'second']

export const SETTINGS: readonly Setting[] = [
  { name: 'apart', about: 'to workers of another kind, one task at a time', kinds: APART, everyMs: null },
  { name: 'steady', about: 'to workers of another kind, 10 tasks a second', kinds: APART, everyMs: 100 },
  { name: 'any', about: 'to any worker, one task at a time', kinds: ['any', 'any', 'any', 'any'], everyMs: null },
]

export const WORKERS = 4

/** Long enough for workers that were woken in vain to wait again. */
export const STAGE_MS = 10

export interface Plan {
  readonly rounds: number
  /** A measurement; two hand-offs each. */
  readonly tasks: number
  /** Warm-up before them. */
  readonly warmTasks: number
}

export const FULL: Plan = { rounds: 6, tasks: 100, warmTasks: 5 }
export const QUICK: Plan = { rounds: 2, tasks: 20, warmTasks: 3 }

/** Once in each setting, as warm-up of compilers; also creates a contender's own schema. */
export const WARM: Plan = { rounds: 1, tasks: 8, warmTasks: 0 }
