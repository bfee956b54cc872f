import type { Pool } from 'pg'
import { topUp } from '../credit/topup.ts'
import { DEFAULT_SCOPES, type Scope } from '../key/caller.ts'
import { KEEP_EXEMPT } from '../key/exempt.ts'
import { isWellFormed, newSecret, redact, secretHash } from '../key/secret.ts'
import { newId } from '../lib/id.ts'
import { transaction } from '../lib/sql.ts'

export interface NewAccount {
  readonly name: string
  readonly creditMicro: bigint
  readonly secret?: string
  readonly scopes?: readonly Scope[]
  readonly concurrencyLimit?: number
  readonly createsPerMinute?: number
  readonly callsPerMinute?: number
}

/** An account with a first key and, where there is credit, its topup entry. The key's plaintext is returned only here. */
export async function createAccount(pool: Pool, account: NewAccount): Promise<{ accountId: string; key: string }> {
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
