import { createLasting } from './lasting.ts'
import type { Log } from './log.ts'

export interface Loop {
  /** Runs the step soon, or again right after the running one. */
  wake(): void
  /** Stops after the running step. */
  close(): Promise<void>
}

const MESSAGES = {
  begins: 'a step failed; trying again',
  lasts: 'the step still fails',
  ends: 'the step works again',
}

/**
 * Runs `step` whenever woken, and at least every `idleMs`; never twice at once. A failure is logged, first at once and then once a
 * minute, and the loop continues at its next time.
 */
export function startLoop(name: string, idleMs: number, log: Log, step: () => Promise<void>): Loop {
  let timer: NodeJS.Timeout | null = null
  let running: Promise<void> | null = null
  let again = false
  let closed = false
  const failing = createLasting(log.child({ loop: name }), MESSAGES)

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

/** Combines wake-ups: the first one wakes after `ms`, with all that came until then. */
export function coalesced(wake: () => void, ms: number): { wake(): void; close(): void } {
  let timer: NodeJS.Timeout | null = null
  return {
    wake() {
      timer ??= setTimeout(() => {
        timer = null
        wake()
      }, ms)
    },
    close() {
      if (timer) clearTimeout(timer)
    },
  }
}

/** Three decades. */
export const EVER_MS = 1e12

export interface Sweep {
  readonly name: string
  readonly idleMs: number
  readonly recentMs: number
  /** How often all rows are checked. */
  readonly wholeMs: number
}

/**
 * A loop over due rows: every step checks rows that became due recently, and some steps check all rows, for those delayed by an outage.
 * @param step receives how far back to look
 */
export function startSweep(
  log: Log,
  { name, idleMs, recentMs, wholeMs }: Sweep,
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
