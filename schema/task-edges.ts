import { listEntriesOf } from '../src/credit/read.ts'
import { findFiles } from '../src/file/read.ts'
import type { Context } from '../src/graphql-context.ts'
import { findKeys } from '../src/key/read.ts'
import { REFERENCES_MAX, TASKS_PER_CREATE_MAX } from '../src/limits.ts'
import { tasksOfGroups } from '../src/task/related.ts'
import type { Task as TaskFacts } from '../src/task/task.ts'
import { listDeliveriesOf } from '../src/webhook/list.ts'
import { ApiKey, keyRow } from './api-key.ts'
import { batched } from './batch.ts'
import { builder } from './builder.ts'
import { connectionOf } from './connection.ts'
import { ENTRY_KIND_ARG, LedgerConnection, LedgerEntry } from './credit.ts'
import { File, fileRow } from './file.ts'
import { Task, taskRow } from './task.ts'
import { TASK_ARGS, TaskConnection, taskOf, tasksOf } from './tasks.ts'
import { DELIVERY_ARGS, deliveryRow, WebhookDelivery, WebhookDeliveryConnection } from './webhook.ts'

type Entries = Parameters<typeof listEntriesOf>[3]
type Deliveries = Parameters<typeof listDeliveriesOf>[3]

const filesByIds = batched(async ({ rooms, caller }, lists: readonly (readonly string[])[]) => {
  const files = await findFiles(rooms.resources, caller, [...new Set(lists.flat())])
  return new Map(lists.map((ids) => [ids, ids.map((id) => files.get(id) ?? null)]))
})

/** The file of a frame. */
async function fileOf(context: Context, id: string | null) {
  const file = id === null ? null : (await filesByIds(context, [id]))?.[0]
  return file ? fileRow(file) : null
}

const groupById = batched(({ rooms, caller }, ids: readonly string[]) => tasksOfGroups(rooms.resources, caller, ids))

const keyById = batched(({ rooms, caller }, ids: readonly string[]) => findKeys(rooms.resources, caller, ids))

const entriesOf = batched(({ rooms, caller }, ids: readonly string[], listing: Entries) =>
  listEntriesOf(rooms.resources, caller, ids, listing),
)

const deliveriesOf = batched(({ rooms, caller }, ids: readonly string[], listing: Deliveries) =>
  listDeliveriesOf(rooms.resources, caller, ids, listing),
)

const TaskGroup = builder
  .objectRef<{ readonly groupId: string; readonly tasks: readonly TaskFacts[] }>('TaskGroup')
  .implement({
    description: 'The tasks of one create with n > 1.',
    fields: (t) => ({
      groupId: t.exposeID('groupId', { description: 'Prefixed `grp_`, the same as in REST.' }),
      tasks: t.field({
        type: [Task],
        description: 'Its tasks by `nIndex`, without deleted ones. A read token sees its own tasks only.',
        extensions: { listSize: TASKS_PER_CREATE_MAX },
        resolve: ({ tasks }) => tasks.map(taskRow),
      }),
    }),
  })

/** The edges of a task (docs/rules/doors.md#edges). They may be promises: a client that selects none does not wait for them. */
builder.prismaObjectFields('Task', (t) => ({
  inputImageFile: t.field({
    type: File,
    nullable: true,
    description: 'The file of the start frame; null once it is deleted or no longer recorded. Needs FILES_WRITE.',
    resolve: ({ inputImage }, _args, context) => fileOf(context, inputImage),
  }),
  endImageFile: t.field({
    type: File,
    nullable: true,
    description: 'The file of the end frame; null once it is deleted or no longer recorded. Needs FILES_WRITE.',
    resolve: ({ endImage }, _args, context) => fileOf(context, endImage),
  }),
  referenceFiles: t.field({
    type: [File],
    nullable: { list: true, items: true },
    description:
      'The files of `references`, in order; null in place of one that is deleted or no longer recorded. Needs FILES_WRITE.',
    extensions: { listSize: REFERENCES_MAX },
    async resolve({ references }, _args, context) {
      const files = await filesByIds(context, references)
      return files?.map((file) => file && fileRow(file)) ?? null
    },
  }),
  group: t.field({
    type: TaskGroup,
    nullable: true,
    description: 'The tasks of the same create, including this one; null if it was created alone. Needs VIDEOS_READ.',
    async resolve({ groupId }, _args, context) {
      const tasks = groupId && (await groupById(context, groupId))
      return tasks ? { groupId, tasks } : null
    },
  }),
  source: t.field({
    type: Task,
    nullable: true,
    description: 'The task that it upscales; null if it is no upscale or the task is deleted. Needs VIDEOS_READ.',
    resolve: ({ sourceTaskId }, _args, context) => taskOf(context, sourceTaskId),
  }),
  upscales: t.connection(
    {
      type: Task,
      nullable: true,
      description: 'The tasks that upscale it, by time of creation. Needs VIDEOS_READ.',
      args: TASK_ARGS,
      resolve: ({ id }, args, context) => tasksOf('source', id, args, context),
    },
    TaskConnection,
  ),
  ledgerEntries: t.connection(
    {
      type: LedgerEntry,
      nullable: true,
      description: 'Its entries of the ledger, newest first. Needs CREDITS_READ.',
      args: ENTRY_KIND_ARG,
      resolve: ({ id }, { kind = null, ...args }, context) =>
        connectionOf(
          args,
          'desc',
          (page) => entriesOf(context, id, { ...page, kind }),
          (entry) => entry,
        ),
    },
    LedgerConnection,
  ),
  webhookDeliveries: t.connection(
    {
      type: WebhookDelivery,
      nullable: true,
      description: 'Its webhook deliveries of the last 30 days, by time. Needs VIDEOS_READ.',
      args: DELIVERY_ARGS,
      resolve: ({ id }, { order, ...args }, context) =>
        connectionOf(args, order ?? 'desc', (page) => deliveriesOf(context, id, page), deliveryRow),
    },
    WebhookDeliveryConnection,
  ),
  key: t.field({
    type: ApiKey,
    nullable: true,
    description: 'The key that created it. Needs KEYS_ADMIN.',
    async resolve({ keyId }, _args, context) {
      const key = keyId && (await keyById(context, keyId))
      return key ? keyRow(key) : null
    },
  }),
}))
