/**
 * The difference between `performance.now` and the monotonic clock. The first calls are slow, so the closest of several
 * is used.
 */
const OFFSET = Math.max(...Array.from({ length: 50 }, () => Number(process.hrtime.bigint()) / 1e6 - performance.now()))

/** This machine's monotonic clock in ms: the same in every process, unlike `performance.now`. */
export function now(): number {
  return OFFSET + performance.now()
}
