import { type Place, placesOf } from '../queue/place.ts'
import type { Resources } from '../resources.ts'
import { isTerminal, type Task } from './task.ts'

/** The places of those tasks that wait, by id; nothing is asked where all have ended. */
export function readPlaces(
  { pool }: Pick<Resources, 'pool'>,
  tasks: readonly Pick<Task, 'id' | 'status'>[],
): Promise<ReadonlyMap<string, Place>> {
  return placesOf(
    pool,
    tasks.filter(({ status }) => !isTerminal(status)).map(({ id }) => id),
  )
}
