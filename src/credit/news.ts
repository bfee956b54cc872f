import type { Pool } from 'pg'
import type { Log } from '../lib/log.ts'
import { startLoop } from '../lib/loop.ts'
import { int8, query, statement, text } from '../lib/sql.ts'
import { ENTRIES_MS } from '../limits.ts'
import type { Bus } from '../push/bus.ts'
import type { EventKind } from '../push/log.ts'

/** One stream's subscription to news of its account's ledger. */
export interface LedgerEar {
  /** Settles with true when new entries may exist, with false once closed. */
  next(): Promise<boolean>
  close(): void
}

/** Notifies streams of credits of possible new entries. The streams read the entries themselves. */
export interface LedgerNews {
  follow(accountId: string): LedgerEar
  close(): Promise<void>
}

interface Account {
  /** Number of the newest entry that subscribers were notified of. */
  notified: bigint
  readonly rings: Set<() => void>
  stopListening(): void
}

/**
 * Entries that are written with an event: the freeze, and the entry that resolves it
 * (docs/rules/money.md#freeze-and-settlement).
 */
const BOOKED: ReadonlySet<EventKind> = new Set(['created', 'succeeded', 'failed', 'cancelled', 'rejected'])

const COUNTS = statement('account_entry_counts', { id: text(), entry_count: int8 })`
  select id, entry_count from account where id = any($1::text[])`

/**
 * Events of the log announce a task's entries at once. Top-ups, adjustments and prompts have no event, so one statement a second
 * checks the watched accounts.
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
    const { rows } = await query(needs.pool, COUNTS, [[...accounts.keys()]])
    for (const { id, entry_count: count } of rows) {
      const account = accounts.get(id)
      if (!account || account.notified === count) continue
      account.notified = count
      ring(account)
    }
  })

  const open = (accountId: string): Account => {
    const account: Account = {
      notified: -1n,
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
