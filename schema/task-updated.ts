import { DomainError } from '../src/errors.ts'
import { cursorOf, seqAt, type TaskChange } from '../src/task/change.ts'
import { watchTask } from '../src/task/watch.ts'
import { begun } from './begun.ts'
import { builder } from './builder.ts'
import { Task, taskRow } from './task.ts'

const TaskUpdate = builder.objectRef<TaskChange>('TaskUpdate').implement({
  description: 'A task’s state after one change.',
  fields: (t) => ({
    task: t.field({ type: Task, description: 'The task in that state.', resolve: ({ task }) => taskRow(task) }),
    seq: t.exposeInt('seq', { description: 'Number of the change within the task: 1, 2, 3 …' }),
    skipped: t.exposeBoolean('skipped', {
      description:
        'Whether changes before this one were skipped, because the reader was too slow or they are no longer kept.',
    }),
    cursor: t.string({
      description: 'Opaque cursor of the change, for `after` of the same subscription. Equivalent to `seq`.',
      resolve: cursorOf,
    }),
  }),
})

builder.subscriptionField('taskUpdated', (t) =>
  t.field({
    type: TaskUpdate,
    description:
      'The current state of a task, then every change in order. It completes after the last change. A task that is missing or ' +
      'of another account is the error `video_not_found`.',
    args: {
      id: t.arg.id({ required: true, description: 'Prefixed `vid_`.' }),
      afterSeq: t.arg.int({ description: 'Continues after this `seq` instead of starting with the current state.' }),
      after: t.arg.string({
        description: 'Continues after the change with this `cursor`; an alternative to `afterSeq`.',
      }),
    },
    subscribe(_root, { id, afterSeq = null, after = null }, { rooms, caller }) {
      if (afterSeq !== null && after !== null) {
        throw new DomainError('conflicting_parameters', 'Send afterSeq or after, not both.', { param: 'after' })
      }
      const seq = after === null ? afterSeq : seqAt(id, after)
      return begun(watchTask(rooms.resources, rooms.bus, caller, id, seq))
    },
    resolve: (change) => change,
  }),
)
