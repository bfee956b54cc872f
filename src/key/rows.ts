import type { Pool } from 'pg'
import type { Listener } from '../lib/listener.ts'
import { query, type Statement } from '../lib/sql.ts'
import { CALLER_CACHE_MS, CALLER_CACHE_SIZE } from '../limits.ts'
import type { Scope } from './caller.ts'
import type { Validity } from './holds.ts'

/** A key with the settings of its account. */
export interface KeyRow extends Validity {
  readonly id: string
  readonly account_id: string
  readonly scopes: Scope[]
  readonly api_version: string
  readonly earlier_form_enabled: boolean
  readonly creates_per_minute: number
  readonly calls_per_minute: number
  readonly rate_factor: number
}

export interface KeyRows {
  has(name: string): boolean
  get(name: string): Promise<KeyRow | null>
}

interface Cached {
  readonly read: Promise<KeyRow | null>
  /** null if it is not read yet or does not exist. */
  accountId: string | null
  readonly until: number
}

/** The caches of this process, by the pool that they read through. */
const caches = new WeakMap<Pool, Set<Map<string, Cached>>>()

/** Caches key rows for a second, and drops them with every change that this process makes or is notified of. */
export function cachedRows(pool: Pool, statement: Statement, toValue: (name: string) => unknown): KeyRows {
  const cache = new Map<string, Cached>()
  caches.set(pool, (caches.get(pool) ?? new Set()).add(cache))
  return {
    has: (name) => cache.has(name),
    get(name) {
      const now = performance.now()
      const known = cache.get(name)
      if (known && known.until > now) return known.read
      const read = query<KeyRow>(pool, statement, [toValue(name)]).then(({ rows }) => rows[0] ?? null)
      const cached: Cached = { read, accountId: null, until: now + CALLER_CACHE_MS }
      if (cache.size >= CALLER_CACHE_SIZE) cache.clear()
      cache.set(name, cached)
      read.then(
        (row) => {
          cached.accountId = row?.account_id ?? null
        },
        () => cache.delete(name),
      )
      return read
    },
  }
}

/**
 * Drops what this process remembers of an account's keys, once a change of them or of the account is committed. Whatever
 * changes them calls this before it answers; other processes are notified of the commit (`followChanges`).
 * @param accountId null for all accounts
 */
export function forgetKeys(pool: Pool, accountId: string | null): void {
  for (const cache of caches.get(pool) ?? []) {
    for (const [name, cached] of cache) {
      // A read in progress may return the row from before the change.
      if (accountId === null || cached.accountId === null || cached.accountId === accountId) cache.delete(name)
    }
  }
}

/** A trigger notifies this channel of the account's id when a commit changes its keys or limits (migration `key_changes`). */
const CHANNEL = 'vidgate_callers'

/** Drops cached rows when another process commits a change, and all of them after a broken connection. */
export function followChanges(pool: Pool, listener: Listener): void {
  listener.on(CHANNEL, (accountId) => forgetKeys(pool, accountId))
}
