import assert from 'node:assert/strict'
import { setTimeout as pause } from 'node:timers/promises'
import { HANG_MS } from './rounds.ts'

/** Settles once something holds that no event of this process tells of: a row, another process' state. Fails after a while. */
export async function until(holds: () => Promise<boolean>, limitMs = HANG_MS): Promise<void> {
  for (const start = performance.now(); !(await holds()); await pause(10)) {
    assert.ok(performance.now() - start < limitMs, 'it does not come')
  }
}
