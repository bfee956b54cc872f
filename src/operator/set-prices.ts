import type { Pool } from 'pg'
import type { PriceList, Prices } from '../credit/price.ts'
import { addPriceVersion, PRICE_FIELDS } from '../credit/price-version.ts'
import { DomainError } from '../errors.ts'
import { parsePrice } from './amount.ts'

/** A number of the price list by its key, as operators write it. */
export interface PriceChange {
  readonly key: string
  /** Decimal yuan, or a factor. */
  readonly value: string
}

const wrong = (message: string, param = 'changes') => new DomainError('invalid_parameter', message, { param })

/**
 * Creates a new version of the price list, in force at once. Prices that are not named stay.
 * @param meantFor the version that the changes were made for: if another is now in force, none is added, so that a
 *   call that is repeated adds one version, and nobody overwrites what he has not seen. null: whichever is in force
 * @throws DomainError 400 invalid_parameter
 */
export async function setPrices(
  pool: Pool,
  changes: readonly PriceChange[],
  meantFor: number | null = null,
): Promise<PriceList> {
  if (changes.length === 0) throw wrong('There is nothing to change. Name at least one price.')
  try {
    return await addPriceVersion(pool, (current, version) => {
      if (meantFor !== null && meantFor !== version) {
        throw wrong(`Version ${version} is now in force, not ${meantFor}. Check it and try again.`, 'version')
      }
      return changed(current, changes)
    })
  } catch (error) {
    throw error instanceof RangeError ? wrong(`The prices were not changed: ${error.message}.`) : error
  }
}

function changed(current: Prices, changes: readonly PriceChange[]): Prices {
  let prices = current
  const seen = new Set<string>()
  for (const { key, value } of changes) {
    const field = PRICE_FIELDS.find((each) => each.key === key)
    if (!field) throw wrong(`There is no price ${key}; there are ${PRICE_FIELDS.map((each) => each.key).join(', ')}.`)
    if (seen.has(key)) throw wrong(`${key} is set twice.`)
    seen.add(key)
    prices = field.write(prices, parsePrice(value, field))
  }
  return prices
}
