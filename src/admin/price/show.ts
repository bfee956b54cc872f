import { displayAmount } from '../../credit/money.ts'
import type { Prices } from '../../credit/price.ts'
import { PRICE_FIELDS } from '../../credit/price-version.ts'
import { readPriceHistory } from '../../operator/price-history.ts'
import type { Command } from '../command.ts'
import { tableLines } from '../table.ts'

/** More than anybody reads back. */
const SHOWN = 100

export const priceShow: Command = {
  name: 'price show',
  usage: '',
  about: 'shows the prices in force, and the dates of the last 100 versions',
  takes: [0, 0],
  async run({ pool, say }) {
    const [current, ...earlier] = await readPriceHistory(pool, SHOWN)
    if (!current) throw new Error('there is no price version in the database')
    for (const line of priceLines(current.prices)) say(line)
    say('')
    say(`version ${current.version}, ${current.effectiveAt.toISOString()}, in force`)
    for (const { version, effectiveAt } of earlier) say(`version ${version}, ${effectiveAt.toISOString()}`)
    return true
  },
}

export function priceLines(prices: Prices): string[] {
  const cells = PRICE_FIELDS.map(({ key, unit, about, read }) => [
    key,
    unit === 'micro' ? displayAmount(BigInt(read(prices))) : `× ${read(prices) / 1000}`,
    about,
  ])
  return tableLines([['key', 'price', 'of'], ...cells], [1])
}
