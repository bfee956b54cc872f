import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from './rounds.ts'

/** Waits for a state without an event in this process, such as a row or the state of another process. Fails after a while. */
export async function until(holds: () => Promise<boolean>, limitMs = HANG_MS): Promise<void> {
  for (const start = performance.now(); !(await holds()); await pause(10)) {
    assert.ok(performance.now() - start < limitMs, 'the state was not reached in time')
  }
}
