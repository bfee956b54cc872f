/** Wall time by purpose, for `npm test -- --profile`. */
let seconds: Record<string, number> = {}

export async function spending<T>(what: string, work: () => Promise<T>): Promise<T> {
  const begin = performance.now()
  try {
    return await work()
  } finally {
    seconds[what] = (seconds[what] ?? 0) + (performance.now() - begin) / 1000
  }
}

/** Time since the last call. */
export function spentBy(): Record<string, number> {
  const spent = seconds
  seconds = {}
  return spent
}
