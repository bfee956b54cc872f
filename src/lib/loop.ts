import { createLasting } from './lasting.ts'
import type { Log } from './log.ts'

export interface Loop {
  /** Runs the step soon, or again right after the running one. */
  wake(): void
  /** Stops after the running step. */
  close(): Promise<void>
}

const WORDS = {
  begins: 'a step failed; trying again',
  lasts: 'the step still fails',
  ends: 'the step works again',
}

/**
 * Runs `step` whenever woken, and at least every `idleMs`; never twice at once. A step that throws is logged, at first and once a
 * minute, and the loop goes on at its next time.
 */
export function startLoop(name: string, idleMs: number, log: Log, step: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false
  let closed = false
  const failing = createLasting(log.child({ loop: name }), WORDS)

  const run = async () => {
    do {
      again = false
      try {
        await step()
        failing.ends()
      } catch (error) {
        failing.holds({ err: error })
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

  running = run()
  return {
    wake,
    async close() {
      closed = true
      if (timer) clearTimeout(timer)
      await running
    },
  }
}

/** Three decades. */
export const EVER_MS = 1e12

/**
 * A loop over what is due: what became so lately every time, all of it now and then, for what an outage made late.
 * @param step receives how far back to look
 */
export function startSweep(
  name: string,
  idleMs: number,
  log: Log,
  { recentMs, wholeMs }: { readonly recentMs: number; readonly wholeMs: number },
  step: (withinMs: number) => Promise<void>,
): Loop {
  let sweptAt = Number.NEGATIVE_INFINITY
  return startLoop(name, idleMs, log, async () => {
    const now = performance.now()
    const whole = now - sweptAt > wholeMs
    await step(whole ? EVER_MS : recentMs)
    if (whole) sweptAt = now
  })
}
