import { DomainError } from '../errors.ts'
import { createTurns } from '../lib/turns.ts'
import { PROBES, PROBES_WAITING } from './limits.ts'
import type { Outcome } from './probe-process.ts'
import { createReader, type Reader } from './reader.ts'

/** Processes that read files, and their assignment to accounts. */
export interface Readers {
  /**
   * Waits for a process, in the account's turn, and has it read a file.
   * @throws DomainError 429 rate_limit_exceeded, 503 overloaded if too many files wait; Died; another error if no process
   *   starts
   */
  read(path: string, accountId: string): Promise<Outcome>
  /** Starts a process before the first file needs it. */
  warm(): Promise<void>
  /** Ends the processes. Files that they read, and files that wait, fail. */
  close(): void
}

/** A file that waits for a process. */
interface Wait {
  readonly path: string
  readonly accountId: string
  resolve(outcome: Promise<Outcome>): void
  reject(error: unknown): void
}

/** A process, running or not, and the account whose file it reads. */
interface Slot {
  readonly reader: Reader
  accountId: string | null
}

/** An account never has all processes, so that others need not wait until its file is read. */
const OWN_MAX = PROBES.processes - 1

/**
 * One process reads the files of one account (docs/rules/files.md#reading-turns). All processes run only while several accounts
 * send files.
 */
export function createReaders(modulePath: string, timeoutMs: number): Readers {
  const slots = Array.from({ length: PROBES.processes }, () => newSlot(modulePath))
  const turns = createTurns<Wait>(PROBES_WAITING)
  const senders = createSenders(slots)
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const assign = () => {
    for (let slot = slots.find(isFree); slot; slot = slots.find(isFree)) {
      const wait = turns.next(senders.mayRead)
      if (!wait) break
      wait.resolve(read(slot, wait))
    }
    if (turns.size > 0) startAll()
  }
  const start = async ({ reader }: Slot): Promise<void> => {
    try {
      await reader.start()
    } catch (error) {
      // The file that is read now assigns the next one when it ends.
      if (slots.some(({ accountId }) => accountId !== null)) return
      turns.next()?.reject(error)
    }
    assign()
  }
  const startAll = () => {
    if (isClosed) return
    const wanted = senders.areSeveral() ? slots : slots.slice(0, 1)
    for (const slot of wanted) if (slot.reader.state === 'away') start(slot)
  }
  const read = async (slot: Slot, { path, accountId }: Wait): Promise<Outcome> => {
    slot.accountId = accountId
    try {
      const outcome = await slot.reader.read(path, timeoutMs)
      senders.settled(accountId, 'read')
      return outcome
    } catch (error) {
      senders.settled(accountId, 'died')
      startAll()
      throw error
    } finally {
      slot.accountId = null
      clearTimeout(idle)
      idle = setTimeout(() => endIdle(slots, senders), PROBES.idleMs).unref()
      assign()
    }
  }

  return {
    read(path, accountId) {
      const { promise, resolve, reject } = Promise.withResolvers<Outcome>()
      const full = turns.add(accountId, { path, accountId, resolve, reject })
      if (full) return Promise.reject(crowded(full))
      senders.came(accountId)
      startAll()
      assign()
      return promise
    },
    async warm() {
      await Promise.all(slots.slice(0, 1).map(start))
    },
    close() {
      isClosed = true
      clearTimeout(idle)
      for (let wait = turns.next(); wait; wait = turns.next()) wait.reject(new Error('the readers are closed'))
      for (const { reader } of slots) reader.stop()
    },
  }
}

function newSlot(modulePath: string): Slot {
  return { reader: createReader(modulePath), accountId: null }
}

type Senders = ReturnType<typeof createSenders>

/** The accounts that sent files since all processes were last idle. */
function createSenders(slots: readonly Slot[]) {
  const all = new Set<string>()
  /** Accounts whose last file ended its process. Their next file never gets the only ready process. */
  const harmful = new Set<string>()
  return {
    areSeveral: () => all.size > 1,
    came: (accountId: string) => void all.add(accountId),
    settled(accountId: string, how: 'read' | 'died') {
      if (how === 'read') harmful.delete(accountId)
      else harmful.add(accountId)
    },
    mayRead(accountId: string): boolean {
      if (slots.filter((slot) => slot.accountId === accountId).length >= OWN_MAX) return false
      return !harmful.has(accountId) || all.size < 2 || slots.filter(isReady).length > 1
    },
    forget() {
      all.clear()
      harmful.clear()
    },
  }
}

function endIdle(slots: readonly Slot[], senders: Senders): void {
  senders.forget()
  for (const { reader, accountId } of slots.slice(1)) if (accountId === null) reader.stop()
}

function isReady({ reader }: Slot): boolean {
  return reader.state === 'ready'
}

function isFree(slot: Slot): boolean {
  return slot.accountId === null && isReady(slot)
}

function crowded(full: 'own' | 'all'): DomainError {
  if (full === 'all') {
    return new DomainError('overloaded', 'Too many uploads are waiting to be read; try again shortly.', {
      retryAfter: 5,
    })
  }
  const message = `${PROBES_WAITING.own} uploads of this account are waiting to be read. Send more when these are done.`
  return new DomainError('rate_limit_exceeded', message, { retryAfter: 5 })
}
