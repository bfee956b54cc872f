import { readFile } from 'node:fs/promises'
import { displayAmount } from '../credit/money.ts'
import type { Prices } from '../credit/price.ts'
import { PRICE_FIELDS } from '../credit/price-version.ts'
import { tableLines } from '../lib/table.ts'
import { readPriceHistory } from '../operator/price-history.ts'
import { type PriceChange, setPrices } from '../operator/set-prices.ts'
import { type Command, CommandError } from './command.ts'

/** More than anybody reads back. */
const SHOWN = 100

export const priceShow: Command = {
  name: 'price show',
  usage: '',
  about: `shows the prices in force, and the dates of the last ${SHOWN} versions`,
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

function priceLines(prices: Prices): string[] {
  const cells = PRICE_FIELDS.map(({ key, unit, about, read }) => [
    key,
    unit === 'micro' ? displayAmount(BigInt(read(prices))) : `× ${read(prices) / 1000}`,
    about,
  ])
  return tableLines([['key', 'price', 'of'], ...cells], [1])
}

/** Amounts are yuan, also in the file: `{"generation": {"768p": "0.50"}, "tiers": {"pro": 1.5}}`. */
export const priceSet: Command = {
  name: 'price set',
  usage: 'FILE.json|KEY=VALUE…',
  about: 'creates a new version of the price list, in force at once; other prices stay. Amounts are yuan',
  takes: [1, 100],
  async run({ pool, say }, { positionals }) {
    const [first = ''] = positionals
    const fromFile = positionals.length === 1 && !first.includes('=')
    const changes = fromFile ? await readChanges(first) : positionals.map(parseChange)
    const list = await setPrices(pool, changes)
    say(`Version ${list.version} has been in force since ${list.effectiveAt.toISOString()}.`)
    for (const line of priceLines(list.prices)) say(line)
    return true
  },
}

function parseChange(argument: string): PriceChange {
  const [, key, value] = /^([^=]+)=(.*)$/.exec(argument) ?? []
  if (key === undefined || value === undefined) throw new CommandError(`“${argument}” must be KEY=VALUE.`)
  return { key, value }
}

async function readChanges(path: string): Promise<PriceChange[]> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The file cannot be read: ${error.message}.`)
  })
  const changes: PriceChange[] = []
  // Numbers are taken as they are written: no float stands between the file and the ledger.
  const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  const flatten = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string') changes.push({ key: path.join('.'), value })
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, each] of Object.entries(value)) flatten(each, [...path, name])
    } else throw new CommandError(`${path.join('.') || 'The file'} must contain amounts or objects of amounts.`)
  }
  try {
    flatten(JSON.parse(text, reviver as (key: string, value: unknown) => unknown), [])
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path} is not JSON: ${error.message}.`)
    throw error
  }
  return changes
}
