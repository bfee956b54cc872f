import { z } from 'zod'
import { ENTRY_KINDS } from '../../../credit/entry.ts'
import { TIERS } from '../../../task/task.ts'
import { ENTRY_ID, pageOf, VIDEO_ID } from './examples.ts'
import { jsonContent, type Operation } from './operation.ts'
import { answerSchema, display, idOf, kindOf, micro, time } from './schema.ts'
import * as shared from './shared.ts'
import { currency } from './video-schemas.ts'

const kind = z.enum(ENTRY_KINDS).meta({ description: 'Kind of the entry.' })

const LedgerEntry = answerSchema(
  'LedgerEntry',
  z
    .object({
      id: idOf('led', 'Id of the entry.'),
      object: kindOf('ledger_entry'),
      kind,
      amount_micro: micro('Change of the balance by this entry.'),
      frozen_delta_micro: micro('Change of the frozen amount.'),
      balance_after_micro: micro('Balance after this entry.'),
      currency,
      task_id: idOf('vid', 'The task of the entry; null if there is none.').nullable(),
      description: z.string().meta({ description: 'Description for people.' }),
      created_at: time('When it was written.'),
    })
    .meta({ description: 'A line of the ledger. Entries are never changed.' }),
)

const LedgerList = shared.listSchema('LedgerEntryList', LedgerEntry, 'ledger entries')

const Credits = answerSchema(
  'Credits',
  z
    .object({
      object: kindOf('credits'),
      balance_micro: micro('The sum of the ledger.'),
      frozen_micro: micro('The part set aside for unfinished tasks and calls.').min(0),
      available_micro: micro('The rest: what can be spent.'),
      balance: display('The balance.'),
      currency,
      snapshot: z
        .object({ balance_micro: micro('The balance at that time.'), at: time('When it was verified.') })
        .nullable()
        .meta({
          description:
            'The balance last verified against the whole ledger, for reconciliation only; null before the first.',
        }),
      ledger: LedgerList,
    })
    .meta({ description: 'The balance, with a page of the ledger read at the same moment.' }),
)

const rate = (what: string, name = 'per_second_micro') =>
  z.object({ [name]: micro('Price.').min(0) }).meta({ description: what })

const factors = Object.fromEntries(
  TIERS.map((tier) => [
    tier,
    z
      .number()
      .min(0)
      .meta({ description: `Factor of ${tier}.` }),
  ]),
)

const Pricing = answerSchema(
  'Pricing',
  z
    .object({
      object: kindOf('pricing'),
      currency,
      price_version: z.int().min(1).meta({ description: 'Increases with every change.' }),
      effective_at: time('When it came into force.'),
      video: z.object({ '768p': rate('At 768p.') }).meta({ description: 'Generation, per second.' }),
      tiers: z.object(factors).meta({ description: 'Factors on `video`, by `service_tier`.' }),
      encoder: rate('Encoding of prompt and material, per task.', 'per_task_micro'),
      material: z
        .object({
          video: rate('Per second of reference video.'),
          audio: rate('Per second of reference audio.'),
          image_beyond_five: rate('Per image beyond the fifth.', 'per_image_micro'),
        })
        .meta({ description: 'Reference material.' }),
      upscale: z.object({ '2k': rate('To 2K.'), '4k': rate('To 4K.') }).meta({ description: 'Upscaling, per second.' }),
      context_ir_micro: micro('Context IR, per task that it was applied to.').min(0),
      prompt_opt_micro: micro('Per call of `POST /v1/prompt/optimize`.').min(0),
    })
    .meta({ description: 'The price list in force. A task keeps the version in force at its creation.' }),
)

const ENTRY = {
  id: ENTRY_ID,
  object: 'ledger_entry',
  kind: 'settle',
  amount_micro: -2_520_000,
  frozen_delta_micro: -2_520_000,
  balance_after_micro: 97_480_000,
  currency: 'CNY',
  task_id: VIDEO_ID,
  description: 'Video, 5 s',
  created_at: '2026-11-27T21:58:12.907Z',
}

const CREDITS = {
  object: 'credits',
  balance_micro: 97_480_000,
  frozen_micro: 0,
  available_micro: 97_480_000,
  balance: '¥97.48',
  currency: 'CNY',
  snapshot: { balance_micro: 97_480_000, at: '2026-11-27T21:59:01.512Z' },
  ledger: pageOf(ENTRY),
}

const PRICING = {
  object: 'pricing',
  currency: 'CNY',
  price_version: 1,
  effective_at: '2026-11-01T00:00:00.000Z',
  video: { '768p': { per_second_micro: 500_000 } },
  tiers: { draft: 1, standard: 1, pro: 1.5, dedicated: 2 },
  encoder: { per_task_micro: 20_000 },
  material: {
    video: { per_second_micro: 20_000 },
    audio: { per_second_micro: 5000 },
    image_beyond_five: { per_image_micro: 200_000 },
  },
  upscale: { '2k': { per_second_micro: 300_000 }, '4k': { per_second_micro: 900_000 } },
  context_ir_micro: 100_000,
  prompt_opt_micro: 50_000,
}

export const CREDIT_OPERATIONS: readonly Operation[] = [
  {
    method: 'get',
    path: '/v1/credits',
    id: 'getCredits',
    tag: 'Credits',
    need: 'credits:read',
    summary: 'Get balance and ledger',
    description: 'The balance and a page of the ledger, newest first.',
    parameters: [
      shared.LIMIT,
      shared.afterParameter('led'),
      shared.query('kind', kind.meta({ description: 'Only entries of this kind.' })),
      shared.query('task_id', z.string().meta({ description: 'Only entries of this task.', examples: [VIDEO_ID] })),
    ],
    answers: { 200: { description: 'Balance and page.', content: jsonContent(Credits, { credits: CREDITS }) } },
    refusals: { 400: ['invalid_cursor'] },
  },
  {
    method: 'get',
    path: '/v1/pricing',
    id: 'getPricing',
    tag: 'Credits',
    need: null,
    summary: 'Get the price list',
    description: 'The prices in force. They can change, so read them here.',
    answers: { 200: { description: 'The price list.', content: jsonContent(Pricing, { list: PRICING }) } },
    // In the earlier version.
    refusals: { 404: ['route_not_found'] },
  },
]
