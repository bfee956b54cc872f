import type { InputShapeFromFields } from '@pothos/core'
import type { Context } from '../src/graphql-context.ts'
import { cursorAt } from '../src/task/feed.ts'
import { listTasks, type TaskListing, visibleTo } from '../src/task/read.ts'
import { findTasks, listTasksOf, type TaskParent } from '../src/task/related.ts'
import { SEARCHED } from '../src/task/search.ts'
import { batched } from './batch.ts'
import { builder } from './builder.ts'
import { connectionOf, type PageOf, type Paging } from './connection.ts'
import * as enums from './enums.ts'
import { Task, taskRow } from './task.ts'

builder.queryField('task', (t) =>
  t.prismaField({
    type: Task,
    nullable: true,
    description: 'A task of the account; null if it is missing, deleted or of another account.',
    args: { id: t.arg.id({ required: true, description: 'Prefixed `vid_`.' }) },
    resolve: (query, _root, { id }, { rooms, caller }) =>
      rooms.resources.prisma.task.findFirst({ ...query, where: visibleTo(caller, id) }),
  }),
)

export const TaskConnection = builder.connectionObject(
  {
    type: Task,
    name: 'TaskConnection',
    description: 'A page of tasks.',
    fields: (t) => ({
      updatesCursor: t.string({
        description:
          'Cursor for `after` of `tasksUpdated` without a group, of the moment before the page was read. A subscription that ' +
          'starts there sends every change that the page does not show, and perhaps some that it shows.',
        resolve: ({ mark }, _args, { caller }) => cursorAt(caller, mark ?? 0n),
      }),
    }),
  },
  { name: 'TaskEdge', description: 'A task with its cursor.' },
)

export const TASK_ARGS = builder.args((t) => ({
  order: t.field({ type: enums.SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
  status: t.field({ type: [enums.TaskStatus], description: 'Only tasks in one of these states.' }),
  mode: t.field({ type: enums.Mode, description: 'Only tasks of this mode.' }),
  createdAfter: t.field({ type: 'DateTime', description: 'Only tasks created after this moment.' }),
  createdBefore: t.field({ type: 'DateTime', description: 'Only tasks created before this moment.' }),
}))

/** Of lists of all tasks: a search reads a thousand, which would be too many for each object of a list. */
export const ACCOUNT_TASK_ARGS = builder.args((t) => ({
  ...TASK_ARGS,
  search: t.string({
    description: `Only tasks with this text in the prompt, in any case, or whose id begins with it. ${SEARCHED}`,
  }),
}))

type TaskArgs = InputShapeFromFields<typeof TASK_ARGS> & Paging
type AccountTaskArgs = InputShapeFromFields<typeof ACCOUNT_TASK_ARGS> & Paging

/** `TASK_ARGS` in the terms of `src/task`, without the page. */
function filtersOf(args: TaskArgs) {
  const { status = null, mode = null, createdAfter = null, createdBefore = null } = args
  return { statuses: status, mode, createdAfter, createdBefore }
}

const taskById = batched(({ rooms, caller }, ids: readonly string[]) => findTasks(rooms.resources, caller, ids))

/** The task of an edge; null if there is none that the caller may see. */
export async function taskOf(context: Context, id: string | null) {
  const task = id === null ? null : await taskById(context, id)
  return task && taskRow(task)
}

const pageOfTasks = batched(
  ({ rooms, caller }, ids: readonly string[], { of, ...listing }: TaskListing & { readonly of: TaskParent }) =>
    listTasksOf(rooms.resources, caller, of, ids, listing),
)

/** The tasks of a file, a key or a task with this id. */
export function tasksOf(of: TaskParent, id: string, args: TaskArgs, context: Context) {
  const read = (page: PageOf) => pageOfTasks(context, id, { of, ...page, ...filtersOf(args) })
  return marked(context, () => connectionOf(args, args.order ?? 'desc', read, taskRow))
}

/** A page of the account's tasks. */
export function accountTasks(context: Context, args: AccountTaskArgs) {
  const { rooms, caller } = context
  const read = (page: PageOf) =>
    listTasks(rooms.resources, caller, { ...page, ...filtersOf(args), search: args.search })
  return marked(context, () => connectionOf(args, args.order ?? 'desc', read, taskRow))
}

/** A page with the mark that `updatesCursor` is made of. */
async function marked<P extends object | null>({ rooms }: Context, read: () => Promise<P>) {
  const mark = rooms.bus.horizon()
  const page = await read()
  return page && { ...page, mark }
}

builder.queryField('tasks', (t) =>
  t.connection(
    {
      type: Task,
      description: 'The account’s tasks by time of creation; pages neither skip nor repeat one.',
      args: ACCOUNT_TASK_ARGS,
      resolve: (_root, args, context) => accountTasks(context, args),
    },
    TaskConnection,
  ),
)
