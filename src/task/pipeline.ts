import type { Stage } from '../queue/catalog.ts'
import type { StageStart } from '../queue/enqueue.ts'
import { type LiveWorkers, type Routed, routesOf } from '../queue/routing.ts'
import type { PriceItem, Resolution, Status, Task } from './task.ts'

/** Fields that decide a task's stages. */
type Shape = Pick<Task, 'resolution' | 'sourceTaskId'>

/**
 * Stages of a task in order (docs/rules/tasks.md#states): encode → render → [upscale] → package; an upscale task:
 * upscale → package.
 */
export function pipelineOf(task: Shape): readonly [Stage, ...Stage[]] {
  if (task.sourceTaskId) return ['upscale', 'package']
  return task.resolution === '768p' ? ['encode', 'render', 'package'] : ['encode', 'render', 'upscale', 'package']
}

/** The stage after a completed one; null after the last. */
export function nextStage(task: Shape, stage: Stage): Stage | null {
  const stages = pipelineOf(task)
  return stages[stages.indexOf(stage) + 1] ?? null
}

/** The state of a task after a worker has claimed a stage (spec 3). */
export const STATUS_OF: Readonly<Record<Stage, Status>> = {
  encode: 'encoding',
  render: 'rendering',
  upscale: 'upscaling',
  package: 'packaging',
}

/** Share of a task's progress that each stage fills. */
const WEIGHT: Readonly<Record<Stage, number>> = { encode: 0.05, render: 0.85, upscale: 0.6, package: 0.1 }

/**
 * A task's progress while a stage runs (docs/rules/tasks.md#progress-and-times): 0..1, and 1 only with
 * `succeeded`, so the last stage stops short of it.
 * @param fraction 0..1 of the stage
 */
export function progressOf(task: Shape, stage: Stage, fraction: number): number {
  const stages = pipelineOf(task)
  const total = stages.reduce((sum, each) => sum + WEIGHT[each], 0)
  const before = stages.slice(0, stages.indexOf(stage)).reduce((sum, each) => sum + WEIGHT[each], 0)
  const done = (before + WEIGHT[stage] * Math.min(1, Math.max(0, fraction))) / total
  return Math.min(0.99, Math.round(done * 1000) / 1000)
}

/**
 * Kinds of the items that a completed stage earns; context IR only if applied (docs/rules/money.md#context-ir).
 */
export function earnedBy(items: readonly PriceItem[], stage: Stage, contextIrApplied: boolean): PriceItem['kind'][] {
  return items
    .filter((item) => item.stage === stage && (item.kind !== 'context_ir' || contextIrApplied))
    .map((item) => item.kind)
}

/** Size of the delivered picture: the canvas times 1, 2 or 3 (docs/rules/material.md#canvas). */
export function scaleOf(resolution: Resolution): 1 | 2 | 3 {
  return resolution === '4k' ? 3 : resolution === '2k' ? 2 : 1
}

/** An attempt of a task's stage for sending its jobs, with the task's priority. */
export function startOf(
  task: Routed & Pick<Task, 'id' | 'priority'>,
  { stage, number, live, delayMs = 0 }: Pick<StageStart, 'stage' | 'number'> & { live: LiveWorkers; delayMs?: number },
): StageStart {
  return { taskId: task.id, stage, number, priority: task.priority, routes: routesOf(task, stage, live), delayMs }
}
