import { type Place, placesOf } from '../src/queue/place.ts'
import { isTerminal } from '../src/task/task.ts'
import { batched } from './batch.ts'
import { builder } from './builder.ts'

const TaskQueue = builder.objectRef<Place>('TaskQueue').implement({
  description: 'Position of a waiting task.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: 'Position in the queue; 1 starts next.' }),
    etaSeconds: t.exposeInt('etaSeconds', {
      nullable: true,
      description: 'Estimated seconds until work on it starts; null while there is no estimate.',
    }),
  }),
})

const placeOf = batched(({ rooms }, ids: readonly string[]) => placesOf(rooms.resources.pool, ids))

builder.prismaObjectField('Task', 'queue', (t) =>
  t.field({
    type: TaskQueue,
    nullable: true,
    description: 'Its position in the queue; null while any of its work runs and after it has ended.',
    // Finished tasks of a page get no promise: an answer without promises is built synchronously.
    resolve: (row, _args, context) => (isTerminal(row.status) ? null : placeOf(context, row.id)),
  }),
)
