import type { Pool, QueryResult } from 'pg'
import { int, jsonb, namesOf, query, type RowOf, statement, type Tx, time } from '../lib/sql.ts'

/** A version of the price list, in µ¥; `tiers` in thousandths (docs/rules/money.md#prices). */
export interface Prices {
  readonly generation: { readonly '768p': number }
  readonly tiers: {
    readonly draft: number
    readonly standard: number
    readonly pro: number
    readonly dedicated: number
  }
  readonly upscale: { readonly '2k': number; readonly '4k': number }
  readonly encoder: number
  readonly material: { readonly video: number; readonly audio: number; readonly imageBeyondFive: number }
  readonly contextIr: number
  readonly promptOpt: number
}

export interface PriceList {
  readonly version: number
  readonly effectiveAt: Date
  readonly prices: Prices
}

/** Version 1, written when the database is prepared. */
export const DEFAULT_PRICES: Prices = {
  generation: { '768p': 500_000 },
  tiers: { draft: 1000, standard: 1000, pro: 1500, dedicated: 2000 },
  upscale: { '2k': 300_000, '4k': 900_000 },
  encoder: 20_000,
  material: { video: 20_000, audio: 5_000, imageBeyondFive: 200_000 },
  contextIr: 100_000,
  promptOpt: 50_000,
}

/**
 * An item of seconds: ⌈ms × unit × factor / 10⁶⌉, rounded up once (docs/rules/money.md#price-items).
 * @param unit µ¥ a second
 * @param factor thousandths
 */
export function timedAmount(ms: number, unit: number, factor = 1000): bigint {
  const product = BigInt(ms) * BigInt(unit) * BigInt(factor)
  return (product + 999_999n) / 1_000_000n
}

const PRICES = { version: int, effective_at: time, prices: jsonb<Prices>() }

const CURRENT = statement('price_current', PRICES)`
    select ${namesOf(PRICES)} from price_version where effective_at <= now()
         order by version desc limit 1`

function toPriceList(result: QueryResult<RowOf<typeof PRICES>>): PriceList {
  const row = result.rows[0]
  if (!row) throw new Error('there is no price version in the database')
  return { version: row.version, effectiveAt: row.effective_at, prices: row.prices }
}

const VERSION = statement('price_version', PRICES)`select ${namesOf(PRICES)} from price_version where version = $1`

/** A version of the list by number: a task keeps the version in force at its creation. */
export async function pricesOf(pool: Pool, version: number): Promise<PriceList> {
  return toPriceList(await query(pool, VERSION, [version]))
}

/** The list in force. */
export async function currentPrices(from: Tx | Pool): Promise<PriceList> {
  return toPriceList(await query(from, CURRENT, []))
}
