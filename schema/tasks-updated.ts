import { type TasksChange, watchTasks } from '../src/task/watch-tasks.ts'
import { begun } from './begun.ts'
import { builder } from './builder.ts'
import { Task, taskRow } from './task.ts'

const TasksUpdate = builder.objectRef<TasksChange>('TasksUpdate').implement({
  description: 'One of several tasks, as it was after a change.',
  fields: (t) => ({
    taskId: t.exposeID('taskId', { description: 'The task that changed.' }),
    task: t.field({
      type: Task,
      nullable: true,
      description: 'The task in that state; null if it was deleted.',
      resolve: ({ task }) => task && taskRow(task),
    }),
    deleted: t.boolean({ description: 'Whether the task was deleted.', resolve: ({ task }) => task === null }),
    seq: t.exposeInt('seq', { description: 'Number of the change within the task: 1, 2, 3 …' }),
    skipped: t.exposeBoolean('skipped', {
      description:
        'Whether changes of the task before this one were skipped, because the reader was too slow or they are no longer kept.',
    }),
    cursor: t.exposeString('cursor', {
      description: 'Opaque cursor of the change, for `after` of the same subscription.',
    }),
  }),
})

builder.subscriptionField('tasksUpdated', (t) =>
  t.field({
    type: TasksUpdate,
    description:
      'The current state of the tasks of a group, or of the account’s unfinished tasks, then every change and deletion, in order ' +
      'for each task. A group completes after the last change of its last task; an account never completes. A group that is ' +
      'missing or of another account is the error `group_not_found`. A subscription that is read too slowly ends with ' +
      '`stream_lagged`; subscribe again with the last cursor.',
    args: {
      groupId: t.arg.id({ description: 'Tasks of one create with n > 1; by default all tasks of the account.' }),
      after: t.arg.string({
        description:
          'Cursor of the last change received. The subscription continues with the first change after it. Changes are kept ' +
          'for a week; after that it starts with the current state, marked `skipped`.',
      }),
    },
    subscribe: (_root, { groupId, after }, { rooms, caller }) =>
      begun(watchTasks(rooms.resources, rooms.bus, caller, { groupId: groupId ?? null, after: after ?? null })),
    resolve: (change) => change,
  }),
)
