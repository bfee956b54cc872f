import { createTasks } from '../src/task/create.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'
import { attempt, toUserError, UserError, type UserErrorShape } from './errors.ts'
import { RawJson } from './json.ts'
import { Task, taskRow } from './task.ts'

const TaskCreateInput = builder.inputType('TaskCreateInput', {
  description: 'What to make. A field that is null is the same as one left out.',
  fields: (t) => ({
    prompt: t.string({
      required: true,
      description:
        'What the video shows, 1 to 7000 characters. With REFERENCE_TO_VIDEO it may name material: @图片1, @视频1, @音频1.',
    }),
    mode: t.field({ type: enums.Mode, description: 'What it is made from; TEXT_TO_VIDEO by default.' }),
    inputImage: t.id({ description: 'File of the start frame, with IMAGE_TO_VIDEO.' }),
    endImage: t.id({ description: 'File of the end frame, with IMAGE_TO_VIDEO.' }),
    references: t.idList({ description: 'Files of reference material in the order the prompt counts them.' }),
    duration: t.float({ description: 'Seconds, 5 to 15, at most three decimals; 5 by default. The basis of billing.' }),
    resolution: t.field({ type: enums.Resolution, description: 'R768P by default.' }),
    aspectRatio: t.field({ type: enums.AspectRatioChoice, description: 'ASPECT_16_9 by default.' }),
    acceleration: t.field({ type: enums.Acceleration, description: 'AUTO by default; counts in the draft tier only.' }),
    serviceTier: t.field({ type: enums.ServiceTier, description: 'STANDARD by default.' }),
    useContextIr: t.boolean({ description: 'Context IR, charged if applied; the account’s default if left out.' }),
    audio: t.boolean({ description: 'With sound; true by default.' }),
    seed: t.int({ description: 'Fixes the random seed, from 0; task i of several takes seed + i.' }),
    n: t.int({ description: '1, 2 or 4 independent tasks; 1 by default.' }),
    webhookUrl: t.field({ type: 'URL', description: 'Called back when a task has ended; https only.' }),
    metadata: t.field({ type: 'JSON', description: 'An object of your own, at most 16 KB, given back unchanged.' }),
    idempotencyKey: t.string({
      description:
        'Repeating a create with its key gives the same tasks and bills once. It goes before the Idempotency-Key header, ' +
        'which holds for every write of a request that has none.',
    }),
  }),
})

interface TaskCreateResult {
  readonly tasks: readonly ReturnType<typeof taskRow>[]
  readonly requested: number
  readonly userErrors: readonly UserErrorShape[]
}

const TaskCreatePayload = builder.objectRef<TaskCreateResult>('TaskCreatePayload').implement({
  description: 'What was created. Fewer tasks than requested come with the error that stopped it.',
  fields: (t) => ({
    tasks: t.field({ type: [Task], description: 'The tasks created.', resolve: ({ tasks }) => [...tasks] }),
    groupId: t.id({
      nullable: true,
      description: 'Shared by the tasks of a create with n > 1.',
      resolve: ({ tasks }) => tasks[0]?.groupId ?? null,
    }),
    requested: t.exposeInt('requested', { description: 'How many tasks were asked for.' }),
    created: t.int({ description: 'How many were created.', resolve: ({ tasks }) => tasks.length }),
    userErrors: t.field({
      type: [UserError],
      description: 'Why nothing, or not all, was created; empty when all is well.',
      resolve: ({ userErrors }) => [...userErrors],
    }),
  }),
})

builder.mutationField('taskCreate', (t) =>
  t.field({
    type: TaskCreatePayload,
    description: 'Creates one, two or four tasks and sets their price aside. It never waits for a video.',
    args: { input: t.arg({ type: TaskCreateInput, required: true, description: 'What to make.' }) },
    async resolve(_root, { input: { idempotencyKey, ...fields } }, { rooms, caller, meter, ...context }) {
      const key = idempotencyKey ?? context.idempotencyKey
      const call = { body: restBody(fields), idempotencyKey: key }
      const { done, userErrors } = await attempt(() =>
        meter.create((rated) => createTasks(rooms.resources, rooms.lanes, caller, { ...call, rated })),
      )
      if (done?.stop) userErrors.push(toUserError(done.stop))
      return { tasks: (done?.tasks ?? []).map(taskRow), requested: done?.requested ?? fields.n ?? 1, userErrors }
    },
  }),
)

/** The input as a REST body, so that both doors judge, hash and repeat a create alike; metadata stays as it was written. */
function restBody(fields: Readonly<Record<string, unknown>>): string {
  const members = Object.entries(fields).map(([name, value]) => {
    const word = name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
    return `${JSON.stringify(word)}:${value instanceof RawJson ? value.text : JSON.stringify(value)}`
  })
  return `{${members.join()}}`
}
