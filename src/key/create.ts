import { z } from 'zod'
import { periodStart, SPEND_PERIODS, type SpendLimit } from '../admission/budget.ts'
import { idempotencyOf } from '../admission/idempotency.ts'
import { once } from '../admission/once.ts'
import { DomainError } from '../errors.ts'
import { boundedList, nameText, parseFields, parseJson } from '../lib/body.ts'
import { newId } from '../lib/id.ts'
import { withoutNulls } from '../lib/json.ts'
import { int, namesOf, statement, type Tx } from '../lib/sql.ts'
import { KEY_NAME_MAX } from '../limits.ts'
import type { Resources } from '../resources.ts'
import { assertScope, type Caller, DEFAULT_SCOPES, SCOPES, type Scope } from './caller.ts'
import { assertStillHolds } from './holds.ts'
import { activeKeys, findKey, type KeyRecord, RECORD, toRecord } from './record.ts'
import { newSecret, redact, secretHash } from './secret.ts'

/** A write as a door passes it on. */
export interface WriteCall {
  /** The body as sent, JSON text in REST words. */
  readonly body: string
  readonly idempotencyKey: string | null
}

interface MadeKey {
  readonly record: KeyRecord
  /** The plaintext, which no later answer has: null in a replay. */
  readonly secret: string | null
}

export interface CreatedKey extends MadeKey {
  readonly replayed: boolean
}

/** A spend limit (docs/rules/keys.md#spend-limits). */
export const SpendLimitBody = z.strictObject({
  limit_micro: z.int().min(0),
  period: z.enum(SPEND_PERIODS),
})

export function toSpendLimit(body: z.infer<typeof SpendLimitBody>): SpendLimit {
  return { limitMicro: BigInt(body.limit_micro), period: body.period }
}

/** The body of a key creation (docs/rules/keys.md#creating-a-key). */
export const KeyBody = z.strictObject({
  name: nameText(KEY_NAME_MAX),
  scopes: boundedList(z.array(z.enum(SCOPES)).min(1, { error: 'must name at least one scope' }), SCOPES.length)
    .refine((scopes) => new Set(scopes).size === scopes.length, { error: 'must not name a scope twice' })
    .optional(),
  expires_at: z.iso
    .datetime({ offset: true, error: 'must be an ISO 8601 time such as 2027-11-27T21:57:00Z' })
    .transform((text) => new Date(text))
    .optional(),
  spend_limit: SpendLimitBody.optional(),
})

const INSERT = statement('key_insert', RECORD)<
  Omit<KeyRequest, 'spendLimit'> &
    Nullable<SpendLimit> & { id: string; accountId: string; hash: Buffer; redacted: string }
>`
    insert into api_key (id, account_id, name, hash, redacted, scopes, expires_at, spend_limit_micro, spend_period, spend_since)
         values ($id, $accountId, $name, $hash, $redacted, $scopes, $expiresAt, $limitMicro, $period,
           ${periodStart('$period::text')}) returning ${namesOf(RECORD)}`

const LIMIT = statement('key_limit', { limit: int })`
  select key_limit as "limit" from account where id = $1 for no key update`

/** A statement after the one that locks, or it would not see what it waited for. */
const ACTIVE = statement('keys_active', { active: int })`select ${activeKeys('$1')} as active`

/**
 * Makes a key for the caller's account (spec 4.13). The plaintext is answered once and kept nowhere.
 * @throws DomainError 400 invalid_json, missing_, unknown_ and invalid_parameter, 401 api_key_revoked, 403
 *   insufficient_scope (keys:admin, or a scope the caller cannot give), 409 key_limit_reached, idempotency_in_progress, 422 idempotency_key_reused
 */
