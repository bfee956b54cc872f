import { RESPONSE_ALREADY_SENT } from '@hono/node-server/utils/response'
import { ENTRY_KINDS } from '../../../credit/entry.ts'
import { CURRENCY, displayAmount, microJson } from '../../../credit/money.ts'
import { currentPrices, type PriceList } from '../../../credit/price.ts'
import { readCredits, type Credits as Standing } from '../../../credit/read.ts'
import { EXPORTS_PER_ACCOUNT } from '../../../task/ledger-export.ts'
import { MONTH, type Month, parseMonth } from '../../../task/ledger-page.ts'
import { TIERS } from '../../../task/task.ts'
import { authorizationOf } from '../../caller.ts'
import { csvHeaders, sendCsv } from '../../csv.ts'
import { jsonAnswer, listSchema, pageOf } from '../openapi/answer.ts'
import * as schema from '../openapi/schema.ts'
import { always, currency, idOf, micro, named, number, object, orNull, price, text, time } from '../openapi/schema.ts'
import { anyText, oneOf, type Parameter, paging } from '../query.ts'
import { json, listText } from '../respond.ts'
import { route } from '../route.ts'
import { ENTRY_ID, VIDEO_ID } from './videos/examples.ts'

const LedgerEntry = named(
  'LedgerEntry',
  object('A line of the ledger. Entries are never changed.', {
    id: idOf('led', 'Id of the entry.'),
    object: always('ledger_entry'),
    kind: schema.choice(ENTRY_KINDS, 'Kind of the entry.'),
    amount_micro: micro('Change of the balance by this entry.'),
    frozen_delta_micro: micro('Change of the frozen amount.'),
    balance_after_micro: micro('Balance after this entry.'),
    currency,
    task_id: orNull(idOf('vid', 'The task of the entry; null if there is none.')),
    description: text('Description for people.'),
    created_at: time('When it was written.'),
  }),
)

