import type { Log } from './log.ts'

export interface Loop {
  /** Runs the step soon, or once more right after the running one. */
  wake(): void
  /** Stops after the running step. */
  close(): Promise<void>
}

/**
 * Runs `step` whenever woken, and at least every `idleMs`; never twice at once. A step that throws is logged and the loop
 * goes on at its next time.
 */
export function startLoop(name: string, idleMs: number, log: Log, step: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false
  let closed = false

  const run = async () => {
    do {
      again = false
      try {
        await step()
      } catch (error) {
        log.warn({ err: error, loop: name }, 'a step failed; it is tried again')
        break
      }
    } while (again && !closed)
    running = null
    if (!closed) timer = setTimeout(wake, again ? 0 : idleMs)
  }

  const wake = () => {
    if (closed) return
    if (running) {
      again = true
      return
    }
    if (timer) clearTimeout(timer)
    timer = null
    running = run()
  }

  wake()
  return {
    wake,
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}
