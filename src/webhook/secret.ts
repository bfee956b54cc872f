import type { Pool } from 'pg'
import { lockAccounts } from '../credit/locked-account.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { newId } from '../lib/id.ts'
import { orNull, query, statement, type Tx, text, time, transaction } from '../lib/sql.ts'
import { WEBHOOK_SECRETS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { newSigningSecret } from './sign.ts'

/** The secret that signs an account's webhooks. */
export interface WebhookSecret {
  readonly secret: string
  readonly createdAt: Date
  /** How long webhooks are also signed with the previous one; null if there is none. */
  readonly previousUntil: Date | null
}

/**
 * SQL: the valid secrets of an account, the current one first. Of those rotated within a day only the latest, because the size of
 * a header is limited.
 */
export function secretsOf(accountId: string): string {
  return `array(select s.secret from webhook_secret s
    where s.account_id = ${accountId} and (s.expires_at is null or s.expires_at > now())
    order by s.expires_at desc nulls first limit ${WEBHOOK_SECRETS.max})`
}

const READ = statement('webhook_secret_read', { secret: text(), createdAt: time, previousUntil: orNull(time) })`
    select s.secret, s.created_at as "createdAt", (select max(p.expires_at) from webhook_secret p
      where p.account_id = s.account_id and p.expires_at > now()) as "previousUntil"
    from webhook_secret s where s.account_id = $1 and s.expires_at is null`

const ADD = statement('webhook_secret_add')`insert into webhook_secret (id, account_id, secret) select $1, $2, $3
    where not exists (select 1 from webhook_secret where account_id = $2 and expires_at is null)`

/** Creates the current secret of an account unless it has one, under the account's lock. */
export function addSecret(tx: Tx, accountId: string): void {
  tx.send(ADD, [newId('whs'), accountId, newSigningSecret()])
}

export async function findSecret(from: Pool | Tx, accountId: string): Promise<WebhookSecret | null> {
  const { rows } = await query(from, READ, [accountId])
  return rows[0] ?? null
}

/** An account's secret, created on first use. */
export async function currentSecret(pool: Pool, accountId: string): Promise<WebhookSecret> {
  const known = await findSecret(pool, accountId)
  if (known) return known
  return transaction(pool, async (tx) => {
    await lockAccounts(tx, [accountId])
    addSecret(tx, accountId)
    const made = await findSecret(tx, accountId)
    if (!made) throw new Error(`there is no webhook secret of ${accountId}`)
    return made
  })
}

/** @throws DomainError 403 insufficient_scope */
export function readSecret({ pool }: Pick<Resources, 'pool'>, caller: Caller): Promise<WebhookSecret> {
  assertScope(caller, 'keys:admin')
  return currentSecret(pool, caller.accountId)
}
