/**
 * Runs `stop` once, at SIGTERM, SIGINT or when the process that started this one is gone, and then exits. A stop that
 * hangs is cut short.
 */
export function stopOnSignal(stop: () => Promise<void>, limitMs: number): void {
  let stopping = false
  const once = () => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(0),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  process.on('SIGTERM', once)
  process.on('SIGINT', once)
  process.on('disconnect', once)
}
