import { CURRENCY } from '../src/credit/money.ts'
import { currentPrices, type PriceList } from '../src/credit/price.ts'
import { assertScope } from '../src/key/caller.ts'
import { TIERS } from '../src/task/task.ts'
import { builder } from './builder.ts'
import { Resolution, ServiceTier } from './enums.ts'

const ResolutionPrice = builder
  .objectRef<{ resolution: '768p' | '2k' | '4k'; unit: number }>('ResolutionPrice')
  .implement({
    description: 'Price of a second of video.',
    fields: (t) => ({
      resolution: t.expose('resolution', { type: Resolution, description: 'The resolution it applies to.' }),
      perSecondMicro: t.field({
        type: 'MicroYuan',
        description: 'Price of each requested second.',
        resolve: ({ unit }) => BigInt(unit),
      }),
    }),
  })

const TierFactor = builder.objectRef<{ tier: (typeof TIERS)[number]; factor: number }>('TierFactor').implement({
  description: 'Factor of a tier on the price of generation.',
  fields: (t) => ({
    tier: t.expose('tier', { type: ServiceTier, description: 'The tier.' }),
    factor: t.exposeFloat('factor', { description: 'The factor, such as 1.5.' }),
  }),
})

const MaterialPrices = builder.objectRef<PriceList['prices']['material']>('MaterialPrices').implement({
  description: 'Prices of reference material.',
  fields: (t) => ({
    videoPerSecondMicro: t.field({
      type: 'MicroYuan',
      description: 'For each second of video.',
      resolve: ({ video }) => BigInt(video),
    }),
    audioPerSecondMicro: t.field({
      type: 'MicroYuan',
      description: 'For each second of audio.',
      resolve: ({ audio }) => BigInt(audio),
    }),
    imageBeyondFiveMicro: t.field({
      type: 'MicroYuan',
      description: 'For each image beyond the fifth.',
      resolve: ({ imageBeyondFive }) => BigInt(imageBeyondFive),
    }),
  }),
})

const Pricing = builder.objectRef<PriceList>('Pricing').implement({
  description: 'The price list in force.',
  fields: (t) => ({
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    priceVersion: t.exposeInt('version', {
      description: 'Version of the price list. A task keeps the version in force at its creation.',
    }),
    effectiveAt: t.expose('effectiveAt', { type: 'DateTime', description: 'When it came into force.' }),
    video: t.field({
      type: [ResolutionPrice],
      description: 'Generation.',
      resolve: ({ prices }) => [{ resolution: '768p' as const, unit: prices.generation['768p'] }],
    }),
    tiers: t.field({
      type: [TierFactor],
      description: 'Factors of the tiers on the price of generation.',
      resolve: ({ prices }) => TIERS.map((tier) => ({ tier, factor: prices.tiers[tier] / 1000 })),
    }),
    upscale: t.field({
      type: [ResolutionPrice],
      description: 'Upscaling.',
      resolve: ({ prices: { upscale } }) => [
        { resolution: '2k' as const, unit: upscale['2k'] },
        { resolution: '4k' as const, unit: upscale['4k'] },
      ],
    }),
    encoderMicro: t.field({
      type: 'MicroYuan',
      description: 'Encoding, once per task.',
      resolve: ({ prices }) => BigInt(prices.encoder),
    }),
    material: t.field({
      type: MaterialPrices,
      description: 'Reference material.',
      resolve: ({ prices }) => prices.material,
    }),
    contextIrMicro: t.field({
      type: 'MicroYuan',
      description: 'Context IR, once per task if applied.',
      resolve: ({ prices }) => BigInt(prices.contextIr),
    }),
    promptOptMicro: t.field({
      type: 'MicroYuan',
      description: 'One prompt optimisation.',
      resolve: ({ prices }) => BigInt(prices.promptOpt),
    }),
  }),
})

builder.queryField('pricing', (t) =>
  t.field({
    type: Pricing,
    description: 'The price list in force.',
    resolve(_root, _args, { rooms, caller }) {
      assertScope(caller, null)
      return currentPrices(rooms.resources.pool)
    },
  }),
)
