/** Settings of a run. */
export interface Plan {
  readonly levels: readonly Level[]
  /** Before the first measurement, at 32 connections, as warm-up of each contender's compiler. */
  readonly settleMs: number
}

export interface Level {
  readonly connections: number
  /** Forwards and backwards in turn: ABBA. */
  readonly rounds: number
  /** Warm-up at the start of each measurement. */
  readonly warmMs: number
  /** With the warm-up below three seconds, after which a gateway writes waiting notices. */
  readonly windowMs: number
}

export const level = (connections: number, rounds: number, warmMs: number, windowMs: number): Level => ({
  connections,
  rounds,
  warmMs,
  windowMs,
})

export const FULL: Plan = {
  settleMs: 2500,
  levels: [level(1, 6, 200, 1200), level(8, 6, 200, 1200), level(32, 6, 400, 2400), level(64, 6, 400, 2400)],
}

export const QUICK: Plan = { settleMs: 900, levels: [level(32, 2, 150, 600), level(64, 2, 150, 600)] }
