import type { Pool } from 'pg'
import { invalidCursor, openCursor, sealCursor } from '../lib/cursor.ts'
import { query, statement } from '../lib/sql.ts'
import type { LogEvent } from '../push/log.ts'
import { type PriceItem, type Status, type Task, type TaskOutput, taskFromRow } from './task.ts'

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

/** A task's columns in a snapshot (src/push/log.ts); nulls and empty lists are left out. Earlier versions stored more columns. */
interface Snapshot {
  readonly status: Status
  readonly progress: number
  readonly earned?: string[]
  readonly started_at?: string | null
  readonly waiting_since?: string | null
  readonly waiting_reason?: Task['waitingReason']
  readonly accelerated?: boolean | null
  readonly context_ir_applied?: boolean | null
  readonly completed_at?: string | null
  readonly billed_ms?: number | null
  readonly amount_micro?: number | null
  readonly output?: TaskOutput | null
  readonly output_until?: string | null
  readonly output_erased_at?: string | null
  readonly preview?: number | null
  readonly fail_reason?: Task['failReason']
  readonly fail_detail?: string | null
  readonly deleted_at?: string | null
  readonly input_image?: string | null
  readonly end_image?: string | null
  readonly references?: string[]
  readonly webhook_url?: string | null
  /** Of a dedicated task. */
  readonly items?: PriceItem[]
}

/** Fields that snapshots leave out. They do not change; a deletion erases the texts among them. */
export type Constants = Omit<Task, CamelCase<Exclude<keyof Snapshot, 'items'>> | 'seq' | 'traceparent'>

type CamelCase<S extends string> = S extends `${infer Head}_${infer Tail}` ? `${Head}${Capitalize<CamelCase<Tail>>}` : S

/** The texts after a deletion. */
export const ERASED = { prompt: '', negativePrompt: null, metadata: null } as const satisfies Partial<Constants>

/** Written out, because a stream of one task keeps them for as long as it is open. */
export function constantsIn(task: Task): Constants {
  return {
    id: task.id,
    accountId: task.accountId,
    keyId: task.keyId,
    groupId: task.groupId,
    nIndex: task.nIndex,
    sourceTaskId: task.sourceTaskId,
    apiVersion: task.apiVersion,
    mode: task.mode,
    prompt: task.prompt,
    negativePrompt: task.negativePrompt,
    resolution: task.resolution,
    durationMs: task.durationMs,
    aspectRatio: task.aspectRatio,
    width: task.width,
    height: task.height,
    frames: task.frames,
    seed: task.seed,
    audio: task.audio,
    serviceTier: task.serviceTier,
    acceleration: task.acceleration,
    useContextIr: task.useContextIr,
    metadata: task.metadata,
    priority: task.priority,
    priceVersion: task.priceVersion,
    items: task.items,
    frozenMicro: task.frozenMicro,
    etaSeconds: task.etaSeconds,
    createdAt: task.createdAt,
  }
}

/** Whether a deletion has erased the state (docs/rules/tasks.md#delete). */
export function isErased({ snapshot }: LogEvent): boolean {
  return !('status' in snapshot)
}

/** The change of an event. All streams of an event share one object, so that they can share one answer. */
export function changeOf(event: LogEvent, constants: Constants, skipped: boolean): TaskChange {
  let change = event.change as TaskChange | undefined
  if (!change || !bears(change.task, constants)) {
    change = { task: withConstants(event, constants), seq: event.seq, skipped: false }
    event.change = change
  }
  return skipped ? { ...change, skipped } : change
}

/** The task as it was at an event. */
export function withConstants({ seq, snapshot }: LogEvent, constants: Constants): Task {
  const stored = snapshot as unknown as Snapshot
  return {
    ...constants,
    status: stored.status,
    seq,
    progress: stored.progress,
    inputImage: stored.input_image ?? null,
    endImage: stored.end_image ?? null,
    references: stored.references ?? [],
    webhookUrl: stored.webhook_url ?? null,
    items: stored.items ?? constants.items,
    earned: stored.earned ?? [],
    billedMs: stored.billed_ms ?? null,
    amountMicro: typeof stored.amount_micro === 'number' ? BigInt(stored.amount_micro) : null,
    accelerated: stored.accelerated ?? null,
    contextIrApplied: stored.context_ir_applied ?? null,
    waitingSince: timeOf(stored.waiting_since),
    waitingReason: stored.waiting_reason ?? null,
    output: stored.output ?? null,
    outputUntil: timeOf(stored.output_until),
    outputErasedAt: timeOf(stored.output_erased_at),
    preview: stored.preview ?? null,
    failReason: stored.fail_reason ?? null,
    failDetail: stored.fail_detail ?? null,
    startedAt: timeOf(stored.started_at),
    completedAt: timeOf(stored.completed_at),
    deletedAt: timeOf(stored.deleted_at),
    // Nobody who reads events continues the trace.
    traceparent: null,
  }
}

function timeOf(text: string | null | undefined): Date | null {
  return text ? new Date(text) : null
}

function bears(task: Task, { prompt, negativePrompt, metadata }: Constants): boolean {
  return task.prompt === prompt && task.negativePrompt === negativePrompt && task.metadata === metadata
}

const READ = statement('task_constants')`select * from task where id = any($1::text[])`

/** By task. */
export async function readConstants(pool: Pool, taskIds: readonly string[]): Promise<Map<string, Constants>> {
  const { rows } = await query(pool, READ, [taskIds])
  return new Map(rows.map((row) => [row.id, constantsIn(taskFromRow(row))]))
}

const readings = new WeakMap<LogEvent, Promise<Constants>>()

/** The constants of an event's task, read once for all streams of the event. */
export function constantsOf(pool: Pool, event: LogEvent): Promise<Constants> {
  let reading = readings.get(event)
  if (!reading) {
    reading = readConstants(pool, [event.taskId]).then((found) => found.get(event.taskId) ?? noTask(event))
    readings.set(event, reading)
  }
  return reading
}

/** Tasks are never removed from the database. */
function noTask({ taskId }: LogEvent): never {
  throw new Error(`the log has events of the task ${taskId}, which does not exist`)
}
