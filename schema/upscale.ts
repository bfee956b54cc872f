import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import { DomainError } from '../src/errors.ts'
import { createUpscale } from '../src/upscale/create.ts'
import { type UpscaleQuote as Quote, quoteUpscale } from '../src/upscale/quote.ts'
import { builder, CURRENT_FORM, IDEMPOTENCY_KEY } from './builder.ts'
import * as enums from './enums.ts'
import { attempt, UserError, type UserErrorShape } from './errors.ts'
import { Task, taskRow } from './task.ts'

const UpscaleQuote = builder.objectRef<Quote>('UpscaleQuote').implement({
  description: 'What upscaling a finished work to 2K costs now.',
  fields: (t) => ({
    sourceTaskId: t.exposeID('sourceTaskId', { description: 'The task to upscale.' }),
    resolution: t.field({ type: enums.Resolution, description: 'R2K.', resolve: () => '2k' as const }),
    billedSeconds: t.exposeFloat('billedSeconds', {
      description: 'Billed seconds, the length of the delivered video: `frames` / 24, not rounded.',
    }),
    frames: t.exposeInt('frames', { description: 'Frames of the delivered video.' }),
    unitPriceMicro: t.expose('unitPriceMicro', { type: 'MicroYuan', description: 'Price of one second.' }),
    amountMicro: t.expose('amountMicro', {
      type: 'MicroYuan',
      description: 'The price, ⌈frames × unitPriceMicro / 24⌉. Send it back unchanged.',
    }),
    amount: t.string({
      description: 'The price for display, such as `¥1.55`. Do not calculate with it.',
      resolve: ({ amountMicro }) => displayAmount(amountMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    priceVersion: t.exposeInt('priceVersion', { description: 'Version of the price list.' }),
  }),
})

builder.objectType(builder.objectRef<UserErrorShape>('PriceChangedError'), {
  description: 'The price changed after the quote.',
  interfaces: [UserError],
  fields: (t) => ({
    quote: t.field({
      type: UpscaleQuote,
      description: 'The current quote.',
      resolve: ({ details }) => quoteOf(details),
    }),
  }),
})

function quoteOf(details: UserErrorShape['details']): Quote {
  return {
    sourceTaskId: String(details['source_task_id']),
    billedSeconds: Number(details['billed_seconds']),
    frames: Number(details['frames']),
    unitPriceMicro: BigInt(Number(details['unit_price_micro'])),
    amountMicro: BigInt(Number(details['current_amount_micro'])),
    priceVersion: Number(details['price_version']),
  }
}

builder.queryField('upscaleQuote', (t) =>
  t.field({
    type: UpscaleQuote,
    nullable: true,
    description: 'Quotes an upscale to 2K; null if there is no such task.',
    args: { taskId: t.arg.id({ required: true, description: 'A finished task at R768P.' }) },
    async resolve(_root, { taskId }, { rooms, caller }) {
      try {
        return await quoteUpscale(rooms.resources, caller, taskId)
      } catch (error) {
        if (error instanceof DomainError && error.code === 'video_not_found') return null
        throw error
      }
    },
  }),
)

const TaskUpscaleInput = builder.inputType('TaskUpscaleInput', {
  description: 'The task to upscale.',
  fields: (t) => ({
    taskId: t.id({ required: true, description: 'A finished task at R768P.' }),
    amountMicro: t.field({ type: 'MicroYuan', required: true, description: '`amountMicro` of the quote.' }),
    idempotencyKey: t.string({ description: IDEMPOTENCY_KEY }),
  }),
})

interface TaskUpscaleResult {
  readonly task: ReturnType<typeof taskRow> | null
  readonly alreadyExists: boolean
  readonly userErrors: readonly UserErrorShape[]
}

const TaskUpscalePayload = builder.objectRef<TaskUpscaleResult>('TaskUpscalePayload').implement({
  description: 'The upscale.',
  fields: (t) => ({
    task: t.field({ type: Task, nullable: true, description: 'The upscale task.', resolve: ({ task }) => task }),
    alreadyExists: t.exposeBoolean('alreadyExists', {
      description: 'Whether this upscale already existed, running or finished. Nothing was charged again.',
    }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why there is none; empty on success.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskUpscale', (t) =>
  t.field({
    type: TaskUpscalePayload,
    nullable: true,
    description: `Upscales a finished work to 2K as a separate task. The work is kept; only the upscale is billed. ${CURRENT_FORM}`,
    args: { input: t.arg({ type: TaskUpscaleInput, required: true, description: 'The task to upscale.' }) },
    async resolve(_root, { input: { taskId, amountMicro, idempotencyKey } }, { rooms, caller, ...context }) {
      const call = {
        id: taskId,
        body: `{"amount_micro":${amountMicro}}`,
        idempotencyKey: idempotencyKey ?? context.idempotencyKey,
      }
      const { done, userErrors } = await attempt(() => createUpscale(rooms.resources, caller, call))
      return { task: done && taskRow(done.task), alreadyExists: done?.alreadyExists ?? false, userErrors }
    },
  }),
)