export async function createKey(
  { pool }: Pick<Resources, 'pool'>,
  caller: Caller,
  call: WriteCall,
): Promise<CreatedKey> {
  assertScope(caller, 'keys:admin')
  const body = parseJson(call.body)
  const idempotency = idempotencyOf('api_key.create', call.idempotencyKey, {
    text: call.body,
    asked: () => askedOf(body),
  })
  const { result, replayed } = await once<MadeKey, { id: string }>(
    pool,
    { accountId: caller.accountId, idempotency },
    async (tx) => {
      // Judged under the key: a repeated call is neither held to a time that has passed nor to another caller's scopes.
      const made = await insertKey(tx, caller, requestOf(body, caller))
      return { status: 201, result: made, kept: { id: made.record.id } }
    },
    async ({ id }) => ({ record: await keptKey(pool, caller, id), secret: null }),
  )
  return { ...result, replayed }
}

/** A time is the same however it is written. */
function askedOf(body: unknown): unknown {
  const given = withoutNulls(body)
  const { success, data } = KeyBody.safeParse(given)
  return success ? { ...data, expires_at: data.expires_at?.toISOString() } : given
}

const NO_LIMIT = { limitMicro: null, period: null } as const

type Nullable<T> = { readonly [N in keyof T]: T[N] | null }

interface KeyRequest {
  readonly name: string
  readonly scopes: readonly Scope[]
  readonly expiresAt: Date | null
  readonly spendLimit: SpendLimit | null
}

function requestOf(body: unknown, caller: Caller): KeyRequest {
  const fields = parseFields(KeyBody, body)
  const { name, scopes = defaultScopes(caller), expires_at: expiresAt = null, spend_limit: limit } = fields
  if (expiresAt && expiresAt.getTime() <= Date.now()) {
    throw new DomainError('invalid_parameter', 'expires_at must be in the future.', { param: 'expires_at' })
  }
  const lacking = scopes.findIndex((scope) => !caller.scopes.includes(scope))
  if (lacking >= 0) {
    const message = `This key lacks the scope ${scopes[lacking]}, so it cannot grant it.`
    throw new DomainError('insufficient_scope', message, { param: `scopes[${lacking}]` })
  }
  return { name, scopes, expiresAt, spendLimit: limit ? toSpendLimit(limit) : null }
}

/** Every scope of the creator except keys:admin. */
function defaultScopes(caller: Caller): Scope[] {
  const scopes = DEFAULT_SCOPES.filter((scope) => caller.scopes.includes(scope))
  if (scopes.length > 0) return scopes
  const message = 'scopes is required: this key has none of the scopes that new keys get by default.'
  throw new DomainError('missing_parameter', message, { param: 'scopes' })
}

async function insertKey(tx: Tx, caller: Caller, { spendLimit, ...request }: KeyRequest): Promise<MadeKey> {
  await assertStillHolds(tx, caller)
  await assertBelowLimit(tx, caller.accountId)
  const secret = newSecret()
  const { accountId } = caller
  const made = { id: newId('key'), accountId, hash: secretHash(secret), redacted: redact(secret) }
  const { rows } = await tx.run(INSERT, { ...NO_LIMIT, ...request, ...made, ...spendLimit })
  if (!rows[0]) throw new Error('a new key was not written')
  return { record: toRecord(rows[0]), secret }
}

/**
 * Under the account's lock, so keys that are made together are counted one by one (docs/rules/keys.md#number-of-keys).
 */
async function assertBelowLimit(tx: Tx, accountId: string): Promise<void> {
  const [locked, counted] = await Promise.all([tx.run(LIMIT, [accountId]), tx.run(ACTIVE, [accountId])])
  const limit = locked.rows[0]?.limit ?? 0
  const active = counted.rows[0]?.active ?? 0
  if (active < limit) return
  const message = `The account has ${active} active API keys and may have ${limit}. Revoke an unused one.`
  throw new DomainError('key_limit_reached', message, { details: { limit, active } })
}

/** Keys are never deleted, so a kept one is there. */
async function keptKey(pool: Resources['pool'], caller: Caller, id: string): Promise<KeyRecord> {
  const record = await findKey(pool, caller, id)
  if (!record) throw new Error(`the key ${id} of a kept answer is gone`)
  return record
}
