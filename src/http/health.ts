import { hasDatabase } from '../lib/has-database.ts'
import type { Rooms } from '../rooms.ts'
import { readFreeSpace } from '../storage/free-space.ts'

/**
 * The answer of `/readyz` (docs/rules/limits.md#storage-and-health): whether to send requests to this gateway, and the
 * state of each part.
 */
export interface Readiness {
  readonly status: 'ready' | 'unavailable'
  /** Postgres and the queue. */
  readonly database: 'available' | 'unavailable'
  /** Where this gateway receives files. */
  readonly disk: 'available' | 'full' | 'unavailable'
  readonly storage: 'available' | 'unavailable'
}

/**
 * A shared storage that is full or away affects every gateway. If each became unready none would be left, although most requests
 * need no file. A full disk of this machine affects this gateway alone.
 */
export async function readiness({ resources, storageState }: Rooms): Promise<Readiness> {
  const [isDatabaseThere, space, isStorageThere] = await Promise.all([
    hasDatabase(resources),
    readFreeSpace(resources),
    storageState.isAvailable(),
  ])
  const isReady = isDatabaseThere && !(space?.isFull && space.isOwn)
  return {
    status: isReady ? 'ready' : 'unavailable',
    database: wordOf(isDatabaseThere),
    disk: space?.isFull ? 'full' : wordOf(space !== null),
    storage: wordOf(isStorageThere),
  }
}

function wordOf(isThere: boolean): 'available' | 'unavailable' {
  return isThere ? 'available' : 'unavailable'
}
