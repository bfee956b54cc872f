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
        'Whether changes before this one were left out, because the reader lagged or they are no longer kept.',
    }),
    cursor: t.string({
      description: 'Opaque place behind the change, for `after` of the same subscription; it says what `seq` says.',
      resolve: cursorOf,
    }),
  }),
})

builder.subscriptionField('taskUpdated', (t) =>
  t.field({
    type: TaskUpdate,
    description:
      'A task’s state now, then every change in order; it completes after the last. A missing or foreign task is the error ' +
      '`video_not_found`.',
    args: {
      id: t.arg.id({ required: true, description: 'Prefixed `vid_`.' }),
      afterSeq: t.arg.int({ description: 'Goes on after this `seq` instead of beginning with the state now.' }),
      after: t.arg.string({ description: 'The same by the `cursor` of a change.' }),
    },
    subscribe(_root, { id, afterSeq = null, after = null }, { rooms, caller }) {
      if (afterSeq !== null && after !== null) {
        throw new DomainError('conflicting_parameters', 'Give afterSeq or after, not both.', { param: 'after' })
      }
      const seq = after === null ? afterSeq : seqAt(id, after)
      return begun(watchTask(rooms.resources, rooms.bus, caller, id, seq))
    },
    resolve: (change) => change,
  }),
)
