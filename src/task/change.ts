import type { Pool } from 'pg'
import { invalidCursor, openCursor, sealCursor } from '../lib/cursor.ts'
import { orNull, query, statement, text } from '../lib/sql.ts'
import type { LogEvent } from '../push/log.ts'
import { type Task, taskFromSnapshot } from './task.ts'

/** One push of a task: its state at `seq`. */
export interface TaskChange {
  readonly task: Task
  readonly seq: number
  /** Whether states between the last push and this one were skipped for a slow consumer. */
  readonly skipped: boolean
}

const CURSOR_VERSION = 1n

/** Cursor of a change, in the stream of its task. */
export function cursorOf({ task, seq }: TaskChange): string {
  return sealCursor(`task ${task.id}`, [CURSOR_VERSION, BigInt(seq)])
}

/** @throws DomainError 400 invalid_cursor */
export function seqAt(taskId: string, cursor: string): number {
  const [version, seq] = openCursor(`task ${taskId}`, cursor)
  if (version !== CURSOR_VERSION || seq === undefined) throw invalidCursor()
  return Number(seq)
}

/** Fields that snapshots leave out, because they never change and may be large. */
export type Constants = Pick<Task, 'prompt' | 'negativePrompt' | 'metadata'>

/** These fields after a deletion. */
export const ERASED: Constants = { prompt: '', negativePrompt: null, metadata: null }

/** Whether a deletion has erased the state (docs/rules/tasks.md#delete). */
export function isErased({ snapshot }: LogEvent): boolean {
  return !('status' in snapshot)
}

const changes = new WeakMap<LogEvent, TaskChange>()

/** The change of an event. All streams of an event share one object, so that they can share one answer. */
export function changeOf(event: LogEvent, constants: Constants, skipped: boolean): TaskChange {
  let change = changes.get(event)
  if (!change || !bears(change.task, constants)) {
    change = { task: withConstants(event, constants), seq: event.seq, skipped: false }
    changes.set(event, change)
  }
  return skipped ? { ...change, skipped } : change
}

export function withConstants(event: LogEvent, { prompt, negativePrompt, metadata }: Constants): Task {
  return { ...taskFromSnapshot(event.snapshot), prompt, negativePrompt, metadata }
}

function bears(task: Task, { prompt, negativePrompt, metadata }: Constants): boolean {
  return task.prompt === prompt && task.negativePrompt === negativePrompt && task.metadata === metadata
}

const READ = statement('task_constants', {
  id: text(),
  prompt: text(),
  negativePrompt: orNull(text()),
  metadata: orNull(text()),
})`
  select id, prompt, negative_prompt as "negativePrompt", metadata from task where id = any($1::text[])`

/** By task. */
export async function readConstants(pool: Pool, taskIds: readonly string[]): Promise<Map<string, Constants>> {
  const { rows } = await query(pool, READ, [taskIds])
  return new Map(rows.map(({ id, ...constants }) => [id, constants]))
}

const readings = new WeakMap<LogEvent, Promise<Constants>>()

/** The constants of an event's task, read once for all streams of the event. */
export function constantsOf(pool: Pool, event: LogEvent): Promise<Constants> {
  let reading = readings.get(event)
  if (!reading) {
    reading = readConstants(pool, [event.taskId]).then((found) => found.get(event.taskId) ?? ERASED)
    readings.set(event, reading)
  }
  return reading
}
