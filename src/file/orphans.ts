import { query, type Statement } from '../lib/sql.ts'
import { ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { OBJECTS } from './keep.ts'

const BATCH = 100

const KNOWN: Statement = {
  name: 'file_known',
  text: 'select object_key as "key" from file where id = any($1::text[]) and erased_at is null',
}

type Needs = Pick<Resources, 'pool' | 'storage'>

/**
 * Removes what uploads left that broke off between bytes and row, or while they arrived. What is younger than an hour may yet
 * get its row.
 * @returns how many objects and temporary files
 */
export async function removeOrphans({ pool, storage }: Needs, now: Date): Promise<number> {
  const before = new Date(now.getTime() - ORPHAN_AGE_MS)
  let removed = await storage.sweepTemporary(now, ORPHAN_AGE_MS)
  let keys: string[] = []
  const judge = async () => {
    const ids = keys.map((key) => key.slice(OBJECTS.length))
    const { rows } = await query<{ key: string }>(pool, KNOWN, [ids])
    const known = new Set(rows.map(({ key }) => key))
    const orphans = keys.filter((key) => !known.has(key))
    await Promise.all(orphans.map((key) => storage.remove(key)))
    removed += orphans.length
    keys = []
  }
  for await (const { key, modifiedAt } of storage.list(OBJECTS)) {
    if (modifiedAt < before && keys.push(key) === BATCH) await judge()
  }
  await judge()
  return removed
}
