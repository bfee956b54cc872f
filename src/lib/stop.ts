/**
 * Runs `stop` once, at SIGTERM, SIGINT or when the parent process has ended, and then exits. A stop that hangs is aborted.
 * @returns a function that stops for another reason, with its exit code
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
  // It may have ended while this process started.
  if (process.send && !process.connected) once(0)
  return once
}
