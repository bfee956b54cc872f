/** Each claims one stage at a time, in a separate process. */
export const WORKERS = 4

export interface Plan {
  readonly rounds: number
  /** Waiting at the start of a measurement. */
  readonly tasks: number
}

export const FULL: Plan = { rounds: 6, tasks: 400 }
export const QUICK: Plan = { rounds: 2, tasks: 100 }

/** Before the first round, as warm-up of the compilers. */
export const WARM_TASKS = 100
