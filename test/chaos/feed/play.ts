import { setTimeout as pause } from 'node:timers/promises'
import fc from 'fast-check'
import type { Ground } from './ground.ts'
import { openReader, type Read } from './read.ts'
import { type Written, write } from './write.ts'

export interface Plan {
  readonly writers: number
  readonly events: number
  readonly seed: number
  /** The most milliseconds between two restarts of the readers. */
  readonly restartMs: number
}

export interface Played {
  readonly written: Written
  readonly read: Read
}

/** Writes and reads at the same time, restarts the readers throughout, and lets them reach the end. */
export async function play(ground: Ground, plan: Plan): Promise<Played> {
  const written: Written = { events: 0, aborted: 0 }
  const read: Read = { events: 0, missed: 0, outOfOrder: 0, skipped: 0, restarts: 0 }
  const reader = await openReader(ground, read)
  await reader.until(new Map(ground.taskIds.map((id) => [id, 1])))
  let writing = true
  const writers = write(ground, plan, written).finally(() => {
    writing = false
  })
  const pauses = fc.sample(fc.integer({ min: 1, max: plan.restartMs }), { numRuns: 10_000, seed: plan.seed })
  for (const ms of pauses) {
    if (!writing) break
    await pause(ms)
    await reader.restart()
  }
  await writers
  const { rows } = await ground.resources.pool.query<{ id: string; seq: number }>('select id, seq from task')
  await reader.until(new Map(rows.map(({ id, seq }) => [id, seq])))
  await reader.close()
  return { written, read }
}
