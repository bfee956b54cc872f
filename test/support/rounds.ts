/** Whether it is the long run (`npm run chaos long`): many rounds, on an otherwise idle machine. */
export const IS_LONG = process.env['TEST_ROUNDS'] === 'full'

/** Longer than anything should take on a busy machine. */
export const HANG_MS = 60_000

/** How often a test does something: `full` in the long run, `quick` in the suite. */
export function rounds(quick: number, full: number): number {
  return IS_LONG ? full : quick
}

/** Upper limit of a measured value: exact in the long run; in the suite so high that only a hang exceeds it. */
export function atMost(exact: number, loose = HANG_MS): number {
  return IS_LONG ? exact : loose
}
