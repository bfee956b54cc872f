import { z } from 'zod'
import { ENTRY_KINDS } from '../../../credit/entry.ts'
import { TIERS } from '../../../task/task.ts'
import { ENTRY_ID, pageOf, VIDEO_ID } from './examples.ts'
import { jsonContent, type Operation } from './operation.ts'
import { answerSchema, display, idOf, kindOf, micro, time } from './schema.ts'
import * as shared from './shared.ts'
import { currency } from './video-schemas.ts'

const kind = z.enum(ENTRY_KINDS).meta({ description: 'What moved the balance.' })

const LedgerEntry = answerSchema(
  'LedgerEntry',
  z
    .object({
      id: idOf('led', 'Names the entry.'),
      object: kindOf('ledger_entry'),
      kind,
      amount_micro: micro('What it changed the balance by.'),
      frozen_delta_micro: micro('What it changed the frozen part by.'),
      balance_after_micro: micro('The balance after it.'),
      currency,
      task_id: idOf('vid', 'The task that it is about; null of what belongs to none.').nullable(),
      description: z.string().meta({ description: 'What it is, for people.' }),
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
      frozen_micro: micro('Of that, what is set aside for tasks that have not ended.').min(0),
      available_micro: micro('The rest: what can be spent.'),
      balance: display('The balance.'),
      currency,
      snapshot: z
        .object({ balance_micro: micro('The balance then.'), at: time('When.') })
        .nullable()
        .meta({
          description: 'What was last proved against the whole ledger, for reconciliation alone; null before that.',
        }),
      ledger: LedgerList,
    })
    .meta({ description: 'The balance, with a page of the ledger that was read at the same moment.' }),
)

const rate = (what: string, name = 'per_second_micro') =>
  z.object({ [name]: micro('Price.').min(0) }).meta({ description: what })

const factors = Object.fromEntries(
  TIERS.map((tier) => [
    tier,
    z
      .number()
      .min(0)
      .meta({ description: `Of ${tier}.` }),
  ]),
)

const Pricing = answerSchema(
  'Pricing',
  z
    .object({
      object: kindOf('pricing'),
      currency,
      price_version: z.int().min(1).meta({ description: 'Grows with every change.' }),
      effective_at: time('Since when it holds.'),
      video: z.object({ '768p': rate('At 768p.') }).meta({ description: 'Making the picture, a second.' }),
      tiers: z.object(factors).meta({ description: 'Factors on `video`, by `service_tier`.' }),
      encoder: rate('Reading prompt and material, a task.', 'per_task_micro'),
      material: z
        .object({
          video: rate('A second of reference video.'),
          audio: rate('A second of reference sound.'),
          image_beyond_five: rate('An image beyond the fifth.', 'per_image_micro'),
        })
        .meta({ description: 'Reference material.' }),
      upscale: z.object({ '2k': rate('To 2K.'), '4k': rate('To 4K.') }).meta({ description: 'Upscaling, a second.' }),
      context_ir_micro: micro('Context IR, a task that it was applied to.').min(0),
      prompt_opt_micro: micro('A call of `POST /v1/prompt/optimize`.').min(0),
    })
    .meta({ description: 'The price list in force. A task keeps the one it was created under.' }),
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
    description: 'The prices in force. Read them here; they change.',
    answers: { 200: { description: 'The price list.', content: jsonContent(Pricing, { list: PRICING }) } },
    // Of the earlier form.
    refusals: { 404: ['route_not_found'] },
  },
]
