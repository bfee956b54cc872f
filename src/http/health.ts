import { createLasting, type Lasting } from '../lib/lasting.ts'
import type { Log } from '../lib/log.ts'
import type { Rooms } from '../rooms.ts'
import { readRoom } from '../storage/room.ts'

const READY_WITHIN_MS = 2000

/** Balancers ask all the time. */
const WORDS = { begins: 'not ready', lasts: 'still not ready', ends: 'ready again' }
const states = new WeakMap<Log, Lasting>()

/** What `/readyz` tells (contract 1): whether this gateway is to be sent requests, and what of it is in order. */
export interface Readiness {
  readonly status: 'ready' | 'unavailable'
  /** Postgres and the queue. */
  readonly database: 'available' | 'unavailable'
  /** Where this gateway receives files. */
  readonly disk: 'available' | 'full' | 'unavailable'
  readonly storage: 'available' | 'unavailable'
}

/**
 * A storage that is away, or full and shared, is every gateway's: none would be left, while most requests need no file. A full
 * disk of this machine is this gateway's alone.
 */
export async function readiness({ resources, storageState }: Rooms): Promise<Readiness> {
  const [isDatabaseThere, room, isStorageThere] = await Promise.all([
    hasDatabase(resources),
    readRoom(resources),
    storageState.isAvailable(),
  ])
  const isReady = isDatabaseThere && !(room?.isFull && room.isOwn)
  return {
    status: isReady ? 'ready' : 'unavailable',
    database: wordOf(isDatabaseThere),
    disk: room?.isFull ? 'full' : wordOf(room !== null),
    storage: wordOf(isStorageThere),
  }
}

function wordOf(isThere: boolean): 'available' | 'unavailable' {
  return isThere ? 'available' : 'unavailable'
}

async function hasDatabase({ pool, log }: Pick<Rooms['resources'], 'pool' | 'log'>): Promise<boolean> {
  const late = Promise.withResolvers<never>()
  const timer = setTimeout(() => late.reject(new Error(`no answer within ${READY_WITHIN_MS} ms`)), READY_WITHIN_MS)
  try {
    const found = pool.query('select version from pgboss.version')
    await Promise.race([found, late.promise])
    const isFound = (await found).rows.length > 0
    states.get(log)?.ends()
    return isFound
  } catch (error) {
    const state = states.get(log) ?? createLasting(log, WORDS)
    states.set(log, state)
    state.holds({ err: error })
    return false
  } finally {
    clearTimeout(timer)
  }
}
