import { createLog } from '../../src/lib/log.ts'
import { createAccount } from '../../src/operator/create-account.ts'
import { openPool } from '../../src/resources.ts'
import { prepareTemplate } from '../../test/support/template.ts'
import { KEEP_TOPUPS } from './effect.ts'

/** Nothing is refused: credit for 40 million videos an account, and a cap that is never reached. */
const CREDIT_MICRO = 100_000_000_000_000n
export const NO_CAP = 1_000_000_000

/** Creates the initial state of every contender; returns the accounts' keys. */
export async function fillTemplate(databaseUrl: string, accounts: number): Promise<string[]> {
  await prepareTemplate(databaseUrl)
  const pool = openPool(databaseUrl, 4, createLog('silent', 'bench'))
  try {
    const keys: string[] = []
    for (let i = 0; i < accounts; i++) {
      const account = { name: `bench ${i}`, creditMicro: CREDIT_MICRO, concurrencyLimit: NO_CAP }
      keys.push((await createAccount(pool, account)).key)
    }
    await pool.query(`update account set creates_per_minute = ${NO_CAP}, calls_per_minute = ${NO_CAP}`)
    await pool.query(KEEP_TOPUPS)
    await pool.query('vacuum analyze')
    return keys
  } finally {
    await pool.end()
  }
}
