import { bool, statement, type Tx } from '../lib/sql.ts'

const ACTIVE = statement('task_upscaled', { active: bool })`
  select exists (select 1 from task where source_task_id = $1 and completed_at is null) as active`

/**
 * Whether a task is the source of an upscale under way, so that its record and its bytes are kept
 * (docs/rules/files.md#retention, docs/rules/tasks.md#delete). It stays so while the task's row is locked: an upscale
 * is created under that lock.
 */
export async function isBeingUpscaled(tx: Tx, id: string): Promise<boolean> {
  const { rows } = await tx.run(ACTIVE, [id])
  return rows[0]?.active ?? false
}
