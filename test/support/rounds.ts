/** Whether the long run plays (`npm run chaos long`): many rounds, on a machine that does nothing else. */
export const IS_LONG = process.env['TEST_ROUNDS'] === 'full'

/** Longer than anything takes on a busy machine. */
export const HANG_MS = 60_000

/** How often a test does something: `full` in the long run, `quick` in the suite. */
export function rounds(quick: number, full: number): number {
  return IS_LONG ? full : quick
}

/** The most that something may come to: exact in the long run; in the suite what load cannot break, only a hang. */
export function atMost(exact: number, loose = HANG_MS): number {
  return IS_LONG ? exact : loose
}
