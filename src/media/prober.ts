import { fileURLToPath } from 'node:url'
import { DomainError } from '../errors.ts'
import { PROBE_MS, PROBES } from '../limits.ts'
import type { Media } from './media.ts'
import type { Outcome } from './probe-process.ts'
import { createReader, Died, type Reader } from './reader.ts'
import { refusal } from './refusals.ts'

/** Reads what files are, in other processes. */
export interface Prober {
  /**
   * Waits for a process, then reads a stored file there.
   * @throws DomainError what `probeFile` throws; 400 media_unreadable as well for a file that its process dies of, or
   *   takes too long with
   */
  probe(path: string): Promise<Media>
  /** Starts a process before the first file needs one. */
  warm(): Promise<void>
  /** Ends the processes. What they were reading fails, with an error that is no refusal. */
  close(): Promise<void>
}

export interface ProberOptions {
  /** For one file, from when a process takes it. */
  readonly timeoutMs?: number
  /** What the processes run; serves as `probe-process.ts` does. */
  readonly module?: URL
}

/**
 * Processes start when they are needed; the first is kept, the others go when they are idle. What a hostile file can do to one
 * ends there, a crash of native code included: it costs that file, and the next one gets another process.
 */
export function createProber({ timeoutMs = PROBE_MS, module = MODULE }: ProberOptions = {}): Prober {
  const path = fileURLToPath(module)
  const readers = Array.from({ length: PROBES.processes }, () => createReader(path))
  const free = [...readers]
  const processes = createSlots(PROBES.processes)
  const lane = createSlots(1)
  let isClosed = false
  let idle: NodeJS.Timeout | undefined

  const rest = (reader: Reader) => {
    free.push(reader)
    clearTimeout(idle)
    idle = setTimeout(() => {
      for (const other of free.slice(1)) other.stop()
    }, PROBES.idleMs).unref()
  }
  const run = async (file: string): Promise<Outcome> => {
    const leave = await lane.take()
    const giveBack = await processes.take()
    // One process does for files that are read at once, and its memory; the others are for those that come behind a slow one.
    const patience = setTimeout(leave, PROBES.patienceMs)
    free.sort((a, b) => Number(b.isRunning) - Number(a.isRunning))
    const reader = free.shift()
    try {
      if (isClosed || !reader) throw new Error('the prober is closed')
      return await reader.read(file, timeoutMs)
    } finally {
      if (reader) rest(reader)
      clearTimeout(patience)
      leave()
      giveBack()
    }
  }

  return {
    async probe(file) {
      const outcome = await run(file).catch((error: unknown) => {
        if (isClosed || !(error instanceof Died)) throw error
        throw refusal('media_unreadable', 'The file cannot be read: it is damaged, or made to be slow.')
      })
      return mediaOf(outcome)
    },
    async warm() {
      if (!isClosed && !readers.some((reader) => reader.isRunning)) await readers[0]?.start()
    },
    async close() {
      isClosed = true
      clearTimeout(idle)
      for (const reader of readers) reader.stop()
    },
  }
}

const MODULE = new URL('./probe-process.ts', import.meta.url)

function mediaOf(outcome: Outcome): Media {
  if ('media' in outcome) return outcome.media
  if ('failure' in outcome) throw new Error('a file could not be probed', { cause: outcome.failure })
  const { code, message, status, param, details } = outcome.refusal
  throw new DomainError(code, message, { status, ...(param && { param }), ...(details && { details }) })
}

/** So many at once; the others in turn. What `take` gives is called to leave, once or more often. */
function createSlots(count: number) {
  const waiting: (() => void)[] = []
  let free = count
  const give = () => {
    const next = waiting.shift()
    if (next) next()
    else free++
  }
  return {
    async take(): Promise<() => void> {
      if (free > 0) free--
      else await new Promise<void>((resolve) => waiting.push(resolve))
      let isHeld = true
      return () => {
        if (isHeld) give()
        isHeld = false
      }
    },
  }
}
