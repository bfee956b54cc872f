import type { Pool } from 'pg'
import { int, jsonb, statement, type Tx, time, transaction } from '../lib/sql.ts'
import type { PriceList, Prices } from './price.ts'

/**
 * 50,000 yuan. A price times the largest factor, and the price of 15 seconds with both, stay below 2^53, the limit of exact JSON
 * numbers and floats.
 */
export const PRICE_MAX_MICRO = 50_000_000_000
/** Thousandths. */
export const FACTOR_MAX = 100_000

/** One number of the price list: its path, and whether it is an amount in µ¥ or a factor in thousandths. */
export interface PriceField {
  readonly key: string
  readonly unit: 'micro' | 'factor'
  readonly about: string
  read(prices: Prices): number
  write(prices: Prices, value: number): Prices
}

const field = (
  key: string,
  unit: PriceField['unit'],
  about: string,
  read: PriceField['read'],
  write: PriceField['write'],
): PriceField => ({ key, unit, about, read, write })

const TIERS = ['draft', 'standard', 'pro', 'dedicated'] as const
const MATERIAL = [
  ['video', 'video', 'a second of reference video'],
  ['audio', 'audio', 'a second of reference audio'],
  ['image_beyond_five', 'imageBeyondFive', 'a reference image beyond the fifth'],
] as const

/** Every number of a price list, by the name that operators use. */
export const PRICE_FIELDS: readonly PriceField[] = [
  field(
    'generation.768p',
    'micro',
    'a second of video',
    ({ generation }) => generation['768p'],
    (prices, value) => ({ ...prices, generation: { '768p': value } }),
  ),
  ...TIERS.map((tier) =>
    field(
      `tiers.${tier}`,
      'factor',
      'multiplies generation',
      ({ tiers }) => tiers[tier],
      (prices, value) => ({ ...prices, tiers: { ...prices.tiers, [tier]: value } }),
    ),
  ),
  ...(['2k', '4k'] as const).map((size) =>
    field(
      `upscale.${size}`,
      'micro',
      `a second of upscaling to ${size}`,
      ({ upscale }) => upscale[size],
      (prices, value) => ({ ...prices, upscale: { ...prices.upscale, [size]: value } }),
    ),
  ),
  field(
    'encoder',
    'micro',
    'the encoder, once per task',
    ({ encoder }) => encoder,
    (prices, encoder) => ({ ...prices, encoder }),
  ),
  ...MATERIAL.map(([key, name, about]) =>
    field(
      `material.${key}`,
      'micro',
      about,
      ({ material }) => material[name],
      (prices, value) => ({ ...prices, material: { ...prices.material, [name]: value } }),
    ),
  ),
  field(
    'context_ir',
    'micro',
    'context IR, if applied',
    ({ contextIr }) => contextIr,
    (prices, contextIr) => ({ ...prices, contextIr }),
  ),
  field(
    'prompt_opt',
    'micro',
    'one prompt optimisation',
    ({ promptOpt }) => promptOpt,
    (prices, promptOpt) => ({ ...prices, promptOpt }),
  ),
]

/** Problems of a price list, as sentences; empty if it is valid. */
export function problemsOf(prices: Prices): string[] {
  const problems = PRICE_FIELDS.flatMap(({ key, unit, read }) => {
    const max = unit === 'micro' ? PRICE_MAX_MICRO : FACTOR_MAX
    const value = read(prices)
    if (Number.isInteger(value) && value >= 0 && value <= max) return []
    return [`${key} must be 0 to ${unit === 'micro' ? `${max / 1_000_000} yuan` : max / 1000}`]
  })
  if (problems.length > 0) return problems
  return TIERS.filter((tier) => (prices.generation['768p'] * prices.tiers[tier]) % 1000 !== 0).map(
    (tier) => `a second of video in the ${tier} tier would not cost whole µ¥`,
  )
}

/** A lock of the table would need the right to change or delete its rows (docs/operating/postgres.md#grants). */
const LOCK = statement('price_lock')`select pg_advisory_xact_lock(hashtext('price_version'))`

/** The newest version, not the one in force at this transaction's start, which may be long before it got the lock. */
const NEWEST = statement('price_newest', { version: int, prices: jsonb<Prices>() })`
  select version, prices from price_version order by version desc limit 1`

const ADD = statement('price_add', { effective_at: time })`insert into price_version (version, prices, effective_at)
         values ($1, $2, date_trunc('milliseconds', clock_timestamp())) returning effective_at`

/**
 * Creates a new version of the price list, in force at once. Older versions are kept: tasks created under them settle by them.
 * Concurrent changes run one after the other.
 * @param change returns the new list for the current list and version; if it throws, nothing changes
 */
export async function addPriceVersion(
  pool: Pool,
  change: (current: Prices, version: number) => Prices,
): Promise<PriceList> {
  return transaction(pool, async (tx: Tx) => {
    tx.send(LOCK, [])
    const newest = await tx.run(NEWEST, [])
    const [current] = newest.rows
    if (!current) throw new Error('there is no price version in the database')
    const version = current.version + 1
    const next = change(current.prices, current.version)
    const problems = problemsOf(next)
    if (problems.length > 0) throw new RangeError(problems.join('; '))
    const { rows } = await tx.run(ADD, [version, next])
    return { version, effectiveAt: rows[0]?.effective_at ?? new Date(), prices: next }
  })
}
