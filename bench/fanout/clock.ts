/** Between `performance.now` and the monotonic clock; the first calls take long, so the closest of some. */
const OFFSET = Math.max(...Array.from({ length: 50 }, () => Number(process.hrtime.bigint()) / 1e6 - performance.now()))

/** This machine's monotonic clock in ms: the same in every process, as `performance.now` is not. */
export function now(): number {
  return OFFSET + performance.now()
}
