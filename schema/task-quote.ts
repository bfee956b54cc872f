import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { RawJson } from '../src/lib/raw-json.ts'
import {
  type TaskQuote as Quote,
  type QuotedMaterial,
  type QuotedPrice,
  quoteTask,
  type ResolvedRequest,
} from '../src/task/quote.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'
import { toUserError, UserError } from './errors.ts'
import { restBody, TaskCreateInput } from './task-input.ts'
import { PriceLine } from './task-parts.ts'

const QuotedFile = builder.objectRef<QuotedMaterial>('TaskQuoteMaterial').implement({
  description: 'A file of the request and how much of it the video uses.',
  fields: (t) => ({
    path: t.string({
      description: 'The parameter that names it, as in REST: `references[2]`.',
      resolve: (m) => m.param,
    }),
    fileId: t.id({ description: 'The file.', resolve: ({ file }) => file.id }),
    kind: t.field({ type: enums.MediaKind, description: 'What it is.', resolve: ({ file }) => file.kind }),
    width: t.int({ nullable: true, description: 'Pixels; null for audio.', resolve: ({ file }) => file.width }),
    height: t.int({ nullable: true, description: 'Pixels; null for audio.', resolve: ({ file }) => file.height }),
    duration: t.float({
      nullable: true,
      description: 'Length in seconds, which is billed; null for images.',
      resolve: ({ file }) => (file.durationMs === null ? null : file.durationMs / 1000),
    }),
    usedSeconds: t.exposeFloat('usedSeconds', {
      nullable: true,
      description: 'Seconds from its start that the video uses; null for images.',
    }),
  }),
})

const Canvas = builder.objectRef<ResolvedRequest['canvas']>('TaskQuoteCanvas').implement({
  description: 'Size at which the video is generated, before any upscaling.',
  fields: (t) => ({
    width: t.exposeInt('width', { description: 'Pixels.' }),
    height: t.exposeInt('height', { description: 'Pixels.' }),
  }),
})

const QuotedRequest = builder.objectRef<ResolvedRequest>('TaskQuoteRequest').implement({
  description: 'The request with its defaults applied and its material looked up.',
  fields: (t) => ({
    mode: t.field({ type: enums.Mode, description: 'What it is made from.', resolve: (r) => r.request.mode }),
    prompt: t.string({ description: 'The prompt as sent.', resolve: ({ request }) => request.prompt }),
    inputImage: t.id({
      nullable: true,
      description: 'File of the start frame.',
      resolve: ({ request }) => request.inputImage,
    }),
    endImage: t.id({ nullable: true, description: 'File of the end frame.', resolve: (r) => r.request.endImage }),
    references: t.idList({
      description: 'Files of the reference material, in order.',
      resolve: ({ request }) => [...request.references],
    }),
    material: t.field({
      type: [QuotedFile],
      description: 'The files found, in the order of the request.',
      resolve: ({ material }) => [...material],
    }),
    duration: t.float({ description: 'Requested seconds.', resolve: (r) => r.request.durationMs / 1000 }),
    deliveredSeconds: t.exposeFloat('deliveredSeconds', { description: 'Length of the video, in seconds.' }),
    frames: t.exposeInt('frames', { description: 'Number of frames, at 24 per second.' }),
    resolution: t.field({
      type: enums.Resolution,
      description: 'Resolution of the delivered video.',
      resolve: ({ request }) => request.resolution,
    }),
    aspectRatio: t.expose('aspectRatio', { type: enums.AspectRatio, description: 'Shape of the picture, never AUTO.' }),
    canvas: t.expose('canvas', { type: Canvas, description: 'Size at which the video is generated.' }),
    width: t.int({ description: 'Pixels of the delivered video.', resolve: ({ size }) => size.width }),
    height: t.int({ description: 'Pixels of the delivered video.', resolve: ({ size }) => size.height }),
    serviceTier: t.field({
      type: enums.ServiceTier,
      description: 'How the task is served and priced.',
      resolve: ({ request }) => request.serviceTier,
    }),
    acceleration: t.field({
      type: enums.Acceleration,
      description: 'Whether the request allows the accelerated path.',
      resolve: ({ request }) => request.acceleration,
    }),
    useContextIr: t.exposeBoolean('useContextIr', { description: 'Whether context IR is requested.' }),
    audio: t.boolean({ description: 'Whether sound is requested.', resolve: ({ request }) => request.audio }),
    seed: t.int({
      nullable: true,
      description: 'The seed of the request, if any.',
      resolve: ({ request }) => request.seed,
    }),
    n: t.int({ description: 'Number of tasks.', resolve: ({ request }) => request.n }),
    webhookUrl: t.field({
      type: 'URL',
      nullable: true,
      description: 'Called back when a task has ended.',
      resolve: ({ request }) => request.webhookUrl,
    }),
    metadata: t.field({
      type: 'JSON',
      nullable: true,
      description: 'Data of the caller, returned unchanged.',
      resolve: ({ request: { metadata } }) => (metadata === null ? null : new RawJson(metadata)),
    }),
  }),
})

const QuotePrice = builder.objectRef<QuotedPrice>('TaskQuotePrice').implement({
  description: 'The exact price, as a create would set it aside now.',
  fields: (t) => ({
    priceVersion: t.exposeInt('priceVersion', { description: 'Version of the price list.' }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    items: t.field({ type: [PriceLine], description: 'Lines of one task.', resolve: ({ items }) => [...items] }),
    amountMicro: t.expose('amountMicro', { type: 'MicroYuan', description: 'Price of one task.' }),
    amount: t.string({
      description: 'The price of one task for display, such as `¥2.52`. Do not calculate with it.',
      resolve: ({ amountMicro }) => displayAmount(amountMicro),
    }),
    n: t.exposeInt('n', { description: 'Number of requested tasks.' }),
    totalMicro: t.expose('totalMicro', { type: 'MicroYuan', description: 'Price of all requested tasks.' }),
    total: t.string({
      description: 'The total for display, such as `¥2.52`. Do not calculate with it.',
      resolve: ({ totalMicro }) => displayAmount(totalMicro),
    }),
  }),
})

const TaskQuote = builder.objectRef<Quote>('TaskQuote').implement({
  description: 'The resolved request and price of a create. Nothing is created or set aside.',
  fields: (t) => ({
    valid: t.exposeBoolean('valid', { description: 'Whether the request is valid.' }),
    request: t.field({
      type: QuotedRequest,
      nullable: true,
      description: 'The resolved request; null if a field has the wrong form.',
      resolve: ({ request }) => request,
    }),
    price: t.field({
      type: QuotePrice,
      nullable: true,
      description: 'The price; null if `request` is null.',
      resolve: ({ price }) => price,
    }),
    affordable: t.exposeBoolean('affordable', { description: 'Whether the available balance covers the total now.' }),
    errors: t.field({
      type: [UserError],
      description: 'Problems of the request, at most 50.',
      resolve: ({ errors }) => errors.map(toUserError),
    }),
    moreErrors: t.exposeInt('moreErrors', { description: 'Number of further problems.' }),
  }),
})

builder.queryField('taskQuote', (t) =>
  t.field({
    type: TaskQuote,
    description:
      'Validates and prices a create without creating anything, by the rules of `taskCreate` and the current version of the interface.',
    args: { input: t.arg({ type: TaskCreateInput, required: true, description: 'The create to quote.' }) },
    resolve: (_root, { input: { idempotencyKey: _, ...fields } }, { rooms, caller }) =>
      quoteTask(rooms.resources, caller, restBody(fields)),
  }),
)
