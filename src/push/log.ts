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

/**
 * SQL that appends one event a changed task: the only place that writes the log. The task rows come from a CTE that raised
 * their `seq` under their locks, so who sees n + 1 sees n.
 *
 * The snapshot is the row without what never changes and may be large (prompt, metadata): that is joined on sending, and
 * jsonb would reorder metadata.
 */
export function appendEvents(changedTasks: string, kind: EventKind): string {
  return `insert into event (account_id, task_id, group_id, seq, kind, at, snapshot)
    select account_id, id, group_id, seq, '${kind}', now(),
      to_jsonb(${changedTasks}) - '{metadata,prompt,negative_prompt}'::text[]
    from ${changedTasks}`
}
