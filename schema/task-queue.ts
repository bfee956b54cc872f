import { type QueuePosition, queuePositionsOf } from '../src/task/queue-position.ts'
import { isTerminal } from '../src/task/task.ts'
import { batched } from './batch.ts'
import { builder } from './builder.ts'

const TaskQueue = builder.objectRef<QueuePosition>('TaskQueue').implement({
  description: 'Position of a waiting task.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Position in the queue; 1 starts next.' }),
    etaSeconds: t.exposeInt('etaSeconds', {
      nullable: true,
      description: 'Estimated seconds until the video is finished; null while there is no estimate.',
    }),
  }),
})

const queuePositionOf = batched(({ rooms }, ids: readonly string[]) => queuePositionsOf(rooms.resources.pool, ids))

builder.prismaObjectField('Task', 'queue', (t) =>
  t.field({
    type: TaskQueue,
    nullable: true,
    description: 'Its position in the queue; null while any of its work runs and after it has ended.',
    // Finished tasks of a page get no promise: an answer without promises is built synchronously.
    resolve: (row, _args, context) => (isTerminal(row.status) ? null : queuePositionOf(context, row.id)),
  }),
)
