import { setTimeout as pause } from 'node:timers/promises'
import type { Stage } from '../../../src/queue/catalog.ts'
import type { Engine } from '../../../workers/engine/engine.ts'
import { idleEngine, type Sample } from '../../support/idle-engine.ts'
import { draw, HUNTED } from './plan.ts'

/** A worker's message at the start of a stage. */
export interface Begun {
  readonly begun: Stage
  readonly taskId: string
  readonly isHunted: boolean
}

const SHORTEST_MS = 5
const LONGEST_MS = 60
/** Long enough for a targeted kill. */
const HUNTED_MS = 1000

/** Renders nothing, in a time that depends on the seed and the stage. */
export function noopEngine(sample: Sample, seed: number, report: (begun: Begun) => void): Engine {
  return idleEngine(sample, async (begun, task, signal) => {
    const isHunted = task.prompt === HUNTED
    report({ begun, taskId: task.taskId, isHunted })
    const drawn = SHORTEST_MS + (LONGEST_MS - SHORTEST_MS) * draw(seed, begun, task.seed)
    await pause(isHunted ? HUNTED_MS : drawn, undefined, { signal })
  })
}
