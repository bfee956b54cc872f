import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { lockAccounts } from '../credit/locked-account.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { assertStillHolds } from '../key/holds.ts'
import { statement } from '../lib/sql.ts'
import { WEBHOOK_SECRETS } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { addSecret, currentSecret, findSecret, type WebhookSecret } from './secret.ts'

const RETIRE = statement('webhook_secret_retire')`
    update webhook_secret set expires_at = now() + interval '${WEBHOOK_SECRETS.overlapHours} hours'
    where account_id = $1 and expires_at is null`

const FORGET = statement('webhook_secret_forget')`
  delete from webhook_secret where account_id = $1 and expires_at <= now()`

/**
 * Gives the account a new secret at once. Webhooks are also signed with the previous one for a day, so that receivers can switch.
 * Concurrent rotations run one after the other: both secrets are valid, and the later one is current.
 * @throws DomainError 401 api_key_revoked, 403 insufficient_scope, 409 idempotency_in_progress
 */
export async function rotateSecret(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  idempotencyKey: string | null,
): Promise<{ readonly secret: WebhookSecret; readonly replayed: boolean }> {
  assertScope(caller, 'keys:admin')
  const { accountId } = caller
  const { result, replayed } = await once<WebhookSecret, null>(
    pool,
    { accountId, idempotency: idempotencyOf('webhook_secret.rotate', idempotencyKey) },
    async (tx) => {
      await assertStillHolds(tx, caller)
      await lockAccounts(tx, [accountId])
      tx.send(FORGET, [accountId])
      tx.send(RETIRE, [accountId])
      addSecret(tx, accountId)
      const made = await findSecret(tx, accountId)
      if (!made) throw new Error(`there is no webhook secret of ${accountId}`)
      return { status: 200, result: made, kept: null }
    },
    () => currentSecret(pool, accountId),
  )
  return { secret: result, replayed }
}
