import { listTasks, visibleTo } from '../src/task/read.ts'
import { builder, PAGE_ARGUMENTS } from './builder.ts'
import { pageSize, toConnection } from './connection.ts'
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

const TaskConnection = builder.connectionObject(
  { type: Task, name: 'TaskConnection', description: 'A page of tasks.' },
  { name: 'TaskEdge', description: 'A task with its cursor.' },
)

builder.queryField('tasks', (t) =>
  t.field({
    type: TaskConnection,
    description: 'The account’s tasks by time of creation; pages neither skip nor repeat one.',
    args: {
      first: t.arg.int({ description: PAGE_ARGUMENTS.first }),
      after: t.arg.string({ description: PAGE_ARGUMENTS.after }),
      order: t.arg({ type: enums.SortOrder, defaultValue: 'desc', description: 'Direction, newest first by default.' }),
      status: t.arg({ type: [enums.TaskStatus], description: 'Only tasks in one of these states.' }),
      mode: t.arg({ type: enums.Mode, description: 'Only tasks of this mode.' }),
      createdAfter: t.arg({ type: 'DateTime', description: 'Only tasks created after this moment.' }),
      createdBefore: t.arg({ type: 'DateTime', description: 'Only tasks created before this moment.' }),
    },
    async resolve(_root, args, { rooms, caller }) {
      const after = args.after ?? null
      const page = await listTasks(rooms.resources, caller, {
        limit: pageSize(args.first),
        after,
        order: args.order ?? 'desc',
        statuses: args.status ?? null,
        mode: args.mode ?? null,
        createdAfter: args.createdAfter ?? null,
        createdBefore: args.createdBefore ?? null,
      })
      return toConnection({ ...page, items: page.items.map(taskRow) }, after)
    },
  }),
)
