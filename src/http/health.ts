import { createLasting, type Lasting } from '../lib/lasting.ts'
import type { Log } from '../lib/log.ts'
import { within } from '../lib/within.ts'
import type { Rooms } from '../rooms.ts'
import { readFreeSpace } from '../storage/free-space.ts'

const READY_WITHIN_MS = 2000

/** Load balancers call it all the time. */
const MESSAGES = { begins: 'not ready', lasts: 'still not ready', ends: 'ready again' }
const states = new WeakMap<Log, Lasting>()

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

async function hasDatabase({ pool, log }: Pick<Rooms['resources'], 'pool' | 'log'>): Promise<boolean> {
  try {
    const { rows } = await within(READY_WITHIN_MS, pool.query('select version from pgboss.version'))
    states.get(log)?.ends()
    return rows.length > 0
  } catch (error) {
    const state = states.get(log) ?? createLasting(log, MESSAGES)
    states.set(log, state)
    state.holds({ err: error })
    return false
  }
}
