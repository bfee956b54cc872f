import { query, statement, text } from '../lib/sql.ts'
import { ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { removeUnknown } from '../storage/unknown.ts'

/** Prefix of the keys of all objects of all tasks. */
export const OBJECTS = 'tasks/'

/** Prefix of the keys of a task's objects: outputs of its stages and finished files. */
export function objectsOf(taskId: string): string {
  return `${OBJECTS}${taskId}/`
}

/** Prefix of the keys of a task's previews. */
function previewsOf(taskId: string): string {
  return `${objectsOf(taskId)}preview.`
}

export function previewKey(taskId: string, number: number): string {
  return `${previewsOf(taskId)}${number}.webp`
}

/** Removes all previews of an ended task. Of tasks without a reported one nothing is listed. */
export async function removePreviews(
  storage: Resources['storage'],
  { id, preview }: { readonly id: string; readonly preview: number | null },
): Promise<void> {
  if (preview === null) return
  for await (const { key } of storage.list(previewsOf(id))) await storage.remove(key)
}

/** Stored outputs of an unfinished task may still be reported. */
const KNOWN = statement('object_known', { key: text() })`
    select o.key from unnest($1::text[], $2::text[]) as o(key, task_id) join task t on t.id = o.task_id
    where t.completed_at is null
      or (t.output_erased_at is null and o.key in (t.output->>'key', t.output->>'thumbnailKey'))
      or exists (select 1 from stage_attempt a where a.task_id = t.id and a.output->>'key' = o.key)`

/**
 * Removes objects that workers stored but never reported, because they were killed in between. Objects younger than an hour are
 * kept: they may belong to a task that has just ended, whose worker removes them itself.
 * @returns number of removed objects
 */
export async function removeOrphans(
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  return removeUnknown(storage, OBJECTS, before, async (keys) => {
    const { rows } = await query(pool, KNOWN, [keys, keys.map((key) => key.split('/')[1])])
    return new Set(rows.map(({ key }) => key))
  })
}
