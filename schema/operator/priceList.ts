import type { Pool } from 'pg'
import { PRICE_FIELDS, type PriceField } from '../../src/credit/price-version.ts'
import { priceText } from '../../src/operator/amount.ts'
import { type PriceStep, type PriceVersion, readPriceHistory } from '../../src/operator/price-history.ts'
import { setPrices } from '../../src/operator/set-prices.ts'
import { builder } from './builder.ts'
import { changesOf } from './change.ts'

const UNIT = '`micro`: yuan, decimal; `factor`: a factor.'

const Price = builder.objectRef<Pick<PriceField, 'key' | 'unit' | 'about'> & { value: string }>('Price').implement({
  description: 'A number of the price list.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'What it is called, as in `generation.768p`.' }),
    unit: t.exposeString('unit', { description: UNIT }),
    about: t.exposeString('about', { description: 'What is charged by it.' }),
    value: t.exposeString('value', { description: 'What it is, exact: `0.50`, or `1.5` of a factor.' }),
  }),
})

const PriceStepType = builder.objectRef<PriceStep>('PriceStep').implement({
  description: 'A number that a version changed.',
  fields: (t) => ({
    key: t.exposeString('key', { description: 'Which.' }),
    unit: t.exposeString('unit', { description: UNIT }),
    from: t.exposeString('from', { description: 'What it was in the version before.' }),
    to: t.exposeString('to', { description: 'What it is in this one.' }),
  }),
})

const PriceVersionType = builder.objectRef<PriceVersion>('PriceVersion').implement({
  description: 'A version of the price list.',
  fields: (t) => ({
    version: t.exposeInt('version', { description: '1, 2, 3 …' }),
    effectiveAt: t.expose('effectiveAt', { type: 'DateTime', description: 'When it came into force.' }),
    steps: t.expose('steps', { type: [PriceStepType], description: 'What it changed; the first changed nothing.' }),
  }),
})

const PriceList = builder.objectRef<PriceVersion & { history: readonly PriceVersion[] }>('PriceList').implement({
  description: 'The prices in force.',
  fields: (t) => ({
    version: t.exposeInt('version', {
      description: 'Its version; what was created under an older one settles by that.',
    }),
    effectiveAt: t.expose('effectiveAt', { type: 'DateTime', description: 'Since when.' }),
    prices: t.field({
      type: [Price],
      description: 'Every number of it.',
      resolve: ({ prices }) =>
        PRICE_FIELDS.map((field) => ({ ...field, value: priceText(field.read(prices), field.unit) })),
    }),
    history: t.expose('history', {
      type: [PriceVersionType],
      description: 'The newest versions, ten at most, this one first.',
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
    description: 'The prices in force, and how they came about.',
    resolve: (_root, _args, { pool }) => readPrices(pool),
  }),
)

const PriceChangeInput = builder.inputType('PriceChangeInput', {
  description: 'A number to change.',
  fields: (t) => ({
    key: t.string({ required: true, description: 'Which, as in `generation.768p`.' }),
    value: t.string({
      required: true,
      description: 'What it is to be: decimal yuan with at most six decimals, or a factor with three.',
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
      description: 'The numbers to change; what is not named stays.',
    }),
  }),
})

changesOf('priceList', PriceList)(
  'priceListUpdate',
  'A new version of the price list, in force at once.',
  PriceListInput,
  async ({ pool }, { version, changes }) => {
    await setPrices(pool, changes, version)
    return readPrices(pool)
  },
)
