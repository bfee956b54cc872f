import type { FreezeSubject } from '../credit/freeze.ts'
import { FPS, secondsOf } from '../media/frames.ts'
import type { ServiceTier } from '../queue/catalog.ts'
import { billedItems, sumItems } from './items.ts'
import { isTerminal, type PriceItem, type Task } from './task.ts'

/** A task's money and times, calculated once for REST and GraphQL. */

/** `usage`: null until the task has ended; zeros for a failed one (docs/rules/tasks.md#usage). */
export interface Usage {
  readonly billedSeconds: number
  /** The tier at whose price generation was billed; null if it was not billed. */
  readonly billedTier: ServiceTier | null
  readonly amountMicro: bigint
  readonly items: readonly PriceItem[]
}

export function usageOf(task: Task): Usage | null {
  if (!isTerminal(task.status)) return null
  const items = billedItems(task, task.status)
  const billedTier = billedTierOf(task, items)
  return { billedSeconds: billedSecondsOf(task), billedTier, amountMicro: task.amountMicro ?? 0n, items }
}

/** The tier of the task, or pro for a dedicated task billed as pro (`asPro`). */
function billedTierOf({ serviceTier }: Task, items: readonly PriceItem[]): ServiceTier | null {
  const generation = items.find(({ kind }) => kind === 'generation')
  if (!generation) return null
  return generation.frozenMicro === undefined ? serviceTier : 'pro'
}

/** Not rounded, so that for an upscale seconds times unit price is the amount. */
function billedSecondsOf({ billedMs, sourceTaskId, frames }: Task): number {
  if (!billedMs) return 0
  return sourceTaskId ? secondsOf(frames) : billedMs / 1000
}

/** The subject of a task's freeze and of the entry that resolves it. */
export function subjectOf(task: Pick<Task, 'id' | 'sourceTaskId' | 'frames' | 'durationMs'>): FreezeSubject {
  const { id, sourceTaskId, frames, durationMs } = task
  const description = sourceTaskId ? `Upscale, ${deliveredSeconds(frames)} s` : `Video, ${durationMs / 1000} s`
  return { subjectId: id, taskId: id, description }
}

/**
 * `cost` while unfinished: what is frozen, and what a cancel would settle now
 * (docs/rules/tasks.md#queue-position-and-cost).
 */
export interface Cost {
  readonly frozenMicro: bigint
  readonly earnedMicro: bigint
}

export function costOf(task: Task): Cost | null {
  if (isTerminal(task.status)) return null
  return { frozenMicro: task.frozenMicro, earnedMicro: sumItems(billedItems(task, 'cancelled')) }
}

/** The waiting notice (docs/rules/tasks.md#waiting-notice); `seconds` counts to now. */
export interface Waiting {
  readonly since: Date
  readonly seconds: number
  readonly reason: 'capacity' | 'lora' | 'encoder'
}

export function waitingOf(task: Task, now = Date.now()): Waiting | null {
  if (!task.waitingSince || !task.waitingReason) return null
  const seconds = Math.max(0, Math.floor((now - task.waitingSince.getTime()) / 1000))
  return { since: task.waitingSince, seconds, reason: task.waitingReason }
}

/** Seconds of the delivered video: frames / 24 (docs/rules/material.md#duration-and-frames). */
export function deliveredSeconds(frames: number): number {
  return Math.round((frames / FPS) * 1000) / 1000
}

/** Whether the finished file can still be downloaded. */
export function isDownloadable(task: Task, now = Date.now()): boolean {
  const { status, output, outputUntil, outputErasedAt } = task
  return status === 'succeeded' && output !== null && !outputErasedAt && (outputUntil?.getTime() ?? 0) > now
}

/** Number of the newest preview of an unfinished task; its pictures are removed when it ends. */
export function previewOf({ status, preview }: Pick<Task, 'status' | 'preview'>): number | null {
  return isTerminal(status) ? null : preview
}
