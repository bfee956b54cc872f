import { randomBytes } from 'node:crypto'
import type { Pool } from 'pg'

/** A secret shared by all processes of an installation; the first reader creates it. */
export async function sharedSecret(pool: Pool, name: string): Promise<string> {
  const fresh = randomBytes(32).toString('base64url')
  await pool.query('insert into setting (name, value) values ($1, $2) on conflict do nothing', [name, fresh])
  const { rows } = await pool.query<{ value: string }>('select value from setting where name = $1', [name])
  if (!rows[0]) throw new Error(`could not store the setting ${name}`)
  return rows[0].value
}
