import { statement, type Tx } from '../lib/sql.ts'
import { sourcesOf } from './moves.ts'
import { STATUSES, type Status, type Task, taskFromRow } from './task.ts'

/**
 * All writes of `task.status` except the first. Each is a guarded update: zero rows mean a late or illegal report, which is
 * discarded. The SQL is composed of fragments, so that a move and its event are one statement.
 */

const LOCK = statement('task_lock')`select * from task where id = $1 for no key update`

/** Locks a task's row: after its account's row if both are locked, before its attempts' rows. */
export async function lockTask(tx: Tx, taskId: string): Promise<Task | null> {
  const { rows } = await tx.run(LOCK, [taskId])
  return rows[0] ? taskFromRow(rows[0]) : null
}

const HOLD = statement('task_hold')`select from task where id = $1 for no key update`

/** `lockTask` for statements of the same flight that read the task themselves. */
export function holdTask(tx: Tx, taskId: string): void {
  tx.send(HOLD, [taskId])
}

function words(statuses: readonly string[]): string {
  return statuses.map((status) => `'${status}'`).join(', ')
}

const ACTIVE = words(STATUSES.filter((status) => sourcesOf('failed').includes(status)))

/** The states from which each state may be entered, by its first claim or by a second attempt. */
const ENTERED_FROM = STATUSES.map((status) => `('${status}', array[${words([...sourcesOf(status), status])}])`).join(
  ', ',
)

/**
 * SQL: a worker has claimed a stage, so its tasks get that stage's state and no longer wait.
 * @param source CTE of the claimed attempts: task_id, the state that is `entered`, and the task's status and waiting_since as
 *   locked. A statement that locks a row itself may see an older one, so the conditions do not read the table.
 */
export function enterState(source: string): string {
  return `update task set status = ${source}.entered, seq = seq + 1, started_at = coalesce(started_at, now()),
      waiting_since = null, waiting_reason = null
    from ${source}
    where task.id = ${source}.task_id and (${source}.status <> ${source}.entered or ${source}.waiting_since is not null)
      and ${source}.status = any((select allowed from (values ${ENTERED_FROM}) as m(target, allowed)
        where target = ${source}.entered)::text[])
    returning task.*`
}

/**
 * SQL: a running stage has progressed, or has a newer preview. Progress and the number of the preview never decrease.
 * @param preview number of the preview; null if there is none
 */
export function raiseProgress(source: string, progress: string, preview = 'null::int'): string {
  return `update task set progress = greatest(progress, ${progress}), preview = greatest(preview, ${preview}), seq = seq + 1
    from ${source}
    where task.id = ${source}.task_id and task.status in (${ACTIVE})
      and (task.progress < ${progress} or coalesce(task.preview, 0) < ${preview})
    returning task.*`
}

/** Placeholders of the changes of a task by a completed stage. */
export interface StageResult {
  readonly progress: string
  readonly earned: string
  /** True if the last billable stage is done: the status is then packaging at once (docs/rules/tasks.md#states). */
  readonly packaging: string
  readonly contextIrApplied: string
  readonly accelerated: string
  /** The changed items; null if they do not change. */
  readonly items: string
}

/**
 * SQL: a stage is done and its items are earned. No ledger row is written (docs/rules/money.md#freeze-and-settlement).
 */
export function completeStage(source: string, result: StageResult): string {
  return `update task set seq = seq + 1, progress = greatest(progress, ${result.progress}),
      earned = earned || ${result.earned}::text[],
      status = case when ${result.packaging}::bool then 'packaging' else status end,
      context_ir_applied = coalesce(${result.contextIrApplied}::bool, context_ir_applied),
      accelerated = coalesce(${result.accelerated}::bool, accelerated), items = coalesce(${result.items}::jsonb, items)
    from ${source}
    where task.id = ${source}.task_id and task.status in (${ACTIVE})
    returning task.*`
}

/** SQL: the finished file failed its check. Its items are no longer earned, and progress does not decrease. */
export function voidStages(source: string, kinds: string, status: string): string {
  return `update task set seq = seq + 1, status = ${status},
      earned = array(select kind from unnest(earned) as kind where kind <> all(${kinds}::text[]))
    from ${source}
    where task.id = ${source}.task_id and task.status in (${ACTIVE})
    returning task.*`
}

/** SQL: a task ends. `lockTask` has locked its row and found it unfinished. */
export function endTask(columns: Readonly<Record<'id' | 'status' | 'end', string>>): string {
  return `update task set status = ${columns.status}, seq = seq + 1, completed_at = now(),
      progress = case when ${columns.status} = 'succeeded' then 1 else progress end,
      waiting_since = null, waiting_reason = null,
      billed_ms = e."billedMs", amount_micro = e."amountMicro", output = e.output, output_until = e."outputUntil",
      fail_reason = e."failReason", fail_detail = e."failDetail"
    from json_to_record(${columns.end}::json) as e("billedMs" int, "amountMicro" bigint, output jsonb,
      "outputUntil" timestamptz, "failReason" text, "failDetail" text)
    where id = ${columns.id} and status in (${ACTIVE})
    returning task.*`
}

/** Terminal states that `endTask` may write. */
export type EndStatus = Extract<Status, 'succeeded' | 'failed' | 'cancelled' | 'rejected'>
