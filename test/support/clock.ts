import type { TestContext } from 'node:test'

/**
 * Mocks `setTimeout`. Timers from before can still be cleared: the mock ignores them, and the idle timer of a database connection would keep
 * the process for ten minutes.
 */
export function mockTimers(t: TestContext): void {
  const clearReal = globalThis.clearTimeout
  t.mock.timers.enable({ apis: ['setTimeout'] })
  const clearMocked = globalThis.clearTimeout
  globalThis.clearTimeout = (timer) => {
    clearReal(timer)
    clearMocked(timer)
  }
}
