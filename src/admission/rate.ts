import type { Pool } from 'pg'
import { DomainError, isLocked } from '../errors.ts'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import { float8, int, query, statement, text } from '../lib/sql.ts'
import { RATE_RECONCILE_MS, RATE_WINDOW_MS } from '../limits.ts'

/** The two kinds of limits of a key, each alone and together with the others of its account (docs/rules/limits.md#rates). */
export type Policy = 'creates' | 'calls'

/** The rest of a limit after a request is counted: the key's own limit or its account's, whichever leaves less. */
export interface Standing {
  readonly policy: Policy
  readonly holder: 'API key' | 'read token'
  /** Whether it is the common limit of all such holders of the account. */
  readonly isShared: boolean
  /** Requests per window. */
  readonly limit: number
  readonly remaining: number
  /** Whole seconds until the next window, 1 to 60. */
  readonly resetSeconds: number
  /** Whether the request exceeded the limit; it was then not counted. */
  readonly exceeded: boolean
}

/** The refusal of a request over the limit. */
export function rateError({ policy, holder, isShared, limit, resetSeconds }: Standing): DomainError {
  const who = isShared ? `All ${holder}s of this account together` : `This ${holder}`
  const message = `${who} may make ${limit} ${policy} per minute; try again in ${resetSeconds} s.`
  const details = { policy, limit, scope: isShared ? 'account' : holder === 'API key' ? 'key' : 'read_token' }
  return new DomainError('rate_limit_exceeded', message, { details, retryAfter: resetSeconds })
}

const LIMIT_MAX = 2 ** 31 - 1

/** The common limit of all keys of an account. @param limit of one key */
export function accountRate(limit: number, factor: number): number {
  return Math.min(limit * factor, LIMIT_MAX)
}

/** The limit that refuses; if neither does, the one that leaves less. */
export function tighter(own: Standing, shared: Standing): Standing {
  if (own.exceeded || shared.exceeded) return own.exceeded ? own : shared
  return shared.remaining < own.remaining ? shared : own
}

/** The rest of a window, as whole seconds that a client may wait. */
export function secondsLeft(ms: number): number {
  return Math.min(Math.max(Math.ceil(ms / 1000), 1), RATE_WINDOW_MS / 1000)
}

/** The caller. Read tokens are counted apart from keys, or a page could use up its server's limit. */
export interface Calling {
  readonly keyId: string
  readonly accountId: string
  /** Name of the read token that calls for the key; null: the key itself calls. */
  readonly readToken: string | null
  readonly callsPerMinute: number
  readonly rateFactor: number
}

/** Counts calls that are not creates. */
export interface Rates {
  /** Counts `cost` calls: all, or none if they exceed the limit of the key or of the account. Never waits. */
  count(calling: Calling, cost: number): Standing
  /** Exchanges the last counts. */
  close(): Promise<void>
}

/** Calls of a key, a read token, or all keys or read tokens of an account in the current window. */
interface Count {
  /** Counted by this process. */
  own: number
  /** The part of them that is in the table. */
  reported: number
  /** Counted by other processes, at this process's last exchange. */
  others: number
}

/** Adds this process's counts and returns the totals. Keys are in order, so that two processes never deadlock. */
const RECONCILE = statement('rate_reconcile', { key_id: text(), calls: int })`
    insert into rate_window as r (key_id, window_at, calls)
    select key_id, to_timestamp($1::float8 / 1000), calls from unnest($2::text[], $3::int[]) as s(key_id, calls) order by key_id
    on conflict (key_id, window_at) do update set calls = r.calls + excluded.calls
    returning key_id, calls`

const SWEEP = statement('rate_sweep')`delete from rate_window where ctid = any(array(
      select ctid from rate_window where window_at < now() - interval '2 minutes' for update skip locked))`

const CLOCK = statement('rate_clock', { now: float8 })`
  select extract(epoch from clock_timestamp())::float8 * 1000 as now`

