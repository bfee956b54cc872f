import type pg from 'pg'
import { DEFAULT_PRICES } from '../src/credit/price.ts'
import { SCOPES } from '../src/key/caller.ts'
import { secretHash } from '../src/key/secret.ts'
import { createLog } from '../src/lib/log.ts'
import { createAccount } from '../src/operator/create-account.ts'
import { openPool } from '../src/resources.ts'

/** Credit of the seeded account: enough for some four hundred videos of five seconds. */
export const SEED_CREDIT_MICRO = 1_000_000_000n

/** Price version 1, once. */
export async function seedPrices(pool: pg.Pool): Promise<void> {
  await pool.query('insert into price_version (version, prices) values (1, $1) on conflict do nothing', [
    DEFAULT_PRICES,
  ])
}

/**
 * Makes an installation usable: the price list, and one account with credit where there is none yet.
 * @param secret SEED_API_KEY; null draws one
 * @returns the new key, to be shown once; null when there was an account already
 */
export async function seed(databaseUrl: string, secret: string | null): Promise<string | null> {
  const pool = openPool(databaseUrl, 1, createLog('silent', 'seed'))
  try {
    await seedPrices(pool)
    const { rows } = await pool.query<{ known: boolean; empty: boolean }>(
      `select exists (select 1 from api_key where hash = $1) as known, not exists (select 1 from account) as empty`,
      [secretHash(secret ?? '')],
    )
    const [now] = rows
    if (!now || now.known || (secret === null && !now.empty)) return null
    // The owner's key has every scope: a key cannot give a scope that it lacks (docs/rules/keys.md#creating-a-key).
    const account = { name: 'First account', creditMicro: SEED_CREDIT_MICRO, scopes: SCOPES }
    return (await createAccount(pool, secret === null ? account : { ...account, secret })).key
  } finally {
    await pool.end()
  }
}
