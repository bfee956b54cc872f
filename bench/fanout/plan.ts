/** Settings of a run. */
export interface Plan {
  /** W3: sockets of each contender, with a subscription each. */
  readonly sockets: number
  /** Rounds, forwards and backwards in turn: ABBA; the waves of one round, and the warm-up waves before the first. */
  readonly rounds: number
  readonly waves: number
  readonly settle: number
  /** W3b: each with new processes. */
  readonly memoryRounds: number
  /** W3c. */
  readonly latencySeconds: number
  readonly latencyRounds: number
  /** W3d: open subscriptions, tried in turn, and broadcasts to each. */
  readonly open: readonly number[]
  readonly broadcasts: number
}

export const FULL: Plan = {
  sockets: 5000,
  rounds: 6,
  waves: 5,
  settle: 8,
  memoryRounds: 5,
  latencySeconds: 10,
  latencyRounds: 4,
  open: [5000, 10_000, 15_000],
  broadcasts: 10,
}

export const QUICK: Plan = {
  sockets: 1000,
  rounds: 2,
  waves: 2,
  settle: 3,
  memoryRounds: 1,
  latencySeconds: 2,
  latencyRounds: 1,
  open: [3000],
  broadcasts: 3,
}
