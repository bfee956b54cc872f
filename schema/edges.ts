import { type EntryListing, readCredits } from '../src/credit/read.ts'
import { API_KEY_ARGS, ApiKey, ApiKeyConnection, keysOf } from './api-key.ts'
import { readable } from './batch.ts'
import { builder } from './builder.ts'
import { connectionOf } from './connection.ts'
import { ENTRY_ARGS, LedgerConnection, LedgerEntry } from './credit.ts'
import { File } from './file.ts'
import { FILE_ARGS, FileConnection, filesOf } from './files.ts'
import { Task } from './task.ts'
import { ACCOUNT_TASK_ARGS, accountTasks, TASK_ARGS, TaskConnection, taskOf, tasksOf } from './tasks.ts'

/** Edges of the nouns around a task (docs/rules/doors.md#edges); those of a task are in `task-edges.ts`. */

builder.prismaObjectField('LedgerEntry', 'task', (t) =>
  t.field({
    type: Task,
    nullable: true,
    description: 'The task it belongs to; null if there is none or it is deleted. Needs VIDEOS_READ.',
    resolve: ({ taskId }, _args, context) => taskOf(context, taskId),
  }),
)

builder.prismaObjectField('WebhookDelivery', 'task', (t) =>
  t.field({
    type: Task,
    nullable: true,
    description: 'The finished task; null if it is deleted or the event is of the account. Needs VIDEOS_READ.',
    resolve: ({ taskId }, _args, context) => taskOf(context, taskId),
  }),
)

builder.prismaObjectField('File', 'usedBy', (t) =>
  t.connection(
    {
      type: Task,
      nullable: true,
      description: 'The tasks that are made from it, by time of creation. Needs VIDEOS_READ.',
      args: TASK_ARGS,
      resolve: ({ id }, args, context) => tasksOf('file', id, args, context),
    },
    TaskConnection,
  ),
)

builder.prismaObjectField('ApiKey', 'tasks', (t) =>
  t.connection(
    {
      type: Task,
      nullable: true,
      description: 'The tasks that it created, by time of creation. Needs VIDEOS_READ.',
      args: TASK_ARGS,
      resolve: ({ id }, args, context) => tasksOf('key', id, args, context),
    },
    TaskConnection,
  ),
)

/** The lists of the root, null where the key lacks their scope. */
builder.prismaObjectFields('Account', (t) => ({
  tasks: t.connection(
    {
      type: Task,
      nullable: true,
      description: 'Its tasks by time of creation. Needs VIDEOS_READ.',
      args: ACCOUNT_TASK_ARGS,
      resolve: (_account, args, context) => readable(() => accountTasks(context, args)),
    },
    TaskConnection,
  ),
  files: t.connection(
    {
      type: File,
      nullable: true,
      description: 'Its files that a create can still use, by time of upload. Needs FILES_WRITE.',
      args: FILE_ARGS,
      resolve: (_account, args, context) => readable(() => filesOf(context, args)),
    },
    FileConnection,
  ),
  keys: t.connection(
    {
      type: ApiKey,
      nullable: true,
      description: 'Its keys by time of creation, including revoked and expired ones. Needs KEYS_ADMIN.',
      args: API_KEY_ARGS,
      resolve: (_account, args, context) => readable(() => keysOf(context, args)),
    },
    ApiKeyConnection,
  ),
  entries: t.connection(
    {
      type: LedgerEntry,
      nullable: true,
      description: 'Its ledger, newest first. Needs CREDITS_READ.',
      args: ENTRY_ARGS,
      resolve(_account, { kind = null, taskId = null, ...args }, { rooms, caller }) {
        const read = async (listing: EntryListing) => (await readCredits(rooms.resources, caller, listing)).ledger
        return connectionOf(
          args,
          'desc',
          (page) => readable(() => read({ ...page, kind, taskId })),
          (entry) => entry,
        )
      },
    },
    LedgerConnection,
  ),
}))
