import { Piscina } from 'piscina'
import { DomainError } from '../errors.ts'
import { PROBE_IDLE_MS, PROBE_MEMORY_MB, PROBE_MS, PROBES } from '../limits.ts'
import type { Media } from './media.ts'
import type { Outcome } from './probe-thread.ts'
import { refusal } from './refusals.ts'

/** Reads what files are, off the event loop. */
export interface Prober {
  /**
   * Waits for a thread, then reads a stored file there.
   * @throws DomainError what `probeFile` throws; 400 media_unreadable as well for a file that its thread dies of, or takes
   *   too long with
   */
  probe(path: string): Promise<Media>
  /** Starts a thread before the first file needs one. */
  warm(): Promise<void>
  /** Ends the threads. What they were reading fails, with an error that is no refusal. */
  close(): Promise<void>
}

export interface ProberOptions {
  /** For one file, from when a thread is free for it. */
  readonly timeoutMs?: number
  /** What the threads run; exports as `probe-thread.ts`. */
  readonly thread?: URL
}

/**
 * Threads start when they are needed and go when they are idle; none keeps the process alive. What a hostile file can do to
 * one ends there: it is killed, and the next file gets another.
 */
export function createProber({ timeoutMs = PROBE_MS, thread = THREAD }: ProberOptions = {}): Prober {
  const pool = new Piscina({
    filename: thread.href,
    minThreads: 0,
    maxThreads: PROBES.threads,
    idleTimeout: PROBE_IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: PROBE_MEMORY_MB, maxYoungGenerationSizeMb: PROBE_MEMORY_MB / 4 },
    // A thread that waits in Atomics.wait between files cannot always be ended while sharp's work comes to an end in it.
    atomics: 'disabled',
    recordTiming: false,
  })
  // An idle thread that dies has no file to answer for; the pool has forgotten it already.
  pool.on('error', () => {})
  const threads = createSlots(PROBES.threads)
  const lane = createSlots(1)
  let isClosed = false

  const run = async <T>(name: string, input: unknown): Promise<T> => {
    const leave = await lane.take()
    const giveBack = await threads.take()
    // One thread does for files that are read at once, and its memory; the others are for those that come behind a slow one.
    const patience = setTimeout(leave, PROBES.patienceMs)
    const abort = new AbortController()
    // Counted from here, not from when the file came; and it keeps the process alive meanwhile, as no thread does.
    const timer = setTimeout(() => abort.abort(), timeoutMs)
    try {
      if (isClosed) throw new Error('the prober is closed')
      return await pool.run(input, { name, signal: abort.signal })
    } finally {
      clearTimeout(timer)
      clearTimeout(patience)
      leave()
      giveBack()
    }
  }

  return {
    async probe(path) {
      const outcome = await run<Outcome>('probe', path).catch((error: unknown) => {
        if (isClosed) throw error
        throw refusal('media_unreadable', 'The file cannot be read: it is damaged, or made to be slow.')
      })
      return mediaOf(outcome)
    },
    async warm() {
      await run('ready', null)
    },
    async close() {
      isClosed = true
      await pool.destroy()
    },
  }
}

const THREAD = new URL('./probe-thread.ts', import.meta.url)

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
