import { DomainError } from '../errors.ts'
import { query, type Statement } from '../lib/sql.ts'
import { CALLER_CACHE_MS, CALLER_CACHE_SIZE } from '../limits.ts'
import type { Resources } from '../resources.ts'
import type { Caller, Scope } from './caller.ts'
import { assertHolds, type Validity } from './holds.ts'
import { isWellFormed, secretHash } from './secret.ts'

interface KeyRow extends Validity {
  readonly id: string
  readonly account_id: string
  readonly scopes: Scope[]
  readonly api_version: string
  readonly creates_per_minute: number
  readonly calls_per_minute: number
}

const READ: Statement = {
  name: 'key_verify',
  text: `select k.id, k.account_id, k.scopes, k.expires_at, k.revoked_at, a.api_version, a.status as account_status,
           a.creates_per_minute, a.calls_per_minute
         from api_key k join account a on a.id = k.account_id where k.hash = $1`,
}

/** Keeps `last_used_at` to the minute: never a write per request (engine room, speed). */
const TOUCH: Statement = {
  name: 'key_touch',
  text: `update api_key set last_used_at = now()
         where id = $1 and (last_used_at is null or last_used_at < now() - interval '1 minute')`,
}

const TOUCH_MS = 60_000

export interface Verifier {
  /**
   * The caller of an Authorization header (spec 5).
   * @throws DomainError 401 missing_api_key, invalid_api_key, api_key_revoked, api_key_expired; 403 account_disabled
   */
  verify(authorization: string | null | undefined): Promise<Caller>
}

interface Cached {
  readonly row: Promise<KeyRow | null>
  readonly until: number
}

/**
 * Authentication by a cached row, at most a second old.
 * @param exempt a development key (SEED_API_KEY), which has no checksum
 */
export function createVerifier(resources: Pick<Resources, 'pool' | 'log'>, exempt: string | null): Verifier {
  const cache = new Map<string, Cached>()
  const touched = new Map<string, number>()

  const rowOf = (secret: string): Promise<KeyRow | null> => {
    const now = performance.now()
    const cached = cache.get(secret)
    if (cached && cached.until > now) return cached.row
    const row = query<KeyRow>(resources.pool, READ, [secretHash(secret)]).then(({ rows }) => rows[0] ?? null)
    if (cache.size >= CALLER_CACHE_SIZE) cache.clear()
    cache.set(secret, { row, until: now + CALLER_CACHE_MS })
    row.catch(() => cache.delete(secret))
    return row
  }

  const touch = (keyId: string) => {
    const now = performance.now()
    if ((touched.get(keyId) ?? Number.NEGATIVE_INFINITY) > now - TOUCH_MS) return
    if (touched.size >= CALLER_CACHE_SIZE) touched.clear()
    touched.set(keyId, now)
    query(resources.pool, TOUCH, [keyId]).catch((error) => resources.log.debug({ err: error }, 'last_used_at not kept'))
  }

  return {
    async verify(authorization) {
      const secret = bearerOf(authorization)
      // What is cached was judged already; the checksum keeps the rest away from the database.
      const possible = cache.has(secret) || secret === exempt || isWellFormed(secret)
      const row = possible ? await rowOf(secret) : null
      if (!row) throw new DomainError('invalid_api_key', 'This API key is not known.')
      assertHolds(row)
      touch(row.id)
      return {
        keyId: row.id,
        accountId: row.account_id,
        scopes: row.scopes,
        apiVersion: row.api_version,
        createsPerMinute: row.creates_per_minute,
        callsPerMinute: row.calls_per_minute,
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
