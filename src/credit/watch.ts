import type { LedgerEntry } from '../../prisma/client/client.ts'
import { assertScope, type Caller } from '../key/caller.ts'
import { invalidCursor, openCursor, sealCursor } from '../lib/cursor.ts'
import { int8, namesOf, query, statement } from '../lib/sql.ts'
import { ENTRIES_PAGE } from '../limits.ts'
import { type Give, Stream } from '../push/stream.ts'
import type { Resources } from '../resources.ts'
import type { LedgerEar, LedgerNews } from './news.ts'
import { ENTRY, toEntry } from './read.ts'

/** One push of an account's credits: the sums as they stood after an entry. */
export interface CreditsChange {
  readonly balanceMicro: bigint
  readonly frozenMicro: bigint
  /** null in the first push, which has the current sums. */
  readonly entry: LedgerEntry | null
  readonly cursor: string
}

const VERSION = 1n

/** The current sums, minus amounts frozen by entries after a number (if given). */
const SUMS = statement('credits_sums', { balance_micro: int8, frozen_micro: int8, entry_count: int8 })`
    select a.balance_micro, a.entry_count, a.frozen_micro - (
        select coalesce(sum(e.frozen_delta_micro), 0)::bigint from ledger_entry e
        where e.account_id = a.id and e.number > $2) as frozen_micro
    from account a where a.id = $1`

const SINCE = statement('ledger_since', ENTRY)`
  select ${namesOf(ENTRY)} from ledger_entry where account_id = $1 and number > $2 order by number limit ${ENTRIES_PAGE}`

/**
 * An account's sums now, then every entry of its ledger in the order of its number, with the sums after it
 * (docs/rules/push.md#credits-stream). With `after` it starts with the first entry after that cursor. Entries are numbered
 * without gaps under the account's lock, so none can appear late, and they are never erased. A slow reader gets all of them.
 * @throws DomainError (from `ready` and the first `next`) 400 invalid_cursor, 403 insufficient_scope
 */
export function watchCredits(
  resources: Pick<Resources, 'pool'>,
  news: LedgerNews,
  caller: Caller,
  after: string | null,
): Stream<CreditsChange> {
  const ear = news.follow(caller.accountId)
  return new Stream(ear, async () => {
    assertScope(caller, 'credits:read')
    const stream = `credits ${caller.accountId}`
    const number = after === null ? null : numberOf(stream, after)
    const { rows } = await query(resources.pool, SUMS, [caller.accountId, number])
    const [sums] = rows
    if (!sums) throw new Error(`there is no account ${caller.accountId}`)
    // The cursor is ahead of the account.
    if (number !== null && number > sums.entry_count) throw invalidCursor()
    const begin = { number: number ?? sums.entry_count, frozenMicro: sums.frozen_micro }
    const balanceMicro = number === null ? sums.balance_micro : null
    return (give) => follow(resources, ear, stream, caller.accountId, begin, balanceMicro, give)
  })
}

async function follow(
  { pool }: Pick<Resources, 'pool'>,
  ear: LedgerEar,
  stream: string,
  accountId: string,
  begin: { readonly number: bigint; readonly frozenMicro: bigint },
  balanceMicro: bigint | null,
  give: Give<CreditsChange>,
): Promise<void> {
  let { number, frozenMicro } = begin
  const cursor = () => sealCursor(stream, [VERSION, number])
  if (balanceMicro !== null) await give({ balanceMicro, frozenMicro, entry: null, cursor: cursor() })
  do {
    for (let more = true; more; ) {
      const { rows } = await query(pool, SINCE, [accountId, number])
      for (const row of rows) {
        const entry = toEntry(row, row.id, accountId)
        number = entry.number
        frozenMicro += entry.frozenDeltaMicro
        await give({ balanceMicro: entry.balanceAfterMicro, frozenMicro, entry, cursor: cursor() })
      }
      more = rows.length === ENTRIES_PAGE
    }
  } while (await ear.next())
}

function numberOf(stream: string, cursor: string): bigint {
  const [version, number, ...rest] = openCursor(stream, cursor)
  if (version !== VERSION || number === undefined || rest.length > 0) throw invalidCursor()
  return number
}
