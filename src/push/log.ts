import type { Pool } from 'pg'
import { int, int8, jsonb, orNull, query, type RowOf, statement, text } from '../lib/sql.ts'

/** What happened to a task. */
export type EventKind =
  | 'created'
  | 'claimed'
  | 'progress'
  | 'advanced'
  | 'requeued'
  | 'waiting'
  | 'succeeded'
  | 'failed'
  | 'cancelled'
  | 'rejected'
  | 'deleted'

/**
 * Columns of a task that a statement changes after the create; test/guards/statements.test.ts compares them with the statements.
 * Readers take the others from the task's row. So prompt and metadata, which only a deletion changes, stay as they were sent: jsonb would
 * reorder metadata. Only the items of a dedicated task change (docs/rules/money.md#dedicated-tier).
 */
export const SNAPSHOT = `status, progress, nullif(earned, '{}') as earned, started_at, waiting_since, waiting_reason, accelerated,
  context_ir_applied, completed_at, billed_ms, amount_micro, output, output_until, output_erased_at, preview, fail_reason,
  fail_detail, deleted_at, input_image, end_image, nullif("references", '{}') as "references", webhook_url,
  case when service_tier = 'dedicated' then items end as items`

/**
 * SQL that appends one event per changed task: the only place that writes the log. The task rows come from a CTE that raised
 * their `seq` under their locks, so a reader that sees n + 1 also sees n. Nulls and empty lists are left out of the snapshot.
 * @param kind the event's kind; 'status': the task's new (terminal) status names it
 */
export function appendEvents(changedTasks: string, kind: EventKind | 'status'): string {
  return `insert into event (account_id, task_id, group_id, seq, kind, at, snapshot)
    select account_id, id, group_id, seq, ${kind === 'status' ? 'status' : `'${kind}'`}, now(),
      (select jsonb_strip_nulls(to_jsonb(s)) from (select ${SNAPSHOT}) s)
    from ${changedTasks}`
}

/** An event by its id and its transaction. Transactions commit in another order than they begin. */
export interface EventRef {
  readonly id: bigint
  readonly xid: bigint
}

/** An event as the tail reads it. */
export interface LogEvent extends EventRef {
  readonly accountId: string
  readonly taskId: string
  readonly groupId: string | null
  /** 1, 2, 3 … within the task. */
  readonly seq: number
  readonly kind: EventKind
  readonly snapshot: Readonly<Record<string, unknown>>
  /** What `changeOf` (src/task/change.ts) made of it. A WeakMap costs more (docs/decisions/processes.md#values-kept-with-objects). */
  change?: unknown
}

export const EVENT = {
  id: int8,
  xid: text(),
  account_id: text(),
  task_id: text(),
  group_id: orNull(text()),
  seq: int,
  kind: text<EventKind>(),
  snapshot: jsonb<Record<string, unknown>>(),
}

export const EVENT_COLUMNS = 'e.id, e.xid::text, e.account_id, e.task_id, e.group_id, e.seq, e.kind, e.snapshot'

export function eventFromRow(row: RowOf<typeof EVENT>): LogEvent {
  return {
    id: row.id,
    xid: BigInt(row.xid),
    accountId: row.account_id,
    taskId: row.task_id,
    groupId: row.group_id,
    seq: row.seq,
    kind: row.kind,
    snapshot: row.snapshot,
    change: undefined,
  }
}

const SINCE = statement('event_since', EVENT)`
  select ${EVENT_COLUMNS} from event e where e.task_id = $1 and e.seq > $2 order by e.seq`

/** A task's kept events after a seq, in order. */
export async function eventsSince(pool: Pool, taskId: string, seq: number): Promise<LogEvent[]> {
  const { rows } = await query(pool, SINCE, [taskId, seq])
  return rows.map(eventFromRow)
}
