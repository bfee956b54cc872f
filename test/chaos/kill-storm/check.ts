import { createHash } from 'node:crypto'
import { readdir } from 'node:fs/promises'
import { join, relative } from 'node:path'
import type { Pool } from 'pg'
import { removeOrphans as removeOrphanUploads } from '../../../src/file/orphans.ts'
import type { Log } from '../../../src/lib/log.ts'
import type { Storage } from '../../../src/storage/storage.ts'
import { eraseLeftovers } from '../../../src/task/erase.ts'
import { removeOrphans } from '../../../src/task/objects.ts'
import type { TaskOutput } from '../../../src/task/task.ts'
import type { Account, Acknowledged } from './clients.ts'

const READS_AT_ONCE = 8
const LATER_MS = 2 * 3_600_000

/**
 * Compares the answers that clients received with the database.
 * @returns acknowledged creates without exactly their task, and tasks that no client received
 */
export async function lostOf(
  pool: Pool,
  acknowledged: readonly Acknowledged[],
): Promise<{ lost: number; doubled: number }> {
  const { rows } = await pool.query<{ name: string; ids: string[]; kept: string[] }>(
    `select k.account_id || ' ' || k.key as name, k.task_ids as ids,
       array(select t.id from task t where t.id = any(k.task_ids) and t.account_id = k.account_id) as kept
     from idempotency_key k`,
  )
  const known = new Map(rows.map((row) => [row.name, row]))
  const isThere = ({ accountId, key, id }: Acknowledged) => {
    const row = known.get(`${accountId} ${key}`)
    return row !== undefined && row.ids.join() === id && row.kept.join() === id
  }
  const all = await pool.query<{ id: string }>('select id from task')
  const shown = new Set(acknowledged.map(({ id }) => id))
  return {
    lost: acknowledged.filter((each) => !isThere(each)).length,
    doubled: all.rows.filter(({ id }) => !shown.has(id)).length + acknowledged.length - shown.size,
  }
}

interface Finished {
  readonly id: string
  readonly account: string
  readonly output: TaskOutput
}

async function finishedOf(pool: Pool): Promise<Finished[]> {
  const { rows } = await pool.query<Finished>(
    `select id, account_id as account, output from task where status = 'succeeded'`,
  )
  return rows
}

/** Downloads every finished video. @returns how many do not match their task */
export async function unreadable(pool: Pool, url: string, accounts: readonly Account[]): Promise<number> {
  const keys = new Map(accounts.map(({ accountId, key }) => [accountId, key]))
  const rest = (await finishedOf(pool)).values()
  let bad = 0
  const go = async () => {
    for (const { id, account, output } of rest) {
      const headers = { Authorization: `Bearer ${keys.get(account)}` }
      const response = await fetch(`${url}/v1/videos/${id}/content`, { headers })
      const bytes = Buffer.from(await response.arrayBuffer())
      const sha256 = createHash('sha256').update(bytes).digest('hex')
      if (!response.ok || bytes.length !== output.bytes || sha256 !== output.sha256) bad += 1
    }
  }
  await Promise.all(Array.from({ length: READS_AT_ONCE }, go))
  return bad
}

/**
 * Runs the chores with a clock two hours ahead, then reads the whole folder.
 * @returns files that belong to no finished task, and missing files of finished tasks
 */
export async function bytesOf(
  needs: { readonly pool: Pool; readonly storage: Storage; readonly log: Log },
  dataDir: string,
): Promise<{ swept: number; orphans: string[]; missing: string[] }> {
  const later = new Date(Date.now() + LATER_MS)
  await eraseLeftovers(needs, later)
  const swept = (await removeOrphans(needs, later)) + (await removeOrphanUploads(needs, later))
  const finished = await finishedOf(needs.pool)
  const wanted = new Set(finished.flatMap(({ output }) => [output.key, output.thumbnailKey]))
  const objects = join(dataDir, 'objects')
  const entries = await readdir(dataDir, { recursive: true, withFileTypes: true })
  const files = entries.filter((entry) => entry.isFile()).map(({ parentPath, name }) => join(parentPath, name))
  const kept = new Set(files.map((path) => relative(objects, path)))
  kept.delete('.installation')
  return {
    swept,
    orphans: [...kept].filter((key) => !wanted.has(key)),
    missing: [...wanted].filter((key) => !kept.has(key)),
  }
}
