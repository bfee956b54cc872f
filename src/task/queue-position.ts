import { type QueuePosition, queuePositionsOf } from '../queue/position.ts'
import type { Resources } from '../resources.ts'
import { isTerminal, type Task } from './task.ts'

/** Queue positions of the waiting tasks, by id. Without unfinished tasks nothing is read. */
export function readQueuePositions(
  { pool }: Pick<Resources, 'pool'>,
  tasks: readonly Pick<Task, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, QueuePosition>> {
  return queuePositionsOf(
    pool,
    tasks.filter(({ status }) => !isTerminal(status)).map(({ id }) => id),
  )
}
