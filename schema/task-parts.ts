import { CURRENCY, displayAmount } from '../src/credit/money.ts'
import type { Context } from '../src/graphql-context.ts'
import type { PriceItem, Task as TaskFacts } from '../src/task/task.ts'
import { type Cost, deliveredSeconds, isDownloadable, type Usage, type Waiting } from '../src/task/view.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'

export const TaskWaiting = builder.objectRef<Waiting>('TaskWaiting').implement({
  description: 'The waiting notice of an unfinished task.',
  fields: (t) => ({
    since: t.expose('since', { type: 'DateTime', description: 'When the waiting began.' }),
    seconds: t.exposeInt('seconds', { description: 'Whole seconds since then.' }),
    reason: t.expose('reason', { type: enums.WaitingReason, description: 'What the task waits for.' }),
  }),
})

export const PriceLine = builder.objectRef<PriceItem>('PriceItem').implement({
  description: 'One line of a price, fixed when the task was created.',
  fields: (t) => ({
    kind: t.expose('kind', { type: enums.PriceItemKind, description: 'Kind of the line.' }),
    quantity: t.exposeFloat('quantity', { description: 'Seconds for timed kinds, a count for the others.' }),
    frames: t.int({
      nullable: true,
      description:
        'Frames of the video to upscale, which set its price: ⌈frames × unitPriceMicro / 24⌉. Null for other kinds.',
      resolve: ({ frames }) => frames ?? null,
    }),
    unitPriceMicro: t.field({
      type: 'MicroYuan',
      description: 'Price of one second or one item.',
      resolve: ({ unitPriceMicro }) => BigInt(Math.round(unitPriceMicro)),
    }),
    amountMicro: t.field({
      type: 'MicroYuan',
      description: 'Amount of this line.',
      resolve: ({ amountMicro }) => BigInt(amountMicro),
    }),
  }),
})

export const TaskUsage = builder.objectRef<Usage>('TaskUsage').implement({
  description: 'What a finished task was billed; zero if it failed.',
  fields: (t) => ({
    billedSeconds: t.exposeFloat('billedSeconds', {
      description:
        'Billed seconds: the requested ones if they were generated. For an upscale of a finished task the exact length of its video.',
    }),
    billedTier: t.expose('billedTier', {
      type: enums.ServiceTier,
      nullable: true,
      description:
        'The tier at whose price generation was billed; null if it was not billed. It differs from `serviceTier` if a ' +
        'DEDICATED task ran on common compute: it is billed as PRO if that is less.',
    }),
    amountMicro: t.expose('amountMicro', { type: 'MicroYuan', description: 'Amount billed.' }),
    amount: t.string({
      description: 'The amount for display, such as `¥2.52`. Do not calculate with it.',
      resolve: ({ amountMicro }) => displayAmount(amountMicro),
    }),
    currency: t.string({ description: 'Currency code.', resolve: () => CURRENCY }),
    items: t.field({
      type: [PriceLine],
      description: 'The lines that were billed.',
      resolve: ({ items }) => [...items],
    }),
  }),
})

export const TaskCost = builder.objectRef<Cost>('TaskCost').implement({
  description: 'Money of an unfinished task.',
  fields: (t) => ({
    frozenMicro: t.expose('frozenMicro', { type: 'MicroYuan', description: 'Set aside for the task.' }),
    earnedMicro: t.expose('earnedMicro', { type: 'MicroYuan', description: 'What a cancel would bill now.' }),
  }),
})

type Link = { readonly uri: string; readonly expiresAt: Date } | null

/** One link per answer, shared by the fields that show it. */
const links = new WeakMap<TaskFacts, Link>()

function linkOf(task: TaskFacts, { rooms }: Context): Link {
  const signed = links.get(task)
  if (signed !== undefined) return signed
  const made = isDownloadable(task) ? rooms.links.sign(task.id, 'video') : null
  const until = task.outputUntil
  const link = made && {
    uri: rooms.publicUrl + made.path,
    expiresAt: until && until < made.expiresAt ? until : made.expiresAt,
  }
  links.set(task, link)
  return link
}

export const TaskOutput = builder.objectRef<TaskFacts>('TaskOutput').implement({
  description: 'The finished video.',
  fields: (t) => ({
    videoUri: t.field({
      type: 'URL',
      nullable: true,
      description: 'Download address, newly signed in every answer. Keep it private. Null once the file is removed.',
      resolve: (task, _args, context) => linkOf(task, context)?.uri ?? null,
    }),
    expiresAt: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'When this download address expires.',
      resolve: (task, _args, context) => linkOf(task, context)?.expiresAt ?? null,
    }),
    availableUntil: t.field({
      type: 'DateTime',
      nullable: true,
      description: 'How long the file is kept. Until then each read returns a new address.',
      resolve: ({ outputUntil }) => outputUntil,
    }),
    width: t.int({ description: 'Pixels.', resolve: ({ output }) => output?.width ?? 0 }),
    height: t.int({ description: 'Pixels.', resolve: ({ output }) => output?.height ?? 0 }),
    duration: t.float({
      description: 'Delivered seconds, slightly more than requested. The surplus is not billed.',
      resolve: ({ output }) => deliveredSeconds(output?.frames ?? 0),
    }),
    hasAudio: t.boolean({ description: 'Whether it has sound.', resolve: ({ output }) => output?.hasAudio ?? false }),
    watermarked: t.boolean({
      description: 'Whether it has a visible watermark.',
      resolve: ({ output }) => output?.watermarked ?? false,
    }),
  }),
})
