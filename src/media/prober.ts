import { fileURLToPath } from 'node:url'
import { DomainError } from '../errors.ts'
import { createTurns } from '../lib/turns.ts'
import { PROBE_MS, PROBES, PROBES_WAITING } from './limits.ts'
import type { Media } from './media.ts'
import type { Outcome } from './probe-process.ts'
import { createReader, Died, type Reader } from './reader.ts'
import { refusal } from './refusals.ts'

/** Reads what files are, in other processes. */
export interface Prober {
  /**
   * Waits for a process, in the account's turn, then reads a stored file there.
   * @throws DomainError what `probeFile` throws; 400 media_unreadable as well for a file that its process dies of, or
   *   takes too long with; 429 rate_limit_exceeded or 503 overloaded where too many wait
   */
  probe(path: string, accountId: string): Promise<Media>
  /** Starts a process before the first file needs one. */
  warm(): Promise<void>
  /** Ends the processes. What they were reading, and what waits, fails with an error that is no refusal. */
  close(): Promise<void>
}

export interface ProberOptions {
  /** For one file, from when a process takes it. */
  readonly timeoutMs?: number
  /** What the processes run; serves as `probe-process.ts` does. */
  readonly module?: URL
}

/** A file that waits for a process. */
interface Wait {
  readonly path: string
  readonly accountId: string
  resolve(outcome: Outcome | Promise<Outcome>): void
  reject(error: unknown): void
}

/** A process, or the place of one, and whose file it reads. */
interface Place {
  readonly reader: Reader
  accountId: string | null
  isSlow: boolean
}

/** An account never has all processes: others need not wait until its file is read. */
const OWN_MAX = PROBES.processes - 1

/**
 * Processes start when they are needed; the first is kept, the others go when they are idle. What a hostile file can do to one
 * ends there, a crash of native code included: it costs that file, and the next one gets another process.
 */
export function createProber({ timeoutMs = PROBE_MS, module = MODULE }: ProberOptions = {}): Prober {
  const modulePath = fileURLToPath(module)
  const places = Array.from({ length: PROBES.processes }, (): Place => {
    return { reader: createReader(modulePath), accountId: null, isSlow: false }
  })
  const turns = createTurns<Wait>(PROBES_WAITING)
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const mayRead = (accountId: string) => places.filter((place) => place.accountId === accountId).length < OWN_MAX
  const assign = () => {
    for (let place = places.find(isFree); place; place = places.find(isFree)) {
      const wait = turns.next(mayRead)
      if (!wait) return
      wait.resolve(read(place, wait))
    }
    if (turns.has(mayRead)) startable(places).forEach(start)
  }
  const start = async ({ reader }: Place): Promise<void> => {
    await reader.start().catch((error: unknown) => turns.next(mayRead)?.reject(error))
    assign()
  }
  const read = async (place: Place, { path, accountId }: Wait): Promise<Outcome> => {
    place.accountId = accountId
    const patience = setTimeout(() => {
      place.isSlow = true
      assign()
    }, PROBES.patienceMs)
    try {
      return await place.reader.read(path, timeoutMs)
    } catch (error) {
      // Where one file ends a process there are more of them: the next file need not wait for a start.
      if (!isClosed) for (const other of places) if (other.reader.state === 'away') start(other)
      throw error
    } finally {
      clearTimeout(patience)
      Object.assign(place, { accountId: null, isSlow: false })
      clearTimeout(idle)
      idle = setTimeout(() => endIdle(places), PROBES.idleMs).unref()
      assign()
    }
  }

  return {
    async probe(path, accountId) {
      if (isClosed) throw closed()
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const full = turns.add(accountId, { path, accountId, resolve, reject })
      if (full) throw crowded(full)
      assign()
      const outcome = await promise.catch((error: unknown) => {
        if (isClosed || !(error instanceof Died)) throw error
        throw refusal('media_unreadable', 'The file cannot be read: it is damaged, or made to be slow.')
      })
      return mediaOf(outcome)
    },
    async warm() {
      if (isClosed || places.some(({ reader }) => reader.state !== 'away')) return
      const [first] = places
      if (first) await start(first)
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      for (let wait = turns.next(); wait; wait = turns.next()) wait.reject(closed())
      for (const { reader } of places) reader.stop()
    },
  }
}

const MODULE = new URL('./probe-process.ts', import.meta.url)

function isFree({ reader, accountId }: Place): boolean {
  return accountId === null && reader.state === 'ready'
}

/** One process does for files that are read at once, and its memory; another is started behind those that are slow only. */
function startable(places: readonly Place[]): readonly Place[] {
  const isDue = places.every(({ reader, accountId, isSlow }) => (accountId === null ? reader.state === 'away' : isSlow))
  return isDue ? places.filter(({ accountId }) => accountId === null).slice(0, 1) : []
}

function endIdle(places: readonly Place[]): void {
  const running = places.filter(({ reader }) => reader.state !== 'away')
  const [, ...others] = running.sort((a, b) => Number(a.accountId === null) - Number(b.accountId === null))
  for (const { reader, accountId } of others) if (accountId === null) reader.stop()
}

function closed(): Error {
  return new Error('the prober is closed')
}

function crowded(full: 'own' | 'all'): DomainError {
  if (full === 'all') {
    return new DomainError('overloaded', 'Too many uploads wait to be read; try again shortly.', { retryAfter: 5 })
  }
  const message = `${PROBES_WAITING.own} uploads of this account wait to be read. Send the next ones when these are answered.`
  return new DomainError('rate_limit_exceeded', message, { retryAfter: 5 })
}

function mediaOf(outcome: Outcome): Media {
  if ('media' in outcome) return outcome.media
  if ('failure' in outcome) throw new Error('a file could not be probed', { cause: outcome.failure })
  const { code, message, status, param, details } = outcome.refusal
  throw new DomainError(code, message, { status, ...(param && { param }), ...(details && { details }) })
}
