import { CREATE_DEFAULTS as defaults } from '../src/task/asked.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'
import { RawJson } from './json.ts'

export const TaskCreateInput = builder.inputType('TaskCreateInput', {
  description: 'What to make. A field that is null is the same as one left out.',
  fields: (t) => ({
    prompt: t.string({
      required: true,
      description:
        'What the video shows, 1 to 7000 characters, not all of them blank. With REFERENCE_TO_VIDEO it may name material: ' +
        '@图片1, @视频1, @音频1. What only looks like such a name (@图片０, <picture 1>) is refused.',
    }),
    mode: t.field({ type: enums.Mode, defaultValue: defaults.mode, description: 'What it is made from.' }),
    inputImage: t.id({ description: 'File of the start frame, with IMAGE_TO_VIDEO.' }),
    endImage: t.id({ description: 'File of the end frame, with IMAGE_TO_VIDEO.' }),
    references: t.idList({ description: 'Files of reference material in the order the prompt counts them.' }),
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
      description: 'Counts in the draft tier only.',
      deprecationReason: 'Superseded by `serviceTier`: set DRAFT for the accelerated path.',
    }),
    serviceTier: t.field({
      type: enums.ServiceTier,
      defaultValue: defaults.service_tier,
      description: 'How the task is served and priced.',
    }),
    useContextIr: t.boolean({ description: 'Context IR, charged if applied; the account’s default if left out.' }),
    audio: t.boolean({ defaultValue: defaults.audio, description: 'With sound.' }),
    seed: t.int({ description: 'Fixes the random seed, from 0; task i of several takes seed + i.' }),
    n: t.int({ defaultValue: defaults.n, description: '1, 2 or 4 independent tasks.' }),
    webhookUrl: t.field({ type: 'URL', description: 'Called back when a task has ended; https only.' }),
    metadata: t.field({ type: 'JSON', description: 'An object of your own, at most 16 KB, given back unchanged.' }),
    idempotencyKey: t.string({
      description:
        'Repeating a create with its key gives the same tasks and bills once. It goes before the Idempotency-Key header, ' +
        'which holds for every write of a request that has none.',
    }),
  }),
})

/**
 * The input as a REST body, so that both doors judge and repeat a create alike; metadata stays as it was written. Defaults, which
 * GraphQL fills in before anyone sees the input, are left out again: keys were once kept by the text without them.
 */
export function restBody(fields: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(fields).flatMap(([name, value]) => {
    const word = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    if (word in defaults && defaults[word as keyof typeof defaults] === value) return []
    return [`${JSON.stringify(word)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`]
  })
  return `{${members.join()}}`
}
