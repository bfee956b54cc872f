import type { Place } from '../src/queue/place.ts'
import { readPlaces } from '../src/task/place.ts'
import { isTerminal, type Task as TaskFacts } from '../src/task/task.ts'
import { builder } from './builder.ts'
import type { Context } from './context.ts'

const TaskQueue = builder.objectRef<Place>('TaskQueue').implement({
  description: 'Where a waiting task stands.',
  fields: (t) => ({
    position: t.exposeInt('position', { description: '1 is the next to start.' }),
    etaSeconds: t.exposeInt('etaSeconds', {
      nullable: true,
      description: 'Seconds until work on it is likely to start; null while nothing is known.',
    }),
  }),
})

type Waiting = Pick<TaskFacts, 'id' | 'status'>

interface Batch {
  readonly tasks: Waiting[]
  readonly places: Promise<ReadonlyMap<string, Place>>
}

/** The tasks of one answer that ask in the same turn of the event loop share one read. */
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
    description: 'Its place while nothing of it runs; null otherwise.',
    // No promise for each of a page's ended tasks: an answer without one is made at once.
    resolve: (row, _args, context) => (isTerminal(row.status) ? null : placeOf(row as unknown as TaskFacts, context)),
  }),
)
