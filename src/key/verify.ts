import { DomainError } from '../errors.ts'
import { query, statement } from '../lib/sql.ts'
import { CALLER_CACHE_SIZE } from '../limits.ts'
import type { Resources } from '../resources.ts'
import type { Caller } from './caller.ts'
import { assertHolds } from './holds.ts'
import { isReadToken, type ReadTokens } from './read-token.ts'
import { cachedRows, type KeyRow } from './rows.ts'
import { isWellFormed, secretHash } from './secret.ts'
import { CURRENT_VERSION } from './version.ts'

const KEY = `select k.id, k.account_id, k.scopes, k.expires_at, k.revoked_at, a.api_version, a.earlier_form_enabled,
    a.status as account_status, a.creates_per_minute, a.calls_per_minute, a.rate_factor
  from api_key k join account a on a.id = k.account_id`

const BY_HASH = statement('key_verify')`${KEY} where k.hash = $1`
const BY_ID = statement('key_verify_id')`${KEY} where k.id = $1`

/** Writes `last_used_at` at most once a minute, not once a request (docs/decisions/create.md#rates-of-calls). */
const TOUCH = statement('key_touch')`update api_key set last_used_at = now()
         where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`

const TOUCH_MS = 60_000

/** A caller in the current version, with the account's settings for REST. */
export interface Verified extends Caller {
  /** Version of REST requests without an API-Version header. */
  readonly restVersion: string
  /** Whether the operator enabled the earlier version. */
  readonly mayUseEarlier: boolean
}

export interface Verifier {
  /**
   * The caller of an Authorization header (docs/rules/doors.md#authentication) with a key or a read token.
   * @throws DomainError 401 missing_api_key, invalid_api_key, api_key_revoked, api_key_expired, read_token_expired; 403
   *   account_disabled
   */
  verify(authorization: string | null | undefined): Promise<Verified>
}

/**
 * Authentication by a cached row (`rows.ts`).
 * @param isExempt whether a key needs no checksum (SEED_API_KEY)
 */
export function createVerifier(
  resources: Pick<Resources, 'pool' | 'log'>,
  readTokens: ReadTokens,
  isExempt: (secret: string) => boolean,
): Verifier {
  // Two caches, because an id is not secret and must not be accepted as a key.
  const bySecret = cachedRows(resources.pool, BY_HASH, secretHash)
  const byId = cachedRows(resources.pool, BY_ID, (id) => id)
  const touched = new Map<string, number>()

  const touch = (keyId: string) => {
    const now = performance.now()
    if ((touched.get(keyId) ?? Number.NEGATIVE_INFINITY) > now - TOUCH_MS) return
    if (touched.size >= CALLER_CACHE_SIZE) touched.clear()
    touched.set(keyId, now)
    query(resources.pool, TOUCH, [keyId]).catch((error) => resources.log.debug({ err: error }, 'last_used_at not kept'))
  }

  const rowOf = async (secret: string): Promise<KeyRow | null> => {
    // Cached keys were checked before. The checksum protects the database from invalid ones.
    const possible = bySecret.has(secret) || isWellFormed(secret) || isExempt(secret)
    return possible ? bySecret.get(secret) : null
  }

  return {
    async verify(authorization) {
      const secret = bearerOf(authorization)
      const reading = isReadToken(secret) ? readTokens.open(secret) : null
      const row = reading ? await byId.get(reading.keyId) : await rowOf(secret)
      if (!row) throw new DomainError('invalid_api_key', 'This API key is not known.')
      assertHolds(row)
      touch(row.id)
      return {
        keyId: row.id,
        accountId: row.account_id,
        scopes: reading ? [] : row.scopes,
        apiVersion: CURRENT_VERSION,
        createsPerMinute: row.creates_per_minute,
        callsPerMinute: row.calls_per_minute,
        rateFactor: row.rate_factor,
        readToken: reading?.name ?? null,
        taskIds: reading?.taskIds ?? null,
        restVersion: row.api_version,
        mayUseEarlier: row.earlier_form_enabled,
      }
    },
  }
}

function bearerOf(authorization: string | null | undefined): string {
  if (!authorization) {
    throw new DomainError('missing_api_key', 'Send your API key as `Authorization: Bearer <API_KEY>`.')
  }
  const secret = /^Bearer +(\S+)$/i.exec(authorization)?.[1]
  if (!secret) throw new DomainError('invalid_api_key', 'The Authorization header must be `Bearer <API_KEY>`.')
  return secret
}
