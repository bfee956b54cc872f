import type { Pool } from 'pg'
import { query, statement, type Tx } from '../lib/sql.ts'

/**
 * Engines that cannot make a task, by the profile of their limits. Claims skip such tasks. The table is empty while all
 * engines can make all tasks (docs/decisions/dispatch.md#engines-that-cannot-make-a-task). Only this file writes it.
 */
export interface Unfit {
  readonly taskId: string
  readonly profile: string
}

const ADD = statement('unfit_add')`insert into unfit_engine (task_id, profile)
    select * from unnest($1::text[], $2::text[]) on conflict do nothing`

/** Records engines that cannot make tasks, in the transaction of the create or of the worker that found out. */
export function addUnfit(tx: Tx, unfit: readonly Unfit[]): void {
  tx.send(ADD, [unfit.map(({ taskId }) => taskId), unfit.map(({ profile }) => profile)])
}

const FORGET = statement(
  'unfit_forget',
)`delete from unfit_engine u using task t where t.id = u.task_id and t.completed_at is not null`

/** Deletes the records of ended tasks. Any process may run this at any time. */
export async function forgetUnfit(pool: Pool): Promise<void> {
  await query(pool, FORGET, [])
}

/** SQL: whether there are tasks that an engine cannot make. */
export const hasUnfit = (profile: string): string => `exists (select from unfit_engine where profile = ${profile})`

/**
 * SQL: whether an engine can make a task, as far as is known.
 * @param profile of the engine; null counts as able
 */
export function fits(taskId: string, profile: string): string {
  return `(select 1 from unfit_engine u where u.task_id = ${taskId} and u.profile = ${profile}) is null`
}
