import { readdir, rm, stat } from 'node:fs/promises'
import { join } from 'node:path'
import type { Pool } from 'pg'
import { OBJECTS } from '../../src/file/keep.ts'
import { unlessMissing } from '../../src/storage/missing.ts'
import { DURATION_MS, sha256Of } from './content.ts'
import type { Wave } from './waves.ts'

/** The expected result of a wave, and its removal. */
export interface Effect {
  /** @throws Error if a file is missing or different, or if a deleted one still exists */
  clear(ids: readonly string[], bytes: number): Promise<void>
}

const hashes = new Map<number, string>()

function hashFor(bytes: number): string {
  const known = hashes.get(bytes) ?? sha256Of(bytes)
  hashes.set(bytes, known)
  return known
}

const KEPT = `select object_key from file where id = any($1) and bytes = $2 and sha256 = $3 and duration_ms = ${DURATION_MS}
  and deleted_at is null`

const STANDING = 'select count(*)::int as files from file where erased_at is null'

/** Rows and objects of a gateway. */
export function effectOfGateway(pool: Pool, dataDir: string, { url, key }: Pick<Wave, 'url' | 'key'>): Effect {
  const objects = join(dataDir, 'objects')
  return {
    async clear(ids, bytes) {
      const { rows } = await pool.query(KEPT, [ids, bytes, hashFor(bytes)])
      if (rows.length !== ids.length) throw new Error(`${rows.length} correct rows for ${ids.length} uploads`)
      for (const row of rows) await assertSize(join(objects, row.object_key), bytes)
      const headers = { authorization: `Bearer ${key}` }
      for (const id of ids) {
        const { status } = await fetch(`${url}/${id}`, { method: 'DELETE', headers })
        if (status !== 200) throw new Error(`deleting a file answered ${status}`)
      }
      const { rows: standing } = await pool.query(STANDING)
      if (standing[0].files !== 0) throw new Error(`${standing[0].files} files are left over`)
      await assertEmpty(join(objects, OBJECTS))
      await assertEmpty(join(dataDir, 'tmp'))
    },
  }
}

/** Files of the floor, each named by its hash. */
export function effectOfFloor(dataDir: string): Effect {
  return {
    async clear(ids, bytes) {
      if (new Set(ids).size !== ids.length) throw new Error('two uploads share a file')
      for (const path of ids) {
        if (!path.endsWith(`-${hashFor(bytes)}`)) throw new Error(`the stored hash differs: ${path}`)
        await assertSize(path, bytes)
        await rm(path)
      }
      await assertEmpty(join(dataDir, 'floor'))
    },
  }
}

async function assertSize(path: string, bytes: number): Promise<void> {
  const { size } = await stat(path)
  if (size !== bytes) throw new Error(`${path} has ${size} bytes, not ${bytes}`)
}

async function assertEmpty(folder: string): Promise<void> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true }).catch(unlessMissing)
  const files = (entries ?? []).filter((each) => each.isFile())
  if (files.length > 0) throw new Error(`${files.length} files are left in ${folder}`)
}