const Credits = named(
  'Credits',
  object('The balance, with a page of the ledger read at the same moment.', {
    object: always('credits'),
    balance_micro: micro('The sum of the ledger.'),
    frozen_micro: price('The part set aside for unfinished tasks and calls.'),
    available_micro: micro('The rest: what can be spent.'),
    balance: schema.display('The balance.'),
    currency,
    snapshot: orNull(
      object('The balance last verified against the whole ledger, for reconciliation only; null before the first.', {
        balance_micro: micro('The balance at that time.'),
        at: time('When it was verified.'),
      }),
    ),
    ledger: listSchema('LedgerEntryList', LedgerEntry, 'ledger entries'),
  }),
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

function presentCredits({ balanceMicro, frozenMicro, audited, ledger }: Standing): string {
  const fields = JSON.stringify({
    object: 'credits',
    balance_micro: microJson(balanceMicro),
    frozen_micro: microJson(frozenMicro),
    available_micro: microJson(balanceMicro - frozenMicro),
    balance: displayAmount(balanceMicro),
    currency: CURRENCY,
    snapshot: audited && { balance_micro: microJson(audited.balanceMicro), at: audited.at },
  })
  return `${fields.slice(0, -1)},"ledger":${listText(ledger, presentEntry)}}`
}

function presentEntry(entry: Standing['ledger']['items'][number]): string {
  return JSON.stringify({
    id: entry.id,
    object: 'ledger_entry',
    kind: entry.kind,
    amount_micro: microJson(entry.amountMicro),
    frozen_delta_micro: microJson(entry.frozenDeltaMicro),
    balance_after_micro: microJson(entry.balanceAfterMicro),
    currency: CURRENCY,
    task_id: entry.taskId,
    description: entry.description,
    created_at: entry.createdAt,
  })
}

/** docs/rules/money.md#credits */
route('GET', '/v1/credits', {
  name: 'getCredits',
  tag: 'Credits',
  need: 'credits:read',
  summary: 'Get balance and ledger',
  description: 'The balance and a page of the ledger, newest first.',
  query: {
    ...paging('led'),
    kind: oneOf(ENTRY_KINDS, 'Only entries of this kind.'),
    task_id: anyText(text('Only entries of this task.', { examples: [VIDEO_ID] })),
  },
  answers: { 200: jsonAnswer('Balance and page.', Credits, { credits: CREDITS }) },
  async handle({ rooms, caller, query: { task_id: taskId, ...listing } }) {
    return json(200, presentCredits(await readCredits(rooms.resources, caller, { ...listing, taskId })))
  },
})

const month: Parameter<Month> = {
  schema: text('Only entries of this month, in UTC; all by default.', { pattern: MONTH.source, examples: ['2026-11'] }),
  read: parseMonth,
}

/** docs/rules/money.md#export */
route('GET', '/v1/credits/export.csv', {
  name: 'exportCredits',
  tag: 'Credits',
  need: 'credits:read',
  version: 'current',
  summary: 'Export the ledger as CSV',
  description:
    'All entries of a month, or of all time, oldest first, as RFC 4180 in UTF-8 with a header. It has the entries that exist when ' +
    'it begins. Amounts are exact, in yuan and in micro-yuan; `items` has the price items of a freeze or settlement with their ' +
    'amounts in micro-yuan. A note that a spreadsheet could run as a formula begins with an apostrophe. The answer is sent as it ' +
    'is read and has no `Content-Length`; if it breaks off, repeat it. It is compressed with gzip if you accept that. An account ' +
    `may run ${EXPORTS_PER_ACCOUNT} exports at once.`,
  query: { month },
  answers: {
    200: {
      description: 'The entries.',
      content: [{ type: 'text/csv', schema: text('A header and a record for each entry.') }],
      headers: ['Content-Disposition', 'Cache-Control'],
    },
  },
  async handle({ rooms, c, caller, query }) {
    const { incoming, outgoing } = c.env
    const exported = await rooms.ledgerExports.open(caller.accountId, query.month, false)
    if (!exported) throw new Error(`there is no account ${caller.accountId}`)
    if (c.req.method === 'HEAD') {
      exported.close()
      return new Response(null, { headers: csvHeaders(exported, incoming) })
    }
    // A gateway that stops lets an export end, as any other answer.
    const release = rooms.keyGuard.hold(authorizationOf(c) ?? '', (refusal) => refusal && outgoing.destroy())
    if (outgoing.destroyed) release()
    else outgoing.once('close', release)
    sendCsv(exported, incoming, outgoing, rooms.resources.log)
    return RESPONSE_ALREADY_SENT
  },
})

const rate = (what: string, name = 'per_second_micro') => object(what, { [name]: price('Price.') })

const Pricing = named(
  'Pricing',
  object('The price list in force. A task keeps the version in force at its creation.', {
    object: always('pricing'),
    currency,
    price_version: schema.positive('Increases with every change.'),
    effective_at: time('When it came into force.'),
    video: object('Generation, per second.', { '768p': rate('At 768p.') }),
    tiers: object(
      'Factors on `video`, by `service_tier`.',
      Object.fromEntries(TIERS.map((tier) => [tier, number(`Factor of ${tier}.`, { minimum: 0 })])),
    ),
    encoder: rate('Encoding of prompt and material, per task.', 'per_task_micro'),
    material: object('Reference material.', {
      video: rate('Per second of reference video.'),
      audio: rate('Per second of reference audio.'),
      image_beyond_five: rate('Per image beyond the fifth.', 'per_image_micro'),
    }),
    upscale: object('Upscaling, per second.', { '2k': rate('To 2K.'), '4k': rate('To 4K.') }),
    context_ir_micro: price('Context IR, per task that it was applied to.'),
    prompt_opt_micro: price('Per call of `POST /v1/prompt/optimize`.'),
  }),
)

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

/** Amounts are in µ¥; a tier is the factor on the price of a video's seconds. */
function presentPrices({ version, effectiveAt, prices }: PriceList): string {
  const { generation, tiers, upscale, encoder, material } = prices
  const perSecond = (micro: number) => ({ per_second_micro: micro })
  return JSON.stringify({
    object: 'pricing',
    currency: CURRENCY,
    price_version: version,
    effective_at: effectiveAt,
    video: { '768p': perSecond(generation['768p']) },
    tiers: Object.fromEntries(Object.entries(tiers).map(([tier, factor]) => [tier, factor / 1000])),
    encoder: { per_task_micro: encoder },
    material: {
      video: perSecond(material.video),
      audio: perSecond(material.audio),
      image_beyond_five: { per_image_micro: material.imageBeyondFive },
    },
    upscale: { '2k': perSecond(upscale['2k']), '4k': perSecond(upscale['4k']) },
    context_ir_micro: prices.contextIr,
    prompt_opt_micro: prices.promptOpt,
  })
}

/** docs/rules/money.md#prices */
route('GET', '/v1/pricing', {
  name: 'getPricing',
  tag: 'Credits',
  need: null,
  version: 'current',
  summary: 'Get the price list',
  description: 'The prices in force. They can change, so read them here.',
  answers: { 200: jsonAnswer('The price list.', Pricing, { list: PRICING }) },
  async handle({ rooms }) {
    return json(200, presentPrices(await currentPrices(rooms.resources.pool)))
  },
})
