import type { Pool } from 'pg'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import { query, type Statement } from '../lib/sql.ts'
import { ENTRIES_MS } from '../limits.ts'
import type { Bus } from '../push/bus.ts'
import type { EventKind } from '../push/log.ts'

/** One stream's ear for its account's ledger. */
export interface LedgerEar {
  /** true once entries may have come since the last time; false once closed. */
  next(): Promise<boolean>
  close(): void
}

/** Tells streams of credits that there may be news: the entries themselves they read. */
export interface LedgerNews {
  follow(accountId: string): LedgerEar
  close(): Promise<void>
}

interface Account {
  /** Number of the newest entry that was told of. */
  told: bigint
  readonly rings: Set<() => void>
  stopListening(): void
}

/**
 * Entries that come with an event: the freeze, and the entry that resolves it
 * (docs/rules/money.md#freeze-and-settlement).
 */
const BOOKED: ReadonlySet<EventKind> = new Set(['created', 'succeeded', 'failed', 'cancelled', 'rejected'])

const COUNTS: Statement = {
  name: 'account_entry_counts',
  text: 'select id, entry_count from account where id = any($1::text[])',
}

/**
 * The log's events tell of a task's entries at once. Top-ups, adjustments and prompts have no event: once a second one
 * statement looks at the accounts that anybody watches.
 */
export function openLedgerNews(
  needs: { readonly pool: Pool; readonly log: Log },
  bus: Pick<Bus, 'listen'>,
): LedgerNews {
  const accounts = new Map<string, Account>()

  const ring = ({ rings }: Account) => {
    for (const each of rings) each()
  }

  const loop = startLoop('credits', ENTRIES_MS, needs.log, async () => {
    if (accounts.size === 0) return
    const { rows } = await query<{ id: string; entry_count: bigint }>(needs.pool, COUNTS, [[...accounts.keys()]])
    for (const { id, entry_count: count } of rows) {
      const account = accounts.get(id)
      if (!account || account.told === count) continue
      account.told = count
      ring(account)
    }
  })

  const open = (accountId: string): Account => {
    const account: Account = {
      told: -1n,
      rings: new Set(),
      stopListening: bus.listen(
        { accountId },
        ({ kind }) => BOOKED.has(kind),
        () => ring(account),
      ),
    }
    accounts.set(accountId, account)
    return account
  }

  return {
    follow(accountId) {
      const account = accounts.get(accountId) ?? open(accountId)
      const ear = createEar(() => {
        account.rings.delete(ear.ring)
        if (account.rings.size > 0 || accounts.get(accountId) !== account) return
        accounts.delete(accountId)
        account.stopListening()
      })
      account.rings.add(ear.ring)
      return ear
    },
    async close() {
      await loop.close()
    },
  }
}

function createEar(onClose: () => void): LedgerEar & { ring(): void } {
  let rung = false
  let closed = false
  let waiting: ((goOn: boolean) => void) | null = null

  const settle = (goOn: boolean) => {
    waiting?.(goOn)
    waiting = null
  }

  return {
    ring() {
      if (waiting) settle(true)
      else rung = true
    },
    next() {
      if (closed) return Promise.resolve(false)
      if (!rung) {
        return new Promise((resolve) => {
          waiting = resolve
        })
      }
      rung = false
      return Promise.resolve(true)
    },
    close() {
      if (closed) return
      closed = true
      settle(false)
      onClose()
    },
  }
}
