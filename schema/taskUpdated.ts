import { type TaskChange, watchTask } from '../src/task/watch.ts'
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
    },
    subscribe: (_root, { id, afterSeq }, { rooms, caller }) =>
      begun(watchTask(rooms.resources, rooms.bus, caller, id, afterSeq ?? null)),
    resolve: (change) => change,
  }),
)

/** The source once its first item is there: a refusal then fails the subscribe itself, not a stream that has begun. */
async function begun<T>(source: AsyncIterableIterator<T>): Promise<AsyncIterableIterator<T>> {
  let first: IteratorResult<T> | null = await source.next()
  const resumed: AsyncIterableIterator<T> = {
    async next() {
      const item = first ?? (await source.next())
      first = null
      return item
    },
    return: async () => (await source.return?.()) ?? { done: true, value: undefined },
    [Symbol.asyncIterator]: () => resumed,
  }
  return resumed
}
