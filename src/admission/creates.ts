import { int, namesOf, orNull, statement, type Tx, text, time } from '../lib/sql.ts'
import { RATE_WINDOW_MS } from '../limits.ts'
import { BUDGET, type Budget, budgetOf } from './budget.ts'
import { accountRate, type Standing, secondsLeft, tighter } from './rate.ts'

/** Creates in the minute that began with the first of them. */
interface Window {
  startedAt: Date | null
  count: number
}

/**
 * Creates of a key, and what it spent. Read and written under the lock of the key's account, so that the limits are exact for any
 * number of processes (docs/rules/limits.md#rates, docs/rules/keys.md#spend-limits).
 */
export interface CreateWindow extends Window {
  readonly keyId: string
  /** When the key was revoked, and when it expires. */
  readonly revokedAt: Date | null
  readonly expiresAt: Date | null
  /** null without a spend limit. */
  readonly budget: Budget | null
  /** Whether it must be written back. */
  changed: boolean
}

const COLUMNS = {
  id: text(),
  revoked_at: orNull(time),
  expires_at: orNull(time),
  create_window_at: orNull(time),
  create_count: int,
  ...BUDGET,
}

/** Runs after the statement that locks: in the same statement the snapshot would show the key before the wait for the lock. */
const READ = statement('creates_read', { ...COLUMNS, at: time })`
  select ${namesOf(COLUMNS)}, clock_timestamp()::timestamptz(3) as at from api_key where id = any($1::text[])`

/** The windows of these keys. Their accounts must be locked. */
export async function createWindows(tx: Tx, keyIds: readonly string[]): Promise<Map<string, CreateWindow>> {
  const { rows } = await tx.run(READ, [keyIds])
  return new Map(
    rows.map((row) => [
      row.id,
      {
        keyId: row.id,
        revokedAt: row.revoked_at,
        expiresAt: row.expires_at,
        budget: budgetOf(row, row.at),
        startedAt: row.create_window_at,
        count: row.create_count,
        changed: false,
      },
    ]),
  )
}

/** Limits on creates: for each key of an account, and for all together. */
interface Creators {
  readonly createsPerMinute: number
  readonly rateFactor: number
  readonly creates: Window
}

/** Counts a create for its key and its account. If either limit is exceeded, neither is counted. */
export function countCreate(key: CreateWindow, account: Creators, now: Date): Standing {
  const { createsPerMinute: limit, rateFactor, creates } = account
  const standing = tighter(
    standingOf(key, limit, false, now),
    standingOf(creates, accountRate(limit, rateFactor), true, now),
  )
  if (standing.exceeded) return standing
  for (const window of [key, creates]) take(window, now)
  key.changed = true
  return standing
}

function ageOf({ startedAt }: Window, now: Date): number {
  const age = startedAt ? now.getTime() - startedAt.getTime() : Number.POSITIVE_INFINITY
  // Transactions that waited for the lock may begin before the window; a start further in the future is a clock error.
  return age <= -RATE_WINDOW_MS ? Number.POSITIVE_INFINITY : age
}

function standingOf(window: Window, limit: number, isShared: boolean, now: Date): Standing {
  const age = ageOf(window, now)
  const isOver = age >= RATE_WINDOW_MS
  const used = isOver ? 0 : window.count
  const exceeded = used >= limit
  const resetSeconds = secondsLeft(isOver ? RATE_WINDOW_MS : RATE_WINDOW_MS - age)
  const remaining = Math.max(limit - used - (exceeded ? 0 : 1), 0)
  return { policy: 'creates', holder: 'API key', isShared, limit, remaining, resetSeconds, exceeded }
}

function take(window: Window, now: Date): void {
  const isOver = ageOf(window, now) >= RATE_WINDOW_MS
  if (isOver) window.startedAt = now
  window.count = isOver ? 1 : window.count + 1
}

/**
 * SQL that writes windows back.
 * @param parameter placeholder of the JSON text that `windowsJson` makes
 */
export function storeWindows(parameter: string): string {
  return `update api_key set create_window_at = w.at, create_count = w.count,
      spend_since = coalesce(w.since, spend_since), spent_micro = coalesce(w.spent, spent_micro)
    from json_to_recordset(${parameter}::json) as w(id text, at timestamptz, count int, since timestamptz, spent bigint)
    where api_key.id = w.id`
}

export function windowsJson(windows: Iterable<CreateWindow>): string {
  const changed = Array.from(windows).filter((window) => window.changed)
  return JSON.stringify(
    changed.map(({ keyId, startedAt, count, budget }) => {
      const spent = budget && { since: budget.since, spent: budget.spentMicro.toString() }
      return { id: keyId, at: startedAt, count, ...spent }
    }),
  )
}
