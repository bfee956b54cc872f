import { query, statement, text } from '../lib/sql.ts'
import { ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { removeUnknown } from '../storage/unknown.ts'
import { OBJECTS } from './keep.ts'

const KNOWN = statement('file_known', { key: text() })`
  select object_key as "key" from file where id = any($1::text[]) and erased_at is null`

type Needs = Pick<Resources, 'pool' | 'storage'>

/**
 * Removes what uploads left that broke off between bytes and row, or while they arrived. What is younger than an hour may yet
 * get its row.
 * @returns how many objects and temporary files
 */
export async function removeOrphans({ pool, storage }: Needs, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  const broken = await storage.sweepTemporary(now, ORPHAN_AGE_MS)
  const unknown = await removeUnknown(storage, OBJECTS, before, async (keys) => {
    const { rows } = await query(pool, KNOWN, [keys.map((key) => key.slice(OBJECTS.length))])
    return new Set(rows.map(({ key }) => key))
  })
  return broken + unknown
}
