import { displayAmount } from '../../credit/money.ts'
import { currentPrices, type Prices } from '../../credit/price.ts'
import { PRICE_FIELDS } from '../../credit/price-version.ts'
import type { Command } from '../command.ts'
import { tableLines } from '../table.ts'

interface Version {
  version: number
  effective_at: Date
}

export const priceShow: Command = {
  name: 'price show',
  usage: '',
  about: 'the prices in force, and when each version came into force',
  takes: [0, 0],
  async run({ pool, say }) {
    const { version, prices } = await currentPrices(pool)
    for (const line of priceLines(prices)) say(line)
    say('')
    const { rows } = await pool.query<Version>('select version, effective_at from price_version order by version desc')
    for (const row of rows) {
      say(`version ${row.version}, ${row.effective_at.toISOString()}${row.version === version ? ', in force' : ''}`)
    }
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
