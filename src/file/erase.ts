import { query, type Statement } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { objectKeyOf } from './keep.ts'

const ERASED: Statement = {
  name: 'file_erased',
  text: 'update file set erased_at = $2 where id = $1 and erased_at is null',
}

/**
 * Removes the bytes of a file that no create can name any more and no task needs. The bytes first: a row that says they are
 * gone is right. Any process may do it, and do it again.
 * @returns whether it was this call that noted it
 */
export async function eraseFile(
  { pool, storage }: Pick<Resources, 'pool' | 'storage'>,
  id: string,
  now: Date,
): Promise<boolean> {
  await storage.remove(objectKeyOf(id))
  const { rowCount } = await query(pool, ERASED, [id, now])
  return rowCount === 1
}
