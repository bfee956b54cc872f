import { type Loop, startLoop } from '../lib/loop.ts'
import { query, type Statement } from '../lib/sql.ts'
import { ERASE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'

type Needs = Pick<Resources, 'pool' | 'storage' | 'log'>

const BATCH = 100

/** A source is kept while it is being upscaled (contract 1, content). */
function kept(name: string, which: string): Statement {
  return {
    name,
    text: `select t.id, t.output->>'key' as video, t.output->>'thumbnailKey' as thumbnail from task t
      where t.output is not null and t.output_erased_at is null and ${which}
        and not exists (select 1 from task u where u.source_task_id = t.id and u.completed_at is null)
      order by t.output_until limit ${BATCH}`,
  }
}

const DUE = kept('output_due', 't.output_until <= $1')
const DELETED = kept('output_deleted', 't.id = $1 and t.deleted_at is not null')

const OUTPUT_ERASED: Statement = {
  name: 'output_erased',
  text: 'update task set output_erased_at = now() where id = $1',
}

/** Outputs of stages, which are kept until the task ends (engine room); attempts that came too late kept none. */
const LEFTOVERS: Statement = {
  name: 'leftover_due',
  text: `select a.task_id as id, a.stage, a.number, a.output->>'key' as key from stage_attempt a join task t on t.id = a.task_id
    where a.output ? 'key' and t.completed_at <= $1 order by a.finished_at limit ${BATCH}`,
}

const LEFTOVER_ERASED: Statement = {
  name: 'leftover_erased',
  text: 'update stage_attempt set output = null where task_id = $1 and stage = $2 and number = $3',
}

/** Removes a deleted task's bytes. What cannot be removed now, the chore removes. */
export async function eraseDeleted(needs: Needs, id: string): Promise<void> {
  try {
    await eraseFound(needs, DELETED, id)
  } catch (error) {
    needs.log.warn({ err: error, task: id }, 'the bytes of a deleted task were not removed; the chore will do it')
  }
}

/**
 * Removes finished bytes that are due at `now`.
 * @returns how many tasks' bytes went
 */
export function eraseOutputs(needs: Needs, now: Date): Promise<number> {
  return eraseFound(needs, DUE, now)
}

/** First the bytes and then the mark, so that a crash leaves none behind. */
async function eraseFound({ pool, storage }: Needs, statement: Statement, value: unknown): Promise<number> {
  const { rows } = await query<{ id: string; video: string; thumbnail: string }>(pool, statement, [value])
  for (const row of rows) {
    await storage.remove(row.video)
    await storage.remove(row.thumbnail)
    await query(pool, OUTPUT_ERASED, [row.id])
  }
  return rows.length
}

/** Removes what the stages of ended tasks left. */
export async function eraseLeftovers({ pool, storage }: Needs, now: Date): Promise<number> {
  const { rows } = await query<{ id: string; stage: string; number: number; key: string }>(pool, LEFTOVERS, [now])
  for (const row of rows) {
    await storage.remove(row.key)
    await query(pool, LEFTOVER_ERASED, [row.id, row.stage, row.number])
  }
  return rows.length
}

/** The chore; every process may do it, for removing twice is removing once. */
export function startErasing(needs: Needs): Loop {
  return startLoop('retention', ERASE_MS, needs.log, async () => {
    while ((await eraseOutputs(needs, new Date())) === BATCH);
    while ((await eraseLeftovers(needs, new Date())) === BATCH);
  })
}
