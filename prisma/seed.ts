import type pg from 'pg'
import { DEFAULT_PRICES } from '../src/credit/price.ts'
import { topUp } from '../src/credit/topup.ts'
import { DEFAULT_SCOPES, SCOPES, type Scope } from '../src/key/caller.ts'
import { KEEP_EXEMPT } from '../src/key/exempt.ts'
import { isWellFormed, newSecret, redact, secretHash } from '../src/key/secret.ts'
import { newId } from '../src/lib/id.ts'
import { createLog } from '../src/lib/log.ts'
import { transaction } from '../src/lib/sql.ts'
import { openPool } from '../src/resources.ts'

/** Credit of the seeded account: enough for some four hundred videos of five seconds. */
export const SEED_CREDIT_MICRO = 1_000_000_000n

export interface NewAccount {
  readonly name: string
  readonly creditMicro: bigint
  readonly secret?: string
  readonly scopes?: readonly Scope[]
  readonly concurrencyLimit?: number
  readonly createsPerMinute?: number
  readonly callsPerMinute?: number
}

/** An account with a first key and, where there is credit, its topup entry. The plaintext is answered once. */
export async function createAccount(pool: pg.Pool, account: NewAccount): Promise<{ accountId: string; key: string }> {
  const accountId = newId('acc')
  const key = account.secret ?? newSecret()
  await transaction(pool, async (tx) => {
    await tx.executeSql(
      `insert into account (id, name, concurrency_limit, creates_per_minute, calls_per_minute) values ($1, $2, $3, $4, $5)`,
      [
        accountId,
        account.name,
        account.concurrencyLimit ?? 10,
        account.createsPerMinute ?? 60,
        account.callsPerMinute ?? 600,
      ],
    )
    await tx.executeSql(
      'insert into api_key (id, account_id, name, hash, redacted, scopes) values ($1, $2, $3, $4, $5, $6)',
      [newId('key'), accountId, 'first key', secretHash(key), redact(key), account.scopes ?? DEFAULT_SCOPES],
    )
    if (!isWellFormed(key)) await tx.executeSql(KEEP_EXEMPT, [secretHash(key).toString('hex')])
    if (account.creditMicro !== 0n) await topUp(tx, accountId, account.creditMicro, 'First credit')
  })
  return { accountId, key }
}

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
