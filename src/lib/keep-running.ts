import { setTimeout as pause } from 'node:timers/promises'
import type { Log } from './log.ts'

/** One run of a supervised process. */
export interface Run {
  /** Its process id, for the log. */
  readonly pid?: number | undefined
  /** Settles with how it ended. */
  readonly ended: Promise<string>
  /** Ends it and waits until it has ended. */
  stop(): Promise<void>
}

export interface Kept {
  /** Settles at once while it runs, otherwise when it runs next. Rejects like `failed`. */
  running(): Promise<void>
  /** Rejects if the first start fails permanently, or after too many failures in a row. */
  readonly failed: Promise<never>
  close(): Promise<void>
}

export interface KeepOptions {
  readonly log: Log
  /** Another run that must be running for it to start. */
  readonly needs: Kept | null
  /** Whether an error of the first start needs a person, so that a second start would change nothing. */
  isFinal(error: unknown): boolean
  readonly limits?: RestartLimits
}

export interface RestartLimits {
  /** The delay after the first failure in a row; it doubles with each further one, up to `mostMs`. */
  readonly firstMs: number
  readonly mostMs: number
  /** Number of failures in a row after which restarting stops. */
  readonly failures: number
  /** A run that lasts at least this long resets the count of failures. */
  readonly steadyMs: number
}

export const RESTARTS: RestartLimits = { firstMs: 500, mostMs: 8000, failures: 6, steadyMs: 10_000 }

/**
 * Restarts a process whenever it ends, with a growing delay, and logs each restart.
 * @param name start of a sentence: `The gateway`
 * @param start settles once the process works; the signal aborts it
 */
export function keepRunning(name: string, start: (signal: AbortSignal) => Promise<Run>, options: KeepOptions): Kept {
  const { log, needs, isFinal, limits = RESTARTS } = options
  const closing = new AbortController()
  const { signal } = closing
  const aborted = new Promise<void>((done) => signal.addEventListener('abort', () => done()))
  const failed = Promise.withResolvers<never>()
  failed.promise.catch(() => {})
  let up = Promise.withResolvers<void>()
  let run: Run | null = null
  let isStarted = false

  /** @returns how it ended, and whether it had lasted */
  const once = async (): Promise<{ how: string; isSteady: boolean }> => {
    try {
      run = await start(signal)
    } catch (error) {
      if (!isStarted && isFinal(error)) throw error
      return { how: error instanceof Error ? error.message : String(error), isSteady: false }
    }
    // Closing stops it.
    if (signal.aborted) return { how: '', isSteady: true }
    log.info({ pid: run.pid }, isStarted ? `${name} runs again` : `${name} runs`)
    isStarted = true
    const startedAt = performance.now()
    up.resolve()
    const how = await Promise.race([run.ended, aborted])
    if (how === undefined) return { how: '', isSteady: true }
    run = null
    up = Promise.withResolvers()
    return { how, isSteady: performance.now() - startedAt >= limits.steadyMs }
  }

  const keep = async () => {
    for (let failures = 0; !signal.aborted; ) {
      if (needs) await Promise.race([needs.running(), aborted])
      if (signal.aborted) return
      const { how, isSteady } = await once()
      if (signal.aborted) return
      failures = isSteady ? 1 : failures + 1
      if (failures >= limits.failures)
        throw new Error(`${name} failed ${failures} times in a row, the last time: ${how}`)
      const waitMs = Math.min(limits.firstMs * 2 ** (failures - 1), limits.mostMs)
      log.error({ how, failures, waitMs }, `${name} ended; starting it again`)
      await pause(waitMs, undefined, { signal }).catch(() => {})
    }
  }

  const kept = keep().catch((error: unknown) => failed.reject(error))
  return {
    running: () => Promise.race([up.promise, failed.promise]),
    failed: failed.promise,
    async close() {
      closing.abort()
      await run?.stop()
      await kept
      await run?.stop()
    },
  }
}
