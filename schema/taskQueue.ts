import type { Place } from '../src/queue/place.ts'
import { readPlaces } from '../src/task/place.ts'
import { isTerminal, type Task as TaskFacts } from '../src/task/task.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'

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

type Waiting = Pick<TaskFacts, 'id' | 'status'>

interface Batch {
  readonly tasks: Waiting[]
  readonly places: Promise<ReadonlyMap<string, Place>>
}

/** Tasks of one answer that are resolved in the same turn of the event loop share one read. */
const batches = new WeakMap<Context, Batch>()

function placeOf(task: Waiting, context: Context): Promise<Place | null> {
  let batch = batches.get(context)
  if (!batch) {
    const tasks: Waiting[] = []
    const places = new Promise<void>(setImmediate).then(() => {
      batches.delete(context)
      return readPlaces(context.rooms.resources, tasks)
    })
    batch = { tasks, places }
    batches.set(context, batch)
  }
  batch.tasks.push(task)
  return batch.places.then((places) => places.get(task.id) ?? null)
}

builder.prismaObjectField('Task', 'queue', (t) =>
  t.field({
    type: TaskQueue,
    nullable: true,
    description: 'Its position in the queue; null while any of its work runs and after it has ended.',
    // Finished tasks of a page get no promise: an answer without promises is built synchronously.
    resolve: (row, _args, context) => (isTerminal(row.status) ? null : placeOf(row as unknown as TaskFacts, context)),
  }),
)
