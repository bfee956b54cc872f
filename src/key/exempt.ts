import type { Pool } from 'pg'
import { secretHash } from './secret.ts'

const PREFIX = 'exempt_key '

/** SQL that stores the hash of a key without a checksum, so that every gateway accepts it. */
export const KEEP_EXEMPT = `insert into setting (name, value) values ('${PREFIX}' || $1, '') on conflict do nothing`

/**
 * Keys that need no checksum: SEED_API_KEY of this process, and keys created without one.
 * @returns whether a secret is such a key
 */
export async function exemptKeys(pool: Pool, seedApiKey: string | null): Promise<(secret: string) => boolean> {
  const { rows } = await pool.query<{ name: string }>(`select name from setting where name like '${PREFIX}%'`)
  const hashes = new Set(rows.map(({ name }) => name.slice(PREFIX.length)))
  if (seedApiKey !== null) hashes.add(secretHash(seedApiKey).toString('hex'))
  return (secret) => hashes.size > 0 && hashes.has(secretHash(secret).toString('hex'))
}
