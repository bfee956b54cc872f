import type { Task as Row } from '../prisma/client/client.ts'
import { RawJson } from '../src/lib/raw-json.ts'
import { visibleTo } from '../src/task/read.ts'
import type { Task as TaskFacts } from '../src/task/task.ts'
import { costOf, previewOf, usageOf, waitingOf } from '../src/task/view.ts'
import { builder } from './builder.ts'
import * as enums from './enums.ts'
import { TaskCost, TaskOutput, TaskUsage, TaskWaiting } from './task-parts.ts'

/** A row as Prisma types it, narrowed to the values that the columns can have. */
function facts(row: Row): TaskFacts {
  return row as unknown as TaskFacts
}

/** A task of `src/task` as a row for the schema's type. */
export function taskRow(task: TaskFacts): Row {
  return task as unknown as Row
}

/**
 * `Task` (docs/rules/tasks.md#fields). Rows are read whole, so a list of tasks is one read, whatever fields are selected.
 */
export const Task = builder.prismaNode('Task', {
  description: 'A video and its generation: the request, the progress, the cost and the finished file.',
  id: { field: 'id', description: 'Prefixed `vid_`, the same as in REST.' },
  nullable: true,
  findUnique: (id, { caller }) => visibleTo(caller, id),
  fields: (t) => ({
    status: t.field({ type: enums.TaskStatus, description: 'Current state.', resolve: (row) => facts(row).status }),
    progress: t.exposeFloat('progress', { description: '0 to 1. It never decreases and is 1 only for SUCCEEDED.' }),
    waiting: t.field({
      type: TaskWaiting,
      nullable: true,
      description: 'Set while the task waits for compute. Waiting does not change `status`.',
      resolve: (row) => waitingOf(facts(row)),
    }),
    preview: t.int({
      nullable: true,
      description:
        'Number of the newest preview picture of the unfinished task, null while there is none. It rises with each picture. ' +
        '`GET /v1/videos/{id}/content?variant=preview` returns the picture.',
      resolve: (row) => previewOf(facts(row)),
    }),
    output: t.field({
      type: TaskOutput,
      nullable: true,
      description: 'The finished file; null until SUCCEEDED.',
      resolve: (row) => (facts(row).output ? facts(row) : null),
    }),
    usage: t.field({
      type: TaskUsage,
      nullable: true,
      description: 'What was billed; null until the task has ended.',
      resolve: (row) => usageOf(facts(row)),
    }),
    cost: t.field({
      type: TaskCost,
      nullable: true,
      description: 'The amount set aside and what a cancel would bill now; null once the task has ended.',
      resolve: (row) => costOf(facts(row)),
    }),
    failReason: t.field({
      type: enums.FailReason,
      nullable: true,
      description: 'Why the task failed or was rejected, for programs.',
      resolve: (row) => facts(row).failReason,
    }),
    failDetail: t.exposeString('failDetail', {
      nullable: true,
      description: 'Why the task failed or was rejected, for people.',
    }),
    accelerated: t.exposeBoolean('accelerated', {
      nullable: true,
      description: 'Whether the accelerated path was used; null until known.',
    }),
    contextIrApplied: t.exposeBoolean('contextIrApplied', {
      nullable: true,
      description: 'Whether context IR was applied and charged; null until known.',
    }),
    createdAt: t.expose('createdAt', { type: 'DateTime', description: 'When the task was accepted.' }),
    startedAt: t.expose('startedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When work on it began.',
    }),
    completedAt: t.expose('completedAt', {
      type: 'DateTime',
      nullable: true,
      description: 'When it ended, with any status.',
    }),
  }),
})

/** The request, so that a client can run the task again. */
builder.prismaObjectFields('Task', (t) => ({
  mode: t.field({ type: enums.Mode, description: 'What it is made from.', resolve: (row) => facts(row).mode }),
  prompt: t.exposeString('prompt', { description: 'The prompt as sent.' }),
  inputImage: t.exposeID('inputImage', { nullable: true, description: 'File of the start frame.' }),
  endImage: t.exposeID('endImage', { nullable: true, description: 'File of the end frame.' }),
  references: t.exposeIDList('references', { description: 'Files of the reference material, in order.' }),
  duration: t.float({
    description: 'Requested seconds; `output.duration` has the delivered ones.',
    resolve: ({ durationMs }) => durationMs / 1000,
  }),
  resolution: t.field({
    type: enums.Resolution,
    description: 'Resolution of the delivered video.',
    resolve: (row) => facts(row).resolution,
  }),
  aspectRatio: t.field({
    type: enums.AspectRatio,
    description: 'Shape of the picture, chosen at creation.',
    resolve: (row) => facts(row).aspectRatio,
  }),
  serviceTier: t.field({
    type: enums.ServiceTier,
    description: 'How the task is served and priced.',
    resolve: (row) => facts(row).serviceTier,
  }),
  acceleration: t.field({
    type: enums.Acceleration,
    description: 'Whether the accelerated path was wished for.',
    resolve: (row) => row.acceleration as 'auto' | 'off',
  }),
  useContextIr: t.exposeBoolean('useContextIr', { description: 'Whether context IR was requested.' }),
  audio: t.exposeBoolean('audio', { description: 'Whether sound was requested.' }),
  seed: t.exposeInt('seed', { description: 'The seed used.' }),
  webhookUrl: t.expose('webhookUrl', {
    type: 'URL',
    nullable: true,
    description: 'URL that receives a webhook when the task has ended.',
  }),
  metadata: t.field({
    type: 'JSON',
    nullable: true,
    description: 'Data of the caller, returned unchanged.',
    resolve: ({ metadata }) => (metadata === null ? null : new RawJson(metadata)),
  }),
  groupId: t.exposeID('groupId', { nullable: true, description: 'Shared by the tasks of one create with n > 1.' }),
  nIndex: t.exposeInt('nIndex', { nullable: true, description: 'Index within the group, from 0.' }),
  sourceTaskId: t.exposeID('sourceTaskId', { nullable: true, description: 'The task whose video is upscaled.' }),
}))
