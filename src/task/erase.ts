import { type Loop, startLoop } from '../lib/loop.ts'
import { pagesOf } from '../lib/pages.ts'
import { bool, query, Rollback, statement, type Tx, transaction } from '../lib/sql.ts'
import { ERASE_MS, ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { lockTask } from './advance.ts'
import { objectsOf, removeOrphans, removePreviews } from './objects.ts'

type Needs = Pick<Resources, 'pool' | 'storage' | 'log'>

const BATCH = 100
const DAY_MS = 24 * 3600 * 1000

const DUE = statement('output_due')`
    select id, output_until as until from task
    where output is not null and output_erased_at is null and output_until <= $1 and (output_until, id) > ($2::timestamptz, $3)
    order by output_until, id limit ${BATCH}`

const OUTPUT_ERASED = statement('output_erased')`update task set output_erased_at = now() where id = $1`

/**
 * Outputs of stages are kept until the task ends (docs/decisions/dispatch.md#completed-stages). The output of the last stage is
 * the finished file. It is not due here and only excluded from the search. A task with previews has an output of its encode.
 */
const LEFTOVERS = statement('leftover_due')`select t.id, t.preview, coalesce(array_agg(a.output->>'key') filter (
        where a.output->>'key' is distinct from t.output->>'key'), '{}') as keys
    from stage_attempt a join task t on t.id = a.task_id
    where a.output ? 'key' and t.completed_at <= $1 and t.id > $2
    group by t.id order by t.id limit ${BATCH}`

const LEFTOVERS_ERASED = statement('leftover_erased')`
  update stage_attempt set output = null where task_id = $1 and output ? 'key'`

/** Removes all bytes of a deleted task. The chore removes those that cannot be removed now. */
export async function eraseDeleted(needs: Needs, id: string): Promise<void> {
  try {
    await eraseOutput(needs, id, new Date())
    for await (const { key } of needs.storage.list(objectsOf(id))) await needs.storage.remove(key)
  } catch (error) {
    needs.log.warn({ err: error, task: id }, 'could not remove the bytes of a deleted task; the chore will do it')
  }
}

/**
 * Removes finished bytes that are due at `now` (docs/rules/files.md#retention), except those of a source that is being
 * upscaled.
 * @returns number of tasks whose bytes were removed
 */
export function eraseOutputs(needs: Needs, now: Date): Promise<number> {
  const due = pagesOf<Due>(needs.pool, DUE, BATCH, (last) => [now, last?.until ?? new Date(0), last?.id ?? ''])
  return eraseEach(needs, due, ({ id }) => eraseOutput(needs, id, now))
}

/**
 * Removes first the bytes and then sets the mark, so that a crash between them leaves no bytes behind. It runs under the lock of
 * an upscale's create, which therefore finds either the bytes or the mark.
 */
function eraseOutput({ pool, storage }: Needs, id: string, now: Date): Promise<boolean> {
  return transaction<boolean>(pool, async (tx) => {
    const task = await lockTask(tx, id)
    const isDue = task?.deletedAt || (task?.outputUntil && task.outputUntil <= now)
    if (!task?.output || task.outputErasedAt || !isDue || (await isBeingUpscaled(tx, id))) return new Rollback(false)
    await storage.remove(task.output.key)
    await storage.remove(task.output.thumbnailKey)
    tx.send(OUTPUT_ERASED, [id])
    return true
  })
}

interface Due {
  readonly id: string
  readonly until: Date
}

interface Leftover {
  readonly id: string
  readonly preview: number | null
  readonly keys: string[]
}

/**
 * Removes the outputs of the stages and the previews of tasks that had ended at `now`.
 * @returns number of these tasks
 */
export function eraseLeftovers(needs: Needs, now: Date): Promise<number> {
  const due = pagesOf<Leftover>(needs.pool, LEFTOVERS, BATCH, (last) => [now, last?.id ?? ''])
  return eraseEach(needs, due, async ({ id, preview, keys }) => {
    for (const key of keys) await needs.storage.remove(key)
    await removePreviews(needs.storage, { id, preview })
    await query(needs.pool, LEFTOVERS_ERASED, [id])
    return true
  })
}

/** A task whose bytes cannot be removed now does not delay others. It is due again in the next round. */
async function eraseEach<Row extends { readonly id: string }>(
  { log }: Needs,
  pages: AsyncIterable<readonly Row[]>,
  erase: (row: Row) => Promise<boolean>,
): Promise<number> {
  let erased = 0
  for await (const rows of pages) {
    for (const row of rows) {
      const isErased = await erase(row).catch((error: unknown) => {
        log.warn({ err: error, task: row.id }, 'could not remove the bytes of a task; trying again')
        return false
      })
      if (isErased) erased += 1
    }
  }
  return erased
}

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

/** The chore. Every process may run it, because removing is idempotent. */
export function startErasing(needs: Needs): Loop {
  let sweepAt = performance.now() + ORPHAN_AGE_MS
  return startLoop('retention', ERASE_MS, needs.log, async () => {
    const now = new Date()
    await eraseOutputs(needs, now)
    await eraseLeftovers(needs, now)
    if (performance.now() < sweepAt) return
    sweepAt = performance.now() + DAY_MS
    const removed = await removeOrphans(needs, now)
    if (removed > 0) needs.log.warn({ removed }, 'removed bytes that belong to no task')
  })
}
