import { type GraphQLFieldConfig, GraphQLInt, GraphQLString } from 'graphql'
import { PRICE_FIELDS, type PriceField } from '../../credit/price-version.ts'
import { priceText } from '../../operator/amount.ts'
import { type PriceStep, type PriceVersion, readPriceHistory } from '../../operator/price-history.ts'
import { type PriceChange, setPrices } from '../../operator/set-prices.ts'
import { change, payloadOf } from './change.ts'
import { type AdminContext, DateTime, inputOf, listOf, objectOf, some } from './describe.ts'

const UNIT = '`micro`: yuan, decimal; `factor`: a factor.'

/** A number of the price list in force. */
interface Price extends Pick<PriceField, 'key' | 'unit' | 'about'> {
  readonly value: string
}

const PriceType = objectOf<Price>('Price', 'A number of the price list.', {
  key: [some(GraphQLString), 'What it is called, as in `generation.768p`.'],
  unit: [some(GraphQLString), UNIT],
  about: [some(GraphQLString), 'What is charged by it.'],
  value: [some(GraphQLString), 'What it is, exact: `0.50`, or `1.5` of a factor.'],
})

const Step = objectOf<PriceStep>('PriceStep', 'A number that a version changed.', {
  key: [some(GraphQLString), 'Which.'],
  unit: [some(GraphQLString), UNIT],
  from: [some(GraphQLString), 'What it was in the version before.'],
  to: [some(GraphQLString), 'What it is in this one.'],
})

const Version = objectOf<Omit<PriceVersion, 'prices'>>('PriceVersion', 'A version of the price list.', {
  version: [some(GraphQLInt), '1, 2, 3 …'],
  effectiveAt: [some(DateTime), 'When it came into force.'],
  steps: [listOf(Step), 'What it changed; the first changed nothing.'],
})

interface Prices {
  readonly version: number
  readonly effectiveAt: Date
  readonly prices: readonly Price[]
  readonly history: readonly PriceVersion[]
}

const PriceListType = objectOf<Prices>('PriceList', 'The prices in force.', {
  version: [some(GraphQLInt), 'Its version; what was created under an older one settles by that.'],
  effectiveAt: [some(DateTime), 'Since when.'],
  prices: [listOf(PriceType), 'Every number of it.'],
  history: [listOf(Version), 'The newest versions, ten at most, this one first.'],
})

const HISTORY = 10

async function readPrices({ pool }: AdminContext): Promise<Prices> {
  const history = await readPriceHistory(pool, HISTORY)
  const [current] = history
  if (!current) throw new Error('there is no price version in the database')
  const { version, effectiveAt, prices } = current
  const shown = PRICE_FIELDS.map(({ key, unit, about, read }) => ({
    key,
    unit,
    about,
    value: priceText(read(prices), unit),
  }))
  return { version, effectiveAt, prices: shown, history }
}

export const pricesQuery: GraphQLFieldConfig<unknown, AdminContext> = {
  type: some(PriceListType),
  description: 'The prices in force, and how they came about.',
  resolve: (_root, _args, context) => readPrices(context),
}

interface PriceInput {
  readonly version: number
  readonly changes: readonly PriceChange[]
}

const changeInput = inputOf<PriceChange>('PriceChangeInput', 'A number to change.', {
  key: [some(GraphQLString), 'Which, as in `generation.768p`.'],
  value: [some(GraphQLString), 'What it is to be: decimal yuan with at most six decimals, or a factor with three.'],
})

const priceInput = inputOf<PriceInput>('PriceListInput', 'A new version of the price list.', {
  version: [
    some(GraphQLInt),
    'The version that the changes were made for: nothing is changed where another is in force by now, so a repeated call ' +
      'adds one version.',
  ],
  changes: [listOf(changeInput), 'The numbers to change; what is not named stays.'],
})

export const priceChange = change<PriceInput, Prices>(
  'A new version of the price list, in force at once.',
  priceInput,
  payloadOf('priceList', PriceListType),
  async (context, { version, changes }) => {
    await setPrices(context.pool, changes, version)
    return readPrices(context)
  },
)
