import { type TasksChange, watchTasks } from '../src/task/watch-tasks.ts'
import { begun } from './begun.ts'
import { builder } from './builder.ts'
import { Task, taskRow } from './task.ts'

const TasksUpdate = builder.objectRef<TasksChange>('TasksUpdate').implement({
  description: 'The state of one of several tasks after one change.',
  fields: (t) => ({
    taskId: t.exposeID('taskId', { description: 'The task that changed.' }),
    task: t.field({
      type: Task,
      nullable: true,
      description: 'The task in that state; null once it is deleted.',
      resolve: ({ task }) => task && taskRow(task),
    }),
    deleted: t.boolean({ description: 'Whether the change is its deletion.', resolve: ({ task }) => task === null }),
    seq: t.exposeInt('seq', { description: 'Number of the change within the task: 1, 2, 3 …' }),
    skipped: t.exposeBoolean('skipped', {
      description:
        'Whether changes of the task before this one were left out, because the reader lagged or they are no longer kept.',
    }),
    cursor: t.exposeString('cursor', {
      description: 'Opaque place behind the change, for `after` of the same subscription.',
    }),
  }),
})

builder.subscriptionField('tasksUpdated', (t) =>
  t.field({
    type: TasksUpdate,
    description:
      'A group’s tasks, or the account’s unfinished ones, in their state now; then every change and deletion, each task’s in ' +
      'order. A group completes after the last change of its last task, the account never. A missing or foreign group is ' +
      'the error `group_not_found`; a reader too slow for what changes is ended with `stream_lagged`, and goes on with ' +
      'its last cursor.',
    args: {
      groupId: t.arg.id({ description: 'Tasks of one create with n > 1; all of the account if absent.' }),
      after: t.arg.string({
        description:
          'Cursor of the last change received: goes on with the first one after it. Changes are kept for a week; after ' +
          'that the state now comes instead, marked `skipped`.',
      }),
    },
    subscribe: (_root, { groupId, after }, { rooms, caller }) =>
      begun(watchTasks(rooms.resources, rooms.bus, caller, { groupId: groupId ?? null, after: after ?? null })),
    resolve: (change) => change,
  }),
)
