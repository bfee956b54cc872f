import { z } from 'zod'
import { periodStart, type SpendLimit, spentSince } from '../admission/budget.ts'
import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { askedWithNull, isNull, parseFields, parseJson } from '../lib/body.ts'
import { namesOf, statement, type Tx } from '../lib/sql.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller } from './caller.ts'
import { SpendLimitBody, toSpendLimit, type WriteCall } from './create.ts'
import { assertStillHolds } from './holds.ts'
import { findKey, foundKey, isKeyId, type KeyRecord, keyNotFound, RECORD, toRecord } from './record.ts'

/** The body of a change of a key. A field left out keeps its value. */
export const KeyChangeBody = z.strictObject({ spend_limit: SpendLimitBody.nullable().optional() })

const LOCK = statement('key_account_lock')`select from account where id = $1 for no key update`

/**
 * Runs after the statement that locks the account. What the key already spent in the period is added up here, because keys without
 * a limit keep no count (docs/decisions/money.md#spend-limits).
 */
const LIMIT = statement('key_limit_spending', RECORD)<SpendLimit & { accountId: string; id: string }>`
    with period as materialized (select ${periodStart('$period::text')} as since),
    spent as materialized (select since, ${spentSince('$id::text', 'since')} as micro from period)
    update api_key set spend_limit_micro = $limitMicro, spend_period = $period, spend_since = s.since, spent_micro = s.micro
    from spent s where account_id = $accountId and id = $id returning ${namesOf(RECORD)}`

const UNLIMIT = statement('key_unlimit_spending', RECORD)<{ accountId: string; id: string }>`
    update api_key set spend_limit_micro = null, spend_period = null, spend_since = null, spent_micro = 0
    where account_id = $accountId and id = $id returning ${namesOf(RECORD)}`

export interface UpdatedKey {
  readonly record: KeyRecord
  readonly replayed: boolean
}

/**
 * Changes a key of the account: its spend limit, null for none (docs/rules/keys.md#spend-limits). It applies from the next call on,
 * also to a key that is revoked or expired.
 * @throws DomainError 400 invalid_json, unknown_ and invalid_parameter, 401 api_key_revoked, 403 insufficient_scope, 404
 *   api_key_not_found (missing or of another account), 409 idempotency_in_progress, 422 idempotency_key_reused
 */
export async function updateKey(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  { id, ...call }: WriteCall & { readonly id: string },
): Promise<UpdatedKey> {
  assertScope(caller, 'keys:admin')
  if (!isKeyId(id)) throw keyNotFound()
  const body = parseJson(call.body)
  const idempotency = idempotencyOf(`api_key.update:${id}`, call.idempotencyKey, {
    text: call.body,
    asked: () => askedWithNull(body, 'spend_limit'),
  })
  const { result, replayed } = await once(
    pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      const { spend_limit: limit } = parseFields(KeyChangeBody, body)
      await assertStillHolds(tx, caller)
      const change = limit ? toSpendLimit(limit) : isNull(body, 'spend_limit') ? null : undefined
      return { status: 200, result: foundKey(await changeKey(tx, caller, id, change)), kept: { id } }
    },
    async (kept) => foundKey(await findKey(pool, caller, kept.id)),
  )
  return { record: result, replayed }
}

/** @param limit null for none, undefined to keep it */
async function changeKey(
  tx: Tx,
  caller: Caller,
  id: string,
  limit: SpendLimit | null | undefined,
): Promise<KeyRecord | null> {
  const { accountId } = caller
  if (limit === undefined) return findKey(tx, caller, id)
  tx.send(LOCK, [accountId])
  const key = { accountId, id }
  const { rows } = await (limit ? tx.run(LIMIT, { ...limit, ...key }) : tx.run(UNLIMIT, key))
  return rows[0] ? toRecord(rows[0]) : null
}
