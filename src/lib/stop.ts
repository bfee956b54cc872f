/**
 * Runs `stop` once, at SIGTERM, SIGINT or when the process that started this one is gone, and then exits. A stop that
 * hangs is cut short.
 * @returns the same for a reason of the caller's own, with its exit code
 */
export function stopOnSignal(stop: () => Promise<void>, limitMs: number): (code: number) => void {
  let stopping = false
  const once = (code: number) => {
    if (stopping) return
    stopping = true
    setTimeout(() => process.exit(1), limitMs).unref()
    stop().then(
      () => process.exit(code),
      (error: unknown) => {
        console.error(error)
        process.exit(1)
      },
    )
  }
  for (const event of ['SIGTERM', 'SIGINT', 'disconnect']) process.on(event, () => once(0))
  // It may have gone while this process started.
  if (process.send && !process.connected) once(0)
  return once
}
