import type { Pool } from 'pg'
import { CURRENCY, signedYuan } from '../credit/money.ts'
import { DomainError } from '../errors.ts'
import { createSlots } from '../key/slots.ts'
import { csvLine, safeText } from '../lib/csv.ts'
import { billedItems } from './items.ts'
import { type LedgerRange, type LedgerRow, ledgerPage, ledgerRange, type Month } from './ledger-page.ts'
import type { PriceItem } from './task.ts'

/** A ledger as CSV (docs/rules/money.md#export). */
export interface LedgerExport {
  /** For a file, without an extension. */
  readonly name: string
  /** The header and the records, some hundred at a time. */
  texts(): AsyncGenerator<string, void, undefined>
  /** Must be called at the end, whether or not everything was read. */
  close(): void
}

/** Exports of a process. */
export interface LedgerExports {
  /**
   * @param withKeys whether operators' keys of top-ups and adjustments are exported too
   * @returns null when there is no such account
   * @throws DomainError 429 rate_limit_exceeded if the account has too many open
   */
  open(accountId: string, month: Month, withKeys: boolean): Promise<LedgerExport | null>
}

const COLUMNS = [
  'entry_id',
  'number',
  'created_at',
  'kind',
  'amount',
  'amount_micro',
  'frozen_change',
  'frozen_change_micro',
  'balance_after',
  'balance_after_micro',
  'frozen_after',
  'frozen_after_micro',
  'currency',
  'task_id',
  'key_id',
  'service',
  'service_tier',
  'items',
  'note',
]

/** One for a program and one for a person. */
export const EXPORTS_PER_ACCOUNT = 2

/** Entries of a page: some 25 KB of text. */
const EXPORT_PAGE = 100

/** The refusal if the account has too many open exports. */
const TRY_AGAIN_S = 10

/**
 * Reads pages by number, each in its own statement: no transaction and no connection is held while a reader takes its time
 * (docs/decisions/money.md#export-by-pages). Pages of all exports are read one after another, so they use one connection at most.
 */
export function createLedgerExports({ pool }: { readonly pool: Pool }): LedgerExports {
  const slots = createSlots(EXPORTS_PER_ACCOUNT)
  let last: Promise<unknown> = Promise.resolve()
  const inTurn = <T>(read: () => Promise<T>): Promise<T> => {
    const next = last.then(read)
    last = next.catch(() => {})
    return next
  }
  return {
    async open(accountId, month, withKeys) {
      const close = slots.take(accountId)
      if (!close) throw tooMany()
      try {
        const range = await inTurn(() => ledgerRange(pool, accountId, month))
        if (!range) {
          close()
          return null
        }
        const read = (first: bigint, end: bigint) => inTurn(() => ledgerPage(pool, accountId, first, end))
        return { name: `credits-${month ?? 'all'}`, texts: () => textsOf(range, read, withKeys), close }
      } catch (error) {
        close()
        throw error
      }
    },
  }
}

function tooMany(): DomainError {
  const message = `An account may run ${EXPORTS_PER_ACCOUNT} exports at once. Wait until one has ended.`
  return new DomainError('rate_limit_exceeded', message, { retryAfter: TRY_AGAIN_S })
}

async function* textsOf(
  { first, end, frozenMicro }: LedgerRange,
  read: (first: bigint, end: bigint) => Promise<LedgerRow[]>,
  withKeys: boolean,
): AsyncGenerator<string, void, undefined> {
  yield csvLine(withKeys ? [...COLUMNS, 'idempotency_key'] : COLUMNS)
  let frozen = frozenMicro
  for (let next = first; next < end; next += BigInt(EXPORT_PAGE)) {
    const until = next + BigInt(EXPORT_PAGE)
    const rows = await read(next, until < end ? until : end)
    let page = ''
    for (const row of rows) {
      frozen += row.frozen_delta_micro
      const cells = cellsOf(row, frozen)
      page += csvLine(withKeys ? [...cells, row.idempotency_key && safeText(row.idempotency_key)] : cells)
    }
    yield page
  }
}

function cellsOf(row: LedgerRow, frozenAfter: bigint): (string | null)[] {
  const amounts = [row.amount_micro, row.frozen_delta_micro, row.balance_after_micro, frozenAfter]
  return [
    row.id,
    row.number.toString(),
    row.created_at.toISOString(),
    row.kind,
    ...amounts.flatMap((micro) => [signedYuan(micro), micro.toString()]),
    CURRENCY,
    row.task_id,
    row.key_id,
    serviceOf(row),
    row.service_tier,
    itemsOf(row),
    safeText(row.description),
  ]
}

function serviceOf({ kind, task_id: taskId, source_task_id: source }: LedgerRow): string | null {
  if (taskId !== null) return source === null ? 'video' : 'upscale'
  return kind === 'topup' || kind === 'adjustment' || kind === 'refund' ? null : 'prompt_optimization'
}

/** Price items whose sum is the entry's: of a freeze all as they were frozen, of a settlement those that were billed. */
function itemsOf({ kind, items, earned, status, api_version: apiVersion }: LedgerRow): string | null {
  if (!items || !earned || !status || apiVersion === null) return null
  if (kind === 'freeze') return itemsText(items, (item) => item.frozenMicro ?? item.amountMicro)
  if (kind !== 'settle') return null
  return itemsText(billedItems({ items, earned, apiVersion }, status), (item) => item.amountMicro)
}

function itemsText(items: readonly PriceItem[], microOf: (item: PriceItem) => number): string {
  return items.map((item) => `${item.kind} ${microOf(item)}`).join('; ')
}
