import { RawJson } from '../src/lib/raw-json.ts'
import { CREATE_DEFAULTS as defaults } from '../src/task/asked.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'

export const TaskCreateInput = builder.inputType('TaskCreateInput', {
  description: 'The video to create. A null field means the same as one left out.',
  fields: (t) => ({
    prompt: t.string({
      required: true,
      description:
        'What the video shows, 1 to 7000 characters, not all of them blank. With REFERENCE_TO_VIDEO it may refer to material: ' +
        '@图片1, @视频1, @音频1. Text that only looks like such a reference (@图片０, <picture 1>) is refused.',
    }),
    mode: t.field({ type: enums.Mode, defaultValue: defaults.mode, description: 'What it is made from.' }),
    inputImage: t.id({ description: 'File of the start frame, with IMAGE_TO_VIDEO.' }),
    endImage: t.id({ description: 'File of the end frame, with IMAGE_TO_VIDEO.' }),
    references: t.idList({ description: 'Files of reference material, in the order in which the prompt counts them.' }),
    duration: t.float({
      defaultValue: defaults.duration,
      description: 'Seconds, 5 to 15, at most three decimals. The basis of billing.',
    }),
    resolution: t.field({
      type: enums.Resolution,
      defaultValue: defaults.resolution,
      description: 'Resolution of the delivered video.',
    }),
    aspectRatio: t.field({
      type: enums.AspectRatioChoice,
      defaultValue: defaults.aspect_ratio,
      description: 'Shape of the picture.',
    }),
    acceleration: t.field({
      type: enums.Acceleration,
      defaultValue: defaults.acceleration,
      description: 'Applies to the draft tier only.',
      deprecationReason: 'Superseded by `serviceTier`: set DRAFT for the accelerated path.',
    }),
    serviceTier: t.field({
      type: enums.ServiceTier,
      defaultValue: defaults.service_tier,
      description: 'How the task is served and priced.',
    }),
    useContextIr: t.boolean({
      description: 'Whether to use context IR, charged if applied. Defaults to the account’s setting.',
    }),
    audio: t.boolean({ defaultValue: defaults.audio, description: 'Whether the video has sound.' }),
    seed: t.int({ description: 'Fixes the random seed, from 0; task i of several takes seed + i.' }),
    n: t.int({ defaultValue: defaults.n, description: '1, 2 or 4 independent tasks.' }),
    maxAmountMicro: t.field({
      type: 'MicroYuan',
      description: 'The most that all tasks may cost together. If they would cost more, none is created.',
    }),
    webhookUrl: t.field({ type: 'URL', description: 'URL that receives a webhook when a task has ended; https only.' }),
    metadata: t.field({ type: 'JSON', description: 'Any object of your own, at most 16 KB, returned unchanged.' }),
    idempotencyKey: t.string({
      description:
        'A repeated create with the same key returns the same tasks and bills once. Takes precedence over the Idempotency-Key ' +
        'header, which applies to all writes of the request without their own key.',
    }),
  }),
})

/**
 * The input as a REST body, so that REST and GraphQL validate and repeat a create alike. Metadata keeps its text. The defaults that
 * GraphQL filled in are left out again, because older Idempotency-Keys were stored with a body without them.
 */
export function restBody(fields: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(fields).flatMap(([name, value]) => {
    const word = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (word in defaults && defaults[word as keyof typeof defaults] === value) return []
    return [`${JSON.stringify(word)}:${textOf(value)}`]
  })
  return `{${members.join()}}`
}

function textOf(value: unknown): string {
  if (value instanceof RawJson) return value.text
  return typeof value === 'bigint' ? value.toString() : JSON.stringify(value)
}
