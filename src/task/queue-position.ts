import type { Pool } from 'pg'
import { type Position, readPositions } from '../queue/position.ts'
import type { Unfit } from '../queue/unfit.ts'
import type { Resources } from '../resources.ts'
import type { Outlook } from './outlook.ts'
import { isTerminal, type Task } from './task.ts'
import { latestOutlook, newcomerOf, outlookOf } from './underway.ts'

/** Position of a waiting task, shown as `queue` (docs/rules/tasks.md#queue-position-and-cost). */
export interface QueuePosition {
  /** 1 is the next to start. */
  readonly position: number
  /** Estimated seconds until it has succeeded; null while nothing is known of its workers or of the times of its stages. */
  readonly etaSeconds: number | null
}

/** So long the first estimate is shown: other gateways' outlooks do not have the task before. */
const FIRST_S = 2

/** Queue positions of the waiting tasks, by id. Without unfinished tasks nothing is read. */
export function readQueuePositions(
  { pool }: Pick<Resources, 'pool'>,
  tasks: readonly Pick<Task, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, QueuePosition>> {
  return queuePositionsOf(
    pool,
    tasks.filter(({ status }) => !isTerminal(status)).map(({ id }) => id),
  )
}

/** Positions of the tasks that wait for their next stage. Running and finished tasks have none. */
export async function queuePositionsOf(
  pool: Pool,
  taskIds: readonly string[],
): Promise<ReadonlyMap<string, QueuePosition>> {
  if (taskIds.length === 0) return new Map()
  const [rows, outlook] = await Promise.all([readPositions(pool, taskIds), outlookOf(pool)])
  return new Map(rows.map((row) => [row.id, { position: row.position, etaSeconds: etaOf(row, outlook) }]))
}

function etaOf({ id, stage, position, eta_seconds, age }: Position, outlook: Outlook): number | null {
  const promised = eta_seconds === null ? null : eta_seconds - age
  const seconds = age < FIRST_S && promised !== null ? promised : outlook.secondsLeft(id, { stage, position })
  return seconds === null ? null : wholeSeconds(seconds)
}

/** An unfinished task is never expected at once. */
function wholeSeconds(seconds: number): number {
  return Math.max(1, Math.round(seconds))
}

/**
 * Sets the first estimate of new tasks, from what the process knows already. It is written with them, and measured when they
 * succeed. Without an outlook there is no estimate, because a create must not fail for it (docs/decisions/dispatch.md#the-first-estimate).
 */
export function estimate(outlook: Outlook | null, tasks: readonly Task[], unfit: readonly Unfit[]): void {
  if (!outlook) return
  const profiles = Map.groupBy(unfit, ({ taskId }) => taskId)
  const unfitOf = ({ id }: Task) => profiles.get(id)?.map(({ profile }) => profile) ?? []
  outlook.add(tasks.map((task) => newcomerOf(task, outlook.now(), unfitOf(task))))
  for (const task of tasks) {
    const seconds = outlook.secondsLeft(task.id)
    task.etaSeconds = seconds === null ? null : wholeSeconds(seconds)
  }
}

/** Position of a task that was just created, without a reading; null without an estimate. */
export async function firstPosition(
  { pool }: Pick<Resources, 'pool'>,
  { id, etaSeconds }: Task,
): Promise<QueuePosition | null> {
  const outlook = etaSeconds === null ? null : await latestOutlook(pool)
  return outlook && etaSeconds !== null ? { position: outlook.position(id), etaSeconds } : null
}
