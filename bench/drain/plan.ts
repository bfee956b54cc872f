/** Each claims one stage at a time, in a process of its own. */
export const WORKERS = 4

export interface Plan {
  readonly rounds: number
  /** Waiting when a measurement begins. */
  readonly tasks: number
}

export const FULL: Plan = { rounds: 6, tasks: 400 }
export const QUICK: Plan = { rounds: 2, tasks: 100 }

/** Before the first round, for compilers. */
export const WARM_TASKS = 100
