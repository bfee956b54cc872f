import { query, type Statement } from '../lib/sql.ts'
import { ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { OBJECTS } from './objects.ts'

const BATCH = 500

/** What an unfinished task's stages have stored may yet be reported. */
const KNOWN: Statement = {
  name: 'object_known',
  text: `select o.key from unnest($1::text[], $2::text[]) as o(key, task_id) join task t on t.id = o.task_id
    where t.completed_at is null
      or (t.output_erased_at is null and o.key in (t.output->>'key', t.output->>'thumbnailKey'))
      or exists (select 1 from stage_attempt a where a.task_id = t.id and a.output->>'key' = o.key)`,
}

/**
 * Removes what workers stored and never reported, as they were killed in between. What is younger than an hour may be that of
 * a task that has just ended, whose worker removes it itself.
 * @returns how many objects
 */
export async function removeOrphans(
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  now: Date,
): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  let removed = 0
  let keys: string[] = []
  const judge = async () => {
    const { rows } = await query<{ key: string }>(pool, KNOWN, [keys, keys.map((key) => key.split('/')[1])])
    const known = new Set(rows.map(({ key }) => key))
    const orphans = keys.filter((key) => !known.has(key))
    for (const key of orphans) await storage.remove(key)
    removed += orphans.length
    keys = []
  }
  for await (const { key, modifiedAt } of storage.list(OBJECTS)) {
    if (modifiedAt < before && keys.push(key) === BATCH) await judge()
  }
  await judge()
  return removed
}
