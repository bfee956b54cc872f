import type { Pool } from 'pg'
import type { PriceList, Prices } from '../credit/price.ts'
import { PRICE_FIELDS, type PriceField } from '../credit/price-version.ts'
import { query, statement } from '../lib/sql.ts'
import { priceText } from './amount.ts'

/** A number of a price list that differs from the previous version. */
export interface PriceStep {
  readonly key: string
  readonly unit: PriceField['unit']
  readonly from: string
  readonly to: string
}

export interface PriceVersion extends PriceList {
  /** Differences from the previous version; empty for the first. */
  readonly steps: readonly PriceStep[]
}

const HISTORY = statement('operator_prices')`
    select version, effective_at as "effectiveAt", prices, lag(prices) over (order by version) as before
    from price_version order by version desc limit $1`

interface Row extends PriceList {
  readonly before: Prices | null
}

/** The newest versions of the price list, the newest first. */
export async function readPriceHistory(pool: Pool, limit: number): Promise<PriceVersion[]> {
  const { rows } = await query<Row>(pool, HISTORY, [limit])
  return rows.map(({ before, ...list }) => ({ ...list, steps: before ? stepsOf(before, list.prices) : [] }))
}

function stepsOf(before: Prices, after: Prices): PriceStep[] {
  return PRICE_FIELDS.filter(({ read }) => read(before) !== read(after)).map(({ key, unit, read }) => ({
    key,
    unit,
    from: priceText(read(before), unit),
    to: priceText(read(after), unit),
  }))
}
