import type { Pool } from 'pg'
import { topUp } from '../credit/topup.ts'
import { DEFAULT_SCOPES, type Scope } from '../key/caller.ts'
import { KEEP_EXEMPT } from '../key/exempt.ts'
import { isWellFormed, newSecret, redact, secretHash } from '../key/secret.ts'
import { newId } from '../lib/id.ts'
import { statement, transaction } from '../lib/sql.ts'

export interface NewAccount {
  readonly name: string
  readonly creditMicro: bigint
  readonly secret?: string
  readonly scopes?: readonly Scope[]
  readonly concurrencyLimit?: number
  readonly createsPerMinute?: number
  readonly callsPerMinute?: number
}

type Limits = Required<Pick<NewAccount, 'concurrencyLimit' | 'createsPerMinute' | 'callsPerMinute'>>

const ADD = statement('account_add')<Limits & { accountId: string; name: string }>`
  insert into account (id, name, concurrency_limit, creates_per_minute, calls_per_minute)
  values ($accountId, $name, $concurrencyLimit, $createsPerMinute, $callsPerMinute)`

interface FirstKey extends Required<Pick<NewAccount, 'scopes'>> {
  readonly id: string
  readonly accountId: string
  readonly hash: Buffer
  readonly redacted: string
}

const ADD_KEY = statement('account_add_key')<FirstKey>`
  insert into api_key (id, account_id, name, hash, redacted, scopes)
  values ($id, $accountId, 'first key', $hash, $redacted, $scopes)`

/** An account with a first key and, where there is credit, its topup entry. The key's plaintext is returned only here. */
export async function createAccount(pool: Pool, account: NewAccount): Promise<{ accountId: string; key: string }> {
  const { name, concurrencyLimit = 10, createsPerMinute = 60, callsPerMinute = 600, scopes = DEFAULT_SCOPES } = account
  const accountId = newId('acc')
  const key = account.secret ?? newSecret()
  const hash = secretHash(key)
  await transaction(pool, async (tx) => {
    tx.send(ADD, { accountId, name, concurrencyLimit, createsPerMinute, callsPerMinute })
    tx.send(ADD_KEY, { id: newId('key'), accountId, hash, redacted: redact(key), scopes })
    if (!isWellFormed(key)) await tx.executeSql(KEEP_EXEMPT, [hash.toString('hex')])
    if (account.creditMicro !== 0n) await topUp(tx, accountId, account.creditMicro, 'First credit')
  })
  return { accountId, key }
}
