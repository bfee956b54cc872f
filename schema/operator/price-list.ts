import type { Pool } from 'pg'
import { PRICE_FIELDS, type PriceField } from '../../src/credit/price-version.ts'
import { priceText } from '../../src/operator/amount.ts'
import { type PriceStep, type PriceVersion, readPriceHistory } from '../../src/operator/price-history.ts'
import { setPrices } from '../../src/operator/set-prices.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

const UNIT = '`micro` for an amount in yuan, `factor` for a factor.'

const Price = builder.objectRef<Pick<PriceField, 'key' | 'unit' | 'about'> & { value: string }>('Price').implement({
  description: 'A price, or a factor, of the price list.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the price, such as `generation.768p`.' }),
    unit: t.exposeString('unit', { description: UNIT }),
    about: t.exposeString('about', { description: 'Work that it is charged for.' }),
    value: t.exposeString('value', { description: 'Exact value: yuan such as `0.50`, or a factor such as `1.5`.' }),
  }),
})

const PriceStepType = builder.objectRef<PriceStep>('PriceStep').implement({
  description: 'A change of one price by a version.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Key of the price.' }),
    unit: t.exposeString('unit', { description: UNIT }),
    from: t.exposeString('from', { description: 'Value in the previous version.' }),
    to: t.exposeString('to', { description: 'Value in this version.' }),
  }),
})

const PriceVersionType = builder.objectRef<PriceVersion>('PriceVersion').implement({
  description: 'A version of the price list.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: 'Number of the version, from 1.' }),
    effectiveAt: t.expose('effectiveAt', { type: 'DateTime', description: 'When it took effect.' }),
    steps: t.expose('steps', { type: [PriceStepType], description: 'Changed prices; the first version has none.' }),
  }),
})

const PriceList = builder.objectRef<PriceVersion & { history: readonly PriceVersion[] }>('PriceList').implement({
  description: 'The prices in force.',
  fields: (t) => ({
    version: t.exposeInt('version', {
      description: 'Version of the prices. A task is billed by the version in force when it was created.',
    }),
    effectiveAt: t.expose('effectiveAt', { type: 'DateTime', description: 'When they took effect.' }),
    prices: t.field({
      type: [Price],
      description: 'All prices and factors.',
      resolve: ({ prices }) =>
        PRICE_FIELDS.map((field) => ({ ...field, value: priceText(field.read(prices), field.unit) })),
    }),
    history: t.expose('history', {
      type: [PriceVersionType],
      description: 'The newest versions, at most ten, newest first.',
    }),
  }),
})

const HISTORY = 10

async function readPrices(pool: Pool) {
  const history = await readPriceHistory(pool, HISTORY)
  const [current] = history
  if (!current) throw new Error('there is no price version in the database')
  return { ...current, history }
}

builder.queryField('priceList', (t) =>
  t.field({
    type: PriceList,
    description: 'The prices in force, with the latest changes.',
    resolve: (_root, _args, { pool }) => readPrices(pool),
  }),
)

const PriceChangeInput = builder.inputType('PriceChangeInput', {
  description: 'A change of one price.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Key of the price, such as `generation.768p`.' }),
    value: t.string({
      required: true,
      description: 'New value: yuan with at most six decimals, or a factor with at most three.',
    }),
  }),
})

const PriceListInput = builder.inputType('PriceListInput', {
  description: 'A new version of the price list.',
  fields: (t) => ({
    version: t.int({
      required: true,
      description:
        'Version that the changes apply to. The call changes nothing if another version is in force, so a repeated call ' +
        'adds one version only.',
    }),
    changes: t.field({
      type: [PriceChangeInput],
      required: true,
      description: 'Prices to change. Prices left out keep their values.',
    }),
  }),
})

changesOf('priceList', PriceList)(
  'priceListUpdate',
  'Adds a version of the price list, which takes effect at once.',
  PriceListInput,
  async ({ pool }, { version, changes }) => {
    await setPrices(pool, changes, version)
    return readPrices(pool)
  },
)