/**
 * Counts calls in memory, by minutes of the database's clock. Once a second one statement exchanges the counts of all keys
 * that called since (docs/decisions/create.md#rates-of-calls). Within that second a key can exceed its limit by what it sends to
 * other processes. While the database is away each process applies the limit to its own counts.
 */
export async function openRates({ pool, log }: { readonly pool: Pool; readonly log: Log }): Promise<Rates> {
  const counts = new Map<string, Count>()
  let clockOffset = await readOffset(pool)
  let windowAt = 0

  /** A new minute starts with empty counts; unreported counts of the old one no longer matter. */
  const turn = (): number => {
    const now = performance.now() + clockOffset
    const current = Math.floor(now / RATE_WINDOW_MS) * RATE_WINDOW_MS
    // A clock set back by a little does not end the window again.
    if (current > windowAt || current < windowAt - RATE_WINDOW_MS) {
      counts.clear()
      windowAt = current
    }
    return windowAt + RATE_WINDOW_MS - now
  }

  const countOf = (name: string): Count => {
    const count = counts.get(name) ?? { own: 0, reported: 0, others: 0 }
    counts.set(name, count)
    return count
  }

  const reconcile = async () => {
    turn()
    const at = windowAt
    const sent = [...counts].filter(([, { own, reported }]) => own > reported)
    if (sent.length === 0) return
    try {
      await report(pool, at, sent)
    } catch (error) {
      if (!isLocked(error) || sent.length === 1) throw error
      // The row of one of them is locked. It waits; the others do not.
      for (const each of sent) {
        await report(pool, at, [each]).catch((refused: unknown) => {
          if (!isLocked(refused)) throw refused
        })
      }
    }
  }

  let sweptAt = 0
  const loop = startLoop('rates', RATE_RECONCILE_MS, log, async () => {
    await reconcile()
    if (sweptAt === windowAt) return
    clockOffset = await readOffset(pool)
    await query(pool, SWEEP, [])
    sweptAt = windowAt
  })

  return {
    count({ keyId, accountId, readToken, callsPerMinute: limit, rateFactor }, cost) {
      const resetSeconds = secondsLeft(turn())
      const holder = readToken === null ? 'API key' : 'read token'
      const [own, all] = [countOf(readToken ?? keyId), countOf(readToken === null ? accountId : `${accountId} read`)]
      const standing = tighter(
        { ...standingOf(own, limit, cost), holder, isShared: false, resetSeconds },
        { ...standingOf(all, accountRate(limit, rateFactor), cost), holder, isShared: true, resetSeconds },
      )
      if (!standing.exceeded) for (const count of [own, all]) count.own += cost
      return standing
    },
    async close() {
      await loop.close()
      await reconcile().catch((error) =>
        log.debug({ err: error }, 'the last call counts were not shared with other processes'),
      )
    },
  }
}

function standingOf({ own, others }: Count, limit: number, cost: number) {
  const used = own + others
  const exceeded = used + cost > limit
  return { policy: 'calls' as const, limit, remaining: Math.max(limit - used - (exceeded ? 0 : cost), 0), exceeded }
}

/** Adds this process's counts of a window to the table and reads the totals of all processes. */
async function report(pool: Pool, at: number, sent: readonly (readonly [keyId: string, Count])[]): Promise<void> {
  const added = sent.map(([, { own, reported }]) => own - reported)
  const keyIds = sent.map(([keyId]) => keyId)
  const { rows } = await query(pool, RECONCILE, [at, keyIds, added])
  const totals = new Map(rows.map((row) => [row.key_id, row.calls]))
  sent.forEach(([keyId, count], index) => {
    count.reported += added[index] ?? 0
    count.others = (totals.get(keyId) ?? count.reported) - count.reported
  })
}

/** Milliseconds from this process's clock to the database's, which all processes share. */
async function readOffset(pool: Pool): Promise<number> {
  const start = performance.now()
  const { rows } = await query(pool, CLOCK, [])
  return (rows[0]?.now ?? Date.now()) - (start + performance.now()) / 2
}
