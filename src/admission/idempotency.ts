import type { Pool } from 'pg'
import { DomainError } from '../errors.ts'
import { askedHash, bodyHash } from '../lib/json.ts'
import { bytea, int, jsonb, namesOf, orNull, query, type RowOf, statement, type Tx, text, texts } from '../lib/sql.ts'
import { IDEMPOTENCY_KEY_MAX } from '../limits.ts'

/**
 * Identifies a repeated write by account, operation and key (docs/rules/doors.md#idempotency); the hash is of the body's normal
 * form.
 */
export interface Idempotency {
  readonly operation: string
  readonly key: string
  readonly bodyHash: Buffer
  /** Hash of the body's text, as earlier versions stored it; null if it is the same. Rarely needed. */
  textHash(): Buffer | null
}

/** The kept answer of a first call; `answer` has the parts that cannot be rebuilt from the tasks. */
export interface KeptAnswer {
  readonly bodyHash: Buffer
  /** null while the first call still runs. */
  readonly status: number | null
  readonly answer: unknown
  readonly taskIds: readonly string[]
}

/** Columns of `toKept`. */
export const KEPT = {
  account_id: text(),
  operation: text(),
  key: text(),
  body_hash: bytea,
  status: orNull(int),
  answer: jsonb<unknown>(),
  task_ids: texts(),
}

/** Printable ASCII that is safe in a header: 1 to 255 characters. */
const KEY = new RegExp(`^[\\x20-\\x7e]{1,${IDEMPOTENCY_KEY_MAX}}$`)

/** @throws DomainError invalid_idempotency_key */
export function assertIdempotencyKey(key: string): void {
  if (KEY.test(key)) return
  const message = `Idempotency-Key must be 1 to ${IDEMPOTENCY_KEY_MAX} printable ASCII characters.`
  throw new DomainError('invalid_idempotency_key', message, { param: 'Idempotency-Key' })
}

/**
 * The identity of a write; null without a key.
 * @param operation the write with its target: `video.create`, `api_key.revoke:key_…`
 * @param body its JSON text as sent, and its normal form, which is the same for equal requests; null: the operation has none
 * @throws DomainError 400 invalid_idempotency_key
 */
export function idempotencyOf(
  operation: string,
  key: string | null,
  body: { readonly text: string; readonly asked: () => unknown } | null = null,
): Idempotency | null {
  if (key === null) return null
  assertIdempotencyKey(key)
  if (!body) return { operation, key, bodyHash: bodyHash('null'), textHash: () => null }
  return { operation, key, bodyHash: askedHash(body.asked()), textHash: () => bodyHash(body.text) }
}

/** Name of a key in the result of `keptAnswers`. */
export function keptName(accountId: string, idempotency: Pick<Idempotency, 'operation' | 'key'>): string {
  return `${accountId} ${idempotency.operation} ${idempotency.key}`
}

/**
 * Keys are valid for 24 hours, whether or not the chore has deleted them yet. Each is found by the primary key, whatever plan the
 * planner prefers for the table (`offset 0`).
 */
const READ = statement('idempotency_read', KEPT)`
    select k.* from unnest($1::text[], $2::text[], $3::text[]) as wanted(account_id, operation, key)
    cross join lateral (
      select ${namesOf(KEPT)} from idempotency_key i
      where i.account_id = wanted.account_id and i.operation = wanted.operation and i.key = wanted.key
        and i.created_at > now() - interval '24 hours' offset 0) k`

export interface WantedKey {
  readonly accountId: string
  readonly idempotency: Idempotency
}

/** Kept answers of a batch, by `keptName`; their accounts are locked, so no other process can add one. */
export async function keptAnswers(tx: Tx, wanted: readonly WantedKey[]): Promise<Map<string, KeptAnswer>> {
  const { rows } = await tx.run(READ, columnsOf(wanted))
  return new Map(rows.map((row) => [keptName(row.account_id, row), toKept(row)]))
}

/** The kept answer of one key, outside a transaction: for a body that is refused before it reaches one. */
async function keptAnswer(pool: Pool, wanted: WantedKey): Promise<KeptAnswer | null> {
  const { rows } = await query(pool, READ, columnsOf([wanted]))
  return rows[0] ? toKept(rows[0]) : null
}

function columnsOf(wanted: readonly WantedKey[]): string[][] {
  return [
    wanted.map((each) => each.accountId),
    wanted.map((each) => each.idempotency.operation),
    wanted.map((each) => each.idempotency.key),
  ]
}

export function toKept(row: RowOf<typeof KEPT>): KeptAnswer {
  return { bodyHash: row.body_hash, status: row.status, answer: row.answer, taskIds: row.task_ids }
}

/** The refusal of a used key with a different body. */
export function refuseOtherBody(kept: KeptAnswer, idempotency: Idempotency): DomainError | null {
  if (kept.bodyHash.equals(idempotency.bodyHash)) return null
  const textHash = idempotency.textHash()
  if (textHash && kept.bodyHash.equals(textHash)) return null
  const message = 'This Idempotency-Key was used with another request body.'
  return new DomainError('idempotency_key_reused', message, { param: 'Idempotency-Key' })
}

/**
 * Checks a body that needs no transaction, under its key (docs/rules/doors.md#order-of-checks): a used key with a different,
 * invalid body is 422, not 400.
 * @returns the refusal if the key was kept with this same body, which was valid then: the first answer is replayed
 * @throws the errors of `judge`, or DomainError idempotency_key_reused
 */
export async function judgeUnderKey<T>(
  pool: Pool,
  keyScope: { readonly accountId: string; readonly idempotency: Idempotency | null },
  judge: () => T,
): Promise<T | DomainError> {
  try {
    return judge()
  } catch (refusal) {
    const { accountId, idempotency } = keyScope
    const kept = idempotency && (await keptAnswer(pool, { accountId, idempotency }))
    if (!kept || !(refusal instanceof DomainError)) throw refusal
    const reused = refuseOtherBody(kept, idempotency)
    if (reused) throw reused
    return refusal
  }
}

export interface NewKept extends KeptAnswer {
  readonly accountId: string
  readonly operation: string
  readonly key: string
}

/**
 * SQL that keeps answers; replaces an expired key of the same name.
 * @param parameter placeholder of the JSON text that `keptJson` makes
 */
export function keepAnswers(parameter: string): string {
  return `insert into idempotency_key (account_id, operation, key, body_hash, status, answer, task_ids)
    select "accountId", operation, key, decode("bodyHash", 'hex'), status, answer, "taskIds"
    from json_to_recordset(${parameter}::json) as k("accountId" text, operation text, key text, "bodyHash" text, status int,
      answer jsonb, "taskIds" text[])
    on conflict (account_id, operation, key) do update set body_hash = excluded.body_hash, status = excluded.status,
      answer = excluded.answer, task_ids = excluded.task_ids, created_at = now()`
}

export function keptJson(kept: readonly NewKept[]): string {
  return JSON.stringify(kept.map((each) => ({ ...each, bodyHash: each.bodyHash.toString('hex') })))
}
