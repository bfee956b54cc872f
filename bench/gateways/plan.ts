import { type Plan as CreatePlan, level } from '../create/plan.ts'

/** Rounds go forwards and backwards through the lanes in turn: ABCCBA. */
export interface Turns {
  readonly rounds: number
  readonly seconds: number
}

/** Settings of a run. */
export interface Plan {
  /** Tasks with events; each has a subscription where all are watched. */
  readonly tasks: number
  readonly idleSeconds: number
  readonly tail: Turns
  readonly pushes: Turns
  readonly creates: CreatePlan
}

/**
 * More than a minute of idling, in which every chore of a minute runs once. Before the creates are measured each lane has served so many
 * that four gateways are compiled too.
 */
export const FULL: Plan = {
  tasks: 2000,
  idleSeconds: 61,
  tail: { rounds: 4, seconds: 4 },
  pushes: { rounds: 4, seconds: 5 },
  creates: { settleMs: 10_000, levels: [level(32, 6, 400, 2400)] },
}

export const QUICK: Plan = {
  tasks: 500,
  idleSeconds: 4,
  tail: { rounds: 2, seconds: 1 },
  pushes: { rounds: 2, seconds: 1 },
  creates: { settleMs: 900, levels: [level(32, 2, 150, 600)] },
}

/** Load processes of every lane, which spread over its gateways. */
export const LOADS = 4
