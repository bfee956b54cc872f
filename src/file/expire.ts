import { type Loop, startLoop } from '../lib/loop.ts'
import { pagesOf } from '../lib/pages.ts'
import { inBatches, query, statement, time } from '../lib/sql.ts'
import { FILE_EXPIRY_MARGIN_MS, FILE_EXPIRY_MS, FILE_TOMBSTONE_DAYS, ORPHAN_AGE_MS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { eraseFile } from './erase.ts'
import { removeOrphans } from './orphans.ts'

const BATCH = 100

/** Neither can be pinned any more, so files found here and below stay due. */
const EXPIRED = statement('file_expired')`
    select id, expires_at as "expiresAt" from file
    where erased_at is null and pins = 0 and expires_at <= $1 and (expires_at, id) > ($2::timestamptz, $3)
    order by expires_at, id limit ${BATCH}`

const DELETED = statement('file_deleted')`
    select id from file where erased_at is null and pins = 0 and deleted_at is not null and id > $1
    order by id limit ${BATCH}`

const FORGET = statement('file_forget')`delete from file where id = any(array(
      select id from file where expires_at <= $1::timestamptz - interval '${FILE_TOMBSTONE_DAYS} days' and erased_at is not null
      order by expires_at limit ${BATCH} for update skip locked))`

interface Due {
  readonly id: string
}

export interface Expired {
  /** Files whose bytes this call removed. */
  readonly erased: number
  /** Tombstones that this call removed. */
  readonly forgotten: number
}

type Needs = Pick<Resources, 'pool' | 'storage' | 'log'>

/**
 * Removes the bytes of expired and deleted files that no unfinished task needs, and the old rows of expired files
 * (docs/rules/files.md#expiry). Any process may do it at any time.
 * @param now files that had expired at this time
 */
export async function expireFiles(needs: Needs, now: Date): Promise<Expired> {
  const { pool } = needs
  const expired = pagesOf<Due & { readonly expiresAt: Date }>(pool, EXPIRED, BATCH, (last) => [
    now,
    last?.expiresAt ?? new Date(0),
    last?.id ?? '',
  ])
  const deleted = pagesOf<Due>(pool, DELETED, BATCH, (last) => [last?.id ?? ''])
  let erased = 0
  for (const pages of [expired, deleted]) {
    for await (const rows of pages) {
      const noted = await Promise.all(rows.map(({ id }) => tryErase(needs, id, now)))
      erased += noted.filter(Boolean).length
    }
  }
  return { erased, forgotten: await inBatches(needs.pool, FORGET, [now], BATCH) }
}

/** A file whose bytes cannot be removed now does not delay others. It is due again in the next round. */
async function tryErase(needs: Needs, id: string, now: Date): Promise<boolean> {
  try {
    return await eraseFile(needs, id, now)
  } catch (error) {
    needs.log.warn({ err: error, fileId: id }, 'could not remove the bytes of a file; trying again')
    return false
  }
}

const CLOCK = statement('file_clock', { now: time })`select now() as now`

/** The chore: every half minute expired files, every hour leftovers of crashes. By the database's clock. */
export function startFileExpiry(needs: Needs): Loop {
  const { pool, log } = needs
  let sweptAt = Number.NEGATIVE_INFINITY
  return startLoop('file expiry', FILE_EXPIRY_MS, log, async () => {
    const { rows } = await query(pool, CLOCK, [])
    const now = rows[0]?.now ?? new Date()
    const expired = await expireFiles(needs, new Date(now.getTime() - FILE_EXPIRY_MARGIN_MS))
    if (expired.erased > 0) log.info(expired, 'files expired')
    if (performance.now() - sweptAt < ORPHAN_AGE_MS) return
    const removed = await removeOrphans(needs, now)
    sweptAt = performance.now()
    if (removed > 0) log.warn({ removed }, 'removed bytes without a file')
  })
}
