import { readFile } from 'node:fs/promises'
import type { Prices } from '../../credit/price.ts'
import { addPriceVersion, PRICE_FIELDS } from '../../credit/price-version.ts'
import { parseFactor, parseYuan } from '../amount.ts'
import { type Command, CommandError } from '../command.ts'
import { priceLines } from './show.ts'

/** Keys of the price list with their values as written. */
type Changes = ReadonlyMap<string, string>

/** Amounts are yuan, also in the file: `{"generation": {"768p": "0.50"}, "tiers": {"pro": 1.5}}`. */
export const priceSet: Command = {
  name: 'price set',
  usage: 'FILE.json|KEY=VALUE…',
  about: 'a new version of the price list, in force at once; what is not named stays. Amounts are yuan',
  takes: [1, 100],
  async run({ pool, say }, { positionals }) {
    const [first = ''] = positionals
    const fromFile = positionals.length === 1 && !first.includes('=')
    const changes = fromFile ? await readChanges(first) : parseChanges(positionals)
    if (changes.size === 0) throw new CommandError('Nothing is to be changed.')
    const list = await addPriceVersion(pool, (current) => applyChanges(current, changes)).catch(explain)
    say(`Version ${list.version} is in force since ${list.effectiveAt.toISOString()}.`)
    for (const line of priceLines(list.prices)) say(line)
    return true
  },
}

function parseChanges(words: readonly string[]): Changes {
  const changes = new Map<string, string>()
  for (const word of words) {
    const [, key, value] = /^([^=]+)=(.*)$/.exec(word) ?? []
    if (key === undefined || value === undefined) throw new CommandError(`“${word}” must be KEY=VALUE.`)
    if (changes.has(key)) throw new CommandError(`${key} is given twice.`)
    changes.set(key, value)
  }
  return changes
}

async function readChanges(path: string): Promise<Changes> {
  const text = await readFile(path, 'utf8').catch((error: Error) => {
    throw new CommandError(`The file cannot be read: ${error.message}.`)
  })
  const changes = new Map<string, string>()
  // Numbers are taken as they are written: no float stands between the file and the ledger.
  const reviver = (_key: string, value: unknown, context?: { source?: string }) =>
    typeof value === 'number' ? (context?.source ?? String(value)) : value
  const flatten = (value: unknown, path: readonly string[]) => {
    if (typeof value === 'string') changes.set(path.join('.'), value)
    else if (value !== null && typeof value === 'object' && !Array.isArray(value)) {
      for (const [name, each] of Object.entries(value)) flatten(each, [...path, name])
    } else throw new CommandError(`${path.join('.') || 'The file'} must hold amounts or objects of them.`)
  }
  try {
    flatten(JSON.parse(text, reviver as (key: string, value: unknown) => unknown), [])
  } catch (error) {
    if (error instanceof SyntaxError) throw new CommandError(`${path} is not JSON: ${error.message}.`)
    throw error
  }
  return changes
}

function applyChanges(current: Prices, changes: Changes): Prices {
  let prices = current
  for (const [key, text] of changes) {
    const field = PRICE_FIELDS.find((each) => each.key === key)
    if (!field) {
      throw new CommandError(`There is no price ${key}; there are ${PRICE_FIELDS.map((each) => each.key).join(', ')}.`)
    }
    const value = field.unit === 'micro' ? Number(parseYuan(text, key)) : parseFactor(text, key)
    prices = field.write(prices, value)
  }
  return prices
}

function explain(error: unknown): never {
  if (error instanceof RangeError) throw new CommandError(`The prices stay as they are: ${error.message}.`)
  throw error
}
